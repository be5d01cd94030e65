import { useEventListener } from '@vueuse/core'
import { nextTick, watch, type Ref } from 'vue'
import type { TileSource } from '../stores/tile-source.ts'
import type { GridLayout } from './grid-layout.ts'
import { topAfterChange, topToShow, type Alignment } from './scroll-target.ts'

/** How long a photo that was brought into view is kept there while pages above it arrive. */
const PINNED_MS = 1200

type ScrollingList = {
  element: Ref<HTMLElement | null>
  source: () => TileSource
  layout: Readonly<Ref<GridLayout>>
  /** Height of the visible part, in CSS pixels. */
  height: Readonly<Ref<number>>
  /** Where the list is scrolled to, and the way to another place, in CSS pixels. */
  scrolling: { current: () => number; goTo: (top: number) => void }
  margin: number
}

/** Scrolls a list: brings a photo into view, and keeps the photos in place when the layout changes. */
export function useScrollPosition(list: ScrollingList) {
  const { element, source, layout, height, scrolling, margin } = list
  const { goTo: scrollTo, current } = scrolling
  let pinned: { index: number; alignment: Alignment; until: number } | null = null

  const show = (index: number, alignment: Alignment): void => {
    if (!element.value || index < 0) return
    const view = { top: current(), height: height.value }
    scrollTo(topToShow(layout.value, index, view, { alignment, margin }))
  }
  /** Brings a photo into view. Where its page is not loaded it moves when the page arrives, and is followed then. */
  const reveal = (index: number, alignment: Alignment = 'nearest'): void => {
    pinned = { index, alignment, until: performance.now() + PINNED_MS }
    show(index, alignment)
  }
  /** Goes where the person drags to; what was brought into view before is let go. */
  const dragTo = (top: number): void => {
    pinned = null
    scrollTo(top)
  }
  useEventListener(element, ['wheel', 'touchmove'], () => (pinned = null), { passive: true })
  const keepInPlace = async (next: GridLayout, before: GridLayout): Promise<void> => {
    const isPinned = pinned !== null && performance.now() < pinned.until
    const top = current()
    if (!isPinned && top === 0) return
    const target = topAfterChange(before, next, top)
    await nextTick()
    if (isPinned && pinned) show(pinned.index, pinned.alignment === 'start' ? 'start' : 'nearest')
    else if (Math.abs(target - current()) > 1) scrollTo(target)
  }

  useLayoutChanges(list, keepInPlace)
  watch(
    () => source().serial,
    () => scrollTo(0),
  )
  return { reveal, scrollTo: dragTo }
}

/** Calls back when the layout of the same list changed; another list starts at its top instead. */
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
