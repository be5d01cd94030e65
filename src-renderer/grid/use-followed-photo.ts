import { onMounted, watch } from 'vue'
import { useSelection } from '../photos/selection.ts'
import { findLoaded, type TileSource } from '../photos/tile-source.ts'
import type { Alignment } from './scroll-target.ts'

/** Keeps the focus on its photo while others arrive above it, and scrolls it into view when the list is opened. */
export function useFollowedPhoto(
  source: () => TileSource,
  reveal: (index: number, alignment: Alignment) => void,
): void {
  const selection = useSelection()
  watch(
    () => [...source().pages.values()],
    () => {
      if (selection.focusId === null || source().tile(selection.focusIndex)?.id === selection.focusId) return
      const index = findLoaded(source(), selection.focusId)
      if (index >= 0) selection.focusIndex = index
    },
  )
  onMounted(() => {
    if (selection.focusId !== null) reveal(selection.focusIndex, 'center')
  })
}
