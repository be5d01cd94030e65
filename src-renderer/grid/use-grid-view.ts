import { useElementSize, useThrottleFn } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import type { TileSource } from '../stores/tile-source.ts'
import { layoutGrid, rowsBetween, type BlockCache } from './grid-layout.ts'
import { useCalmScroll } from './use-calm-scroll.ts'
import { useScrollPosition } from './use-scroll-position.ts'

/** Between photos, in CSS pixels. */
const GAP = 6
/** How far above and below the visible part rows are drawn, in CSS pixels. */
const OVERSCAN = 500
const PAGES_EVERY_MS = 90

/** Which rows to draw for a scrolling element, which pages to load, and how to bring a photo into view. */
export function useGridView(scroller: Ref<HTMLElement | null>, source: () => TileSource, rowHeight: () => number) {
  const { width, height } = useElementSize(scroller)
  const { scrollTop, isCalm, onScroll } = useCalmScroll(scroller)
  const cache: BlockCache = new WeakMap()

  const options = computed(() => ({ width: Math.max(120, Math.floor(width.value)), rowHeight: rowHeight(), gap: GAP }))
  const layout = computed(() => layoutGrid(source().pages, source().total, options.value, cache))
  const rows = computed(() =>
    rowsBetween(layout.value, scrollTop.value - OVERSCAN, scrollTop.value + height.value + OVERSCAN),
  )
  const range = computed(() => {
    const first = rows.value[0]
    const last = rows.value.at(-1)
    return first && last ? ([first.first, last.first + last.widths.length - 1] as const) : null
  })

  // Pages are small and hold the placeholders: they are loaded while scrolling too, pictures only when it is calm.
  const wantPages = useThrottleFn(
    () => {
      if (range.value) source().want(range.value[0], range.value[1])
    },
    PAGES_EVERY_MS,
    true,
  )
  watch([range, isCalm], () => void wantPages(), { immediate: true })

  const { reveal } = useScrollPosition({ element: scroller, source, layout, height, scrollTop, margin: GAP * 2 })
  return { layout, rows, range, scrollTop, isCalm, height, onScroll, reveal }
}
