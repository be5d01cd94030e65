import { useElementSize } from '@vueuse/core'
import { computed, nextTick, watch, type Ref } from 'vue'
import { indexAt, layoutGrid, rowOf, rowsBetween, type BlockCache } from './grid-layout.ts'
import type { TileSource } from '../stores/tile-source.ts'
import { throttle } from '../stores/throttle.ts'
import { useCalmScroll } from './use-calm-scroll.ts'

export const GAP = 6
const OVERSCAN = 500
const PAGES_EVERY_MS = 90
const PINNED_MS = 1200

/** Which rows to draw for a scrolling element, which pages to ask for, and how to bring a photo into view. */
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

  // Pages are small and hold the placeholders: they are asked for while scrolling too, pictures only when it is calm.
  const want = throttle(() => {
    if (range.value) source().want(range.value[0], range.value[1])
  }, PAGES_EVERY_MS)
  watch([range, isCalm], want, { immediate: true })

  // A page that arrives or a new tile size moves everything below it: the photo at the top stays where it is.
  let serial = source().serial
  let pinned: { index: number; until: number } | null = null
  watch(layout, async (next, before) => {
    const element = scroller.value
    const isOtherList = source().serial !== serial
    serial = source().serial
    if (!element || isOtherList || before.total === 0) return
    if (pinned && performance.now() < pinned.until) {
      await nextTick()
      show(pinned.index)
      return
    }
    if (element.scrollTop === 0) return
    const index = indexAt(before, element.scrollTop)
    const offset = element.scrollTop - rowOf(before, index).top
    const place = rowOf(next, Math.min(index, Math.max(0, next.total - 1)))
    await nextTick()
    const top = place.top + Math.min(offset, place.height)
    if (Math.abs(top - element.scrollTop) > 1) {
      element.scrollTop = top
      scrollTop.value = element.scrollTop
    }
  })
  watch(
    () => source().serial,
    () => {
      if (scroller.value) {
        scroller.value.scrollTop = 0
        scrollTop.value = 0
      }
    },
  )

  /** A photo whose page is not there yet moves when it arrives; it is kept in view for a moment. */
  const reveal = (index: number, where: 'nearest' | 'center' = 'nearest'): void => {
    pinned = { index, until: performance.now() + PINNED_MS }
    show(index, where)
  }
  const show = (index: number, where: 'nearest' | 'center' = 'nearest'): void => {
    const element = scroller.value
    if (!element || index < 0) return
    const row = rowOf(layout.value, index)
    const margin = GAP * 2
    if (where === 'center') element.scrollTop = row.top - (height.value - row.height) / 2
    else if (row.top < element.scrollTop + margin) element.scrollTop = row.top - margin
    else if (row.top + row.height > element.scrollTop + height.value - margin)
      element.scrollTop = row.top + row.height - height.value + margin
    scrollTop.value = element.scrollTop
  }

  return { options, layout, rows, range, scrollTop, isCalm, height, onScroll, reveal }
}
