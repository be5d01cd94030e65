import { useEventListener } from '@vueuse/core'
import { nextTick, watch, type Ref } from 'vue'
import type { TileSource } from '../photos/tile-source.ts'
import { type GridLayout, rowOf } from './grid-layout.ts'
import { topAfterChange, topToShow, type Alignment } from './scroll-target.ts'

/** How long a photo that was scrolled into view is kept there while pages above it arrive. */
const PINNED_MS = 1200

type ScrollingList = {
  element: Ref<HTMLElement | null>
  source: () => TileSource
  layout: Readonly<Ref<GridLayout>>
  /** Height of the visible part, in CSS pixels. */
  height: Readonly<Ref<number>>
  /** Scrolls the list to a place, in CSS pixels. */
  scrolling: Record<'expect' | 'follow' | 'goTo', (top: number) => void> & { current: () => number }
  margin: number
}

/** Scrolls a list: scrolls a photo into view, and keeps the photos in place when the layout changes. */
export function useScrollPosition(list: ScrollingList) {
  const { element, source, layout, height, scrolling, margin } = list
  const { goTo: scrollTo, current } = scrolling
  let pinned: { index: number; where: Alignment | { middle: number }; until: number } | null = null

  const placeOf = (index: number, alignment: Alignment): number =>
    topToShow(layout.value, index, { top: current(), height: height.value }, { alignment, margin })
  /**
   * Scrolls a photo into view. If its page is not loaded, the photo moves when the page arrives, and is followed then.
   */
  const reveal = (index: number, alignment: Alignment = 'nearest'): void => {
    pinned = { index, where: alignment, until: performance.now() + PINNED_MS }
    if (element.value && index >= 0) scrollTo(placeOf(index, alignment))
  }
  /** Keeps the middle of a photo where it is on the screen while the list is zoomed. */
  const hold = (index: number): void => {
    const middle = middleOf(layout.value, index) - current()
    pinned = { index, where: { middle }, until: performance.now() + PINNED_MS }
  }
  const release = (event: WheelEvent | TouchEvent): void => {
    const zooms = event.ctrlKey || event.metaKey || ('touches' in event && event.touches.length > 1)
    if (!zooms) pinned = null
  }
  useEventListener(element, ['wheel', 'touchmove'], release, { passive: true })
  const topOfKept = ({ index, where }: NonNullable<typeof pinned>): number => {
    if (typeof where === 'object') return Math.max(0, middleOf(layout.value, index) - where.middle)
    return placeOf(index, where === 'start' ? 'start' : 'nearest')
  }
  const keepInPlace = async (next: GridLayout, before: GridLayout): Promise<void> => {
    const kept = pinned !== null && pinned.index >= 0 && performance.now() < pinned.until ? pinned : null
    const top = current()
    if (!kept && top === 0) return
    const target = kept ? topOfKept(kept) : topAfterChange(before, next, top)
    // The rows of the new place are drawn at once: those at the old place would only appear and vanish.
    scrolling.expect(target)
    await nextTick()
    if (Math.abs(target - current()) > 1) scrolling.follow(target)
  }

  useLayoutChanges(list, keepInPlace)
  watch(
    () => source().serial,
    () => scrollTo(0),
  )
  return { reveal, hold }
}

/** The middle of a photo, from the top of the list, in CSS pixels. */
function middleOf(layout: GridLayout, index: number): number {
  const row = rowOf(layout, index)
  const box = row.boxes[index - row.first]
  return row.top + (box ? box.top + box.height / 2 : row.height / 2)
}

/** Reports layout changes of the same list; another list starts at its top instead. */
function useLayoutChanges(
  { element, source, layout }: ScrollingList,
  onChange: (next: GridLayout, before: GridLayout) => Promise<void>,
): void {
  let serial = source().serial
  watch(layout, async (next, before) => {
    const isOtherList = source().serial !== serial
    serial = source().serial
    if (element.value && !isOtherList && before.total > 0) await onChange(next, before)
  })
}
