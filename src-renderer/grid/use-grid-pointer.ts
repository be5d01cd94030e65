import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { usePainter } from '../keywords/use-painter.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useSelection } from '../photos/selection.ts'
import type { TileSource } from '../photos/tile-source.ts'
import type { GridSection } from './segments.ts'

type GridParts = {
  source: () => TileSource
  /** The element of a photo, if it is drawn. */
  cell: (index: number) => HTMLElement | null
  open: (id: PhotoId) => void
}

const isAdding = (event: MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey

/** What the pointer does in a list of photos: selecting, opening, showing the menu. */
export function useGridPointer({ source, cell, open }: GridParts) {
  const selection = useSelection()
  const panels = usePanels()
  const painter = usePainter()
  const indexOf = (event: Event): number =>
    Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)

  const onClick = async (event: MouseEvent): Promise<void> => {
    if (painter.isOn) return // The painter has handled it.
    const index = indexOf(event)
    const id = source().tile(index)?.id
    if (id === undefined) {
      if (index < 0 && !(event.target as HTMLElement).closest('button, [role="columnheader"]')) selection.clear()
      return
    }
    if (event.shiftKey) await selection.rangeTo(index, source())
    else if (event.ctrlKey || event.metaKey) selection.toggle(index, id)
    else selection.only(index, id)
    cell(index)?.focus({ preventScroll: true })
  }
  const onOpen = (event: MouseEvent): void => {
    if (painter.isOn) return
    const id = source().tile(indexOf(event))?.id
    if (id !== undefined) open(id)
  }
  /** A right click outside the selection selects only that photo. */
  const onMenu = (event: MouseEvent): void => {
    if ((event.target as HTMLElement).closest('[role="columnheader"]')) return // The header has a menu of its own.
    const index = indexOf(event)
    const id = source().tile(index)?.id
    if (id === undefined) event.stopPropagation()
    else if (!selection.has(id)) selection.only(index, id)
  }
  const onSection = ({ first, count }: GridSection, event: MouseEvent): Promise<void> =>
    selection.between(first, first + count - 1, source(), isAdding(event))
  /** Edits the date of all photos of a section. */
  const onDate = async ({ first, count }: GridSection): Promise<void> => {
    await selection.between(first, first + count - 1, source(), false)
    panels.dateIds = await selection.chosen()
  }
  /** Selects all photos of a list by distance up to the focused one. */
  const onNearer = (): Promise<void> => selection.between(0, selection.focusIndex, source(), false)
  return { onClick, onOpen, onMenu, onSection, onDate, onNearer }
}

/** Opens the photo menu in the middle of an element, as a right click there does. */
export function openMenuAt(element: HTMLElement | null): void {
  const box = element?.getBoundingClientRect()
  if (!element || !box) return
  const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...middle }))
}
