import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useActionScope } from '../navigation/use-action-scopes.ts'
import { useSelection } from '../photos/selection.ts'
import type { TileSource } from '../photos/tile-source.ts'
import { useCropMode } from '../crop/use-crop-mode.ts'
import { useNextOpen } from '../cull/choice-progress.ts'

type GridParts = {
  source: () => TileSource
  /** True while the focus is in the grid. */
  hasFocus: () => boolean
  /** Scrolls to a photo and gives its tile the focus. */
  go: (index: number) => Promise<void>
  open: (id: PhotoId) => void
  /** Shows the photo under the pointer at actual size while a key is held. */
  peek: (event: KeyboardEvent) => void
  zoom: Record<'zoomIn' | 'zoomOut', () => void>
}

/** Shortcuts in a list of photos: they act on the selection, or on the focused photo if none is selected. */
export function useGridTarget({ source, hasFocus, go, open, peek, zoom }: GridParts): void {
  const selection = useSelection()
  const cropping = useCropMode()
  const focused = (): PhotoTile | undefined => (hasFocus() ? source().tile(selection.focusIndex) : undefined)
  const focusedIds = (): PhotoId[] => [focused()?.id].filter((id) => id !== undefined)

  const advance = async (): Promise<void> => {
    const next = selection.focusIndex + 1
    const id = source().tile(next)?.id ?? (await source().ids())[next]
    if (id === undefined) return
    selection.only(next, id)
    await go(next)
  }
  const nextOpen = useNextOpen()
  const goTo = async (id: PhotoId, index: number): Promise<void> => {
    selection.only(index, id)
    await go(index)
  }
  useActionScope({
    name: 'grid',
    handlers: {
      // A key that follows at once is for the photo that is found.
      'next-open': () =>
        selection.selectLater(async () => {
          await nextOpen(selection.focusId, selection.focusIndex, goTo)
          return selection.list
        }),
      peek: ({ event }) => peek(event),
      'zoom-in': zoom.zoomIn,
      'zoom-out': zoom.zoomOut,
      open: () => {
        const id = source().tile(selection.focusIndex)?.id
        if (id !== undefined) open(id)
      },
      crop: () => {
        const id = source().tile(selection.focusIndex)?.id
        if (id === undefined) return
        cropping.isOpen = true
        open(id)
      },
    },
    target: {
      known: () => (!selection.isKnown() ? undefined : selection.isEmpty() ? focusedIds() : selection.list),
      ids: () => selection.chosen(),
      tiles: () => {
        const loaded = [...source().pages.values()].flat()
        return selection.isEmpty()
          ? [focused()].filter((tile) => tile !== undefined)
          : loaded.filter(({ id }) => selection.has(id))
      },
      advance,
    },
  })
}
