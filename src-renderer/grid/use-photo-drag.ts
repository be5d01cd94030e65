import { MAX_IDS } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useDragged } from '../photos/dragged.ts'
import { usePainter } from '../keywords/use-painter.ts'
import { useSelection } from '../photos/selection.ts'
import { useShell } from '../client/use-shell.ts'
import type { TileSource } from '../photos/tile-source.ts'
import { useToasts } from '../client/use-toasts.ts'

/**
 * Drags photos out of the list: the selection, or a photo outside it, which is then selected. In the desktop window
 * they can be dropped on other programs, too. With Ctrl or Shift, and between photos, the pointer draws a rectangle
 * instead.
 */
export function usePhotoDrag(source: () => TileSource) {
  const dragged = useDragged(),
    selection = useSelection(),
    painter = usePainter()
  const dragOut = useDragOut()
  /** Whether the latest press may drag: while a rectangle is drawn, the photos that it selects become draggable. */
  let mayDrag = false

  /** Whether a press may begin a drag; nothing else begins with it then. */
  const mayBegin = (event: PointerEvent): boolean => {
    const isAlone = !(event.shiftKey || event.ctrlKey || event.metaKey)
    const isOnPhoto = (event.target as HTMLElement).closest('[draggable="true"]') !== null
    mayDrag = event.button === 0 && isAlone && isOnPhoto && !painter.isOn
    return mayDrag
  }
  const onDragstart = (event: DragEvent): void => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
    const id = source().tile(index)?.id
    if (!mayDrag || id === undefined) return event.preventDefault()
    if (!selection.has(id)) selection.only(index, id)
    dragged.begin({ kind: 'photos', ids: selection.list }, event)
    dragOut(event)
  }
  return { mayBegin, onDragstart, onDragend: dragged.end }
}

/** In the desktop window, the system drags the files of the selection. */
function useDragOut(): (event: DragEvent) => void {
  const client = useClient(),
    selection = useSelection(),
    shell = useShell(),
    toasts = useToasts()
  return (event) => {
    if (!shell.info?.hasDialogs) return
    event.preventDefault()
    const ids = selection.list.slice(0, MAX_IDS)
    void toasts.attempt(t('files.notMoved'), () => client.shell.startDrag({ ids }))
  }
}
