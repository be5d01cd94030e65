import { useElementSize, useThrottleFn } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import type { GridMode } from '../../src-main/contract/library/settings.ts'
import type { TileSource } from '../stores/tile-source.ts'
import { layoutGrid, rowsBetween, sectionsBetween, type BlockCache, type GridOptions } from './grid-layout.ts'
import { segmentsOf, type GridSection } from './segments.ts'
import { useCalmScroll } from './use-calm-scroll.ts'
import { useScrollPosition } from './use-scroll-position.ts'

/** Between photos, in CSS pixels. */
const GAP = 6
/** How far above and below the visible part rows are drawn, in CSS pixels. */
const OVERSCAN = 500
const PAGES_EVERY_MS = 90

/** Height of a section's header, in CSS pixels. */
const HEAD_HEIGHT = 48

type View = { source: TileSource; rowHeight: number; mode: GridMode; sections: readonly GridSection[] }

/** Which rows to draw for a scrolling element, which pages to load, and how to bring a photo into view. */
export function useGridView(scroller: Ref<HTMLElement | null>, view: View) {
  const source = (): TileSource => view.source
  const { width, height } = useElementSize(scroller)
  const { scrollTop, isCalm, onScroll } = useCalmScroll(scroller)
  const cache: BlockCache = new WeakMap()

  const options = computed<GridOptions>(() => ({
    mode: view.mode,
    width: Math.max(120, Math.floor(width.value)),
    rowHeight: view.rowHeight,
    gap: GAP,
    headHeight: HEAD_HEIGHT,
  }))
  const segments = computed(() => segmentsOf(source().total, view.sections))
  const layout = computed(() => layoutGrid(source().pages, segments.value, options.value, cache))
  const drawn = computed(() => [scrollTop.value - OVERSCAN, scrollTop.value + height.value + OVERSCAN] as const)
  const rows = computed(() => rowsBetween(layout.value, ...drawn.value))
  const sections = computed(() => sectionsBetween(layout.value, ...drawn.value))
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
  return { layout, rows, sections, range, scrollTop, isCalm, height, onScroll, reveal }
}
