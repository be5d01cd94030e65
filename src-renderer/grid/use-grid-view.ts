import { isRightToLeft } from '../locales/direction.ts'
import { useElementSize, useThrottleFn } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import type { GridMode } from '../../src-main/contract/library/settings.ts'
import type { TileSource } from '../photos/tile-source.ts'
import {
  layoutGrid,
  outlineOf,
  type BlockCache,
  type GridOptions,
  rowsBetween,
  sectionsBetween,
  type PlacedRow,
} from './grid-layout.ts'
import type { Point } from './marquee.ts'
import { elementHeightOf } from './scroll-map.ts'
import { segmentsOf, type GridSection } from './segments.ts'
import { photosInSight } from './scroll-target.ts'
import { useMappedScroll } from './use-mapped-scroll.ts'
import { useScrollPosition } from './use-scroll-position.ts'

/** Between photos, in CSS pixels. */
const GAP = 6
/** Distance from the edges of photos that are scrolled into view, in CSS pixels. */
const MARGIN = GAP * 2
/** How far above and below the visible part rows are drawn, in CSS pixels. */
const OVERSCAN = 500
const PAGES_EVERY_MS = 90

/** Height of a section's header, in CSS pixels. */
const HEAD_HEIGHT = 48
/** Height of the list's header, in CSS pixels; the same as `--list-head`. */
const LIST_HEAD_HEIGHT = 34

/** Height of a line of the list, in CSS pixels: the tile size sets how large its picture is. */
const lineHeight = (tileSize: number): number => Math.round(Math.min(96, Math.max(28, tileSize / 5)))

type View = {
  source: TileSource
  rowHeight: number
  mode: GridMode
  sections: readonly GridSection[]
  /** The best photos are large. */
  hasLarge?: boolean
}

export type GridView = ReturnType<typeof useGridView>

/** Which rows to draw for a scrolling element, which pages to load, and how to scroll a photo into view. */
export function useGridView(scroller: Ref<HTMLElement | null>, view: View, captionHeight: () => number) {
  const source = (): TileSource => view.source
  const { width, height: outerHeight } = useElementSize(scroller)
  const headHeight = computed(() => (view.mode === 'list' ? LIST_HEAD_HEIGHT : 0))
  const height = computed(() => Math.max(0, outerHeight.value - headHeight.value))
  const layout = useGridLayout(view, { width, captionHeight })
  const scrolling = useMappedScroll(scroller, () => ({ height: layout.value.height, view: height.value }))
  const { scrollTop, loads, hasJumped } = scrolling

  const drawn = computed(() => {
    // After a jump, visible photos come first; those around them follow when the list rests.
    const around = hasJumped.value ? 0 : OVERSCAN
    return [scrollTop.value - around, scrollTop.value + height.value + around] as const
  })
  const rows = computed(() => rowsBetween(layout.value, ...drawn.value))
  const sections = computed(() => sectionsBetween(layout.value, ...drawn.value))
  const range = computed(() => {
    const first = rows.value[0]
    const last = rows.value.at(-1)
    return first && last ? ([first.first, last.first + last.boxes.length - 1] as const) : null
  })
  const isSeen = ({ top, height: high }: PlacedRow): boolean =>
    top < scrollTop.value + height.value && top + high > scrollTop.value
  /** Whether the pictures of a row may be loaded now. */
  const mayLoad = (row: PlacedRow): boolean => loads.value === 'all' || (loads.value === 'seen' && isSeen(row))
  // Pages are small and contain the placeholders: they are loaded while scrolling, too, pictures only at a calm pace.
  const wantPages = useThrottleFn(
    () => {
      if (range.value) source().want(range.value[0], range.value[1])
    },
    PAGES_EVERY_MS,
    true,
  )
  watch([range, loads], () => void wantPages(), { immediate: true })

  const canvasHeight = computed(() => elementHeightOf(layout.value.height))
  const outline = useOutline(scroller, scrolling, headHeight)
  const seen = computed(() => photosInSight(layout.value, { top: scrollTop.value, height: height.value }, MARGIN))
  const position = useScrollPosition({ element: scroller, source, layout, height, scrolling, margin: MARGIN })
  return {
    layout,
    canvasHeight,
    rows,
    sections,
    range,
    seen,
    mayLoad,
    width,
    height,
    ...scrolling,
    ...position,
    ...outline,
  }
}

/** Where each photo is. */
function useGridLayout(view: View, { width, captionHeight }: { width: Ref<number>; captionHeight: () => number }) {
  const cache: BlockCache = new WeakMap()
  const options = computed<GridOptions>(() => {
    const isList = view.mode === 'list'
    return {
      mode: view.mode,
      width: Math.max(120, Math.floor(width.value)),
      rowHeight: isList ? lineHeight(view.rowHeight) : view.rowHeight,
      gap: isList ? 0 : GAP,
      captionHeight: isList ? 0 : captionHeight(),
      headHeight: HEAD_HEIGHT,
      hasLarge: view.hasLarge === true,
    }
  })
  const segments = computed(() => segmentsOf(view.source.total, view.sections, options.value))
  const outline = computed(() => outlineOf(segments.value, options.value))
  return computed(() => layoutGrid(view.source.pages, outline.value, cache))
}

/** Converts points of the window to points of the complete list. */
function useOutline(
  scroller: Ref<HTMLElement | null>,
  { scrollTop }: { scrollTop: Ref<number> },
  headHeight: Ref<number>,
) {
  const viewport = (): { top: number; bottom: number } => {
    const box = scroller.value?.getBoundingClientRect()
    return { top: (box?.top ?? 0) + headHeight.value, bottom: box?.bottom ?? 0 }
  }
  const pointOf = ({ x, y }: Point): Point => {
    const canvas = scroller.value?.querySelector('.canvas')?.getBoundingClientRect()
    const fromStart = isRightToLeft() ? (canvas?.right ?? 0) - x : x - (canvas?.left ?? 0)
    return { x: fromStart, y: y - viewport().top + scrollTop.value }
  }
  return { viewport, pointOf }
}
