import { useEventListener } from '@vueuse/core'
import { nextTick, watch, type Ref } from 'vue'
import type { TileSource } from '../photos/tile-source.ts'
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
  scrolling: Record<'expect' | 'follow' | 'goTo', (top: number) => void> & { current: () => number }
  margin: number
}

/** Scrolls a list: brings a photo into view, and keeps the photos in place when the layout changes. */
export function useScrollPosition(list: ScrollingList) {
  const { element, source, layout, height, scrolling, margin } = list
  const { goTo: scrollTo, current } = scrolling
  let pinned: { index: number; alignment: Alignment; until: number } | null = null

  const placeOf = (index: number, alignment: Alignment): number =>
    topToShow(layout.value, index, { top: current(), height: height.value }, { alignment, margin })
  /** Brings a photo into view. Where its page is not loaded it moves when the page arrives, and is followed then. */
  const reveal = (index: number, alignment: Alignment = 'nearest'): void => {
    pinned = { index, alignment, until: performance.now() + PINNED_MS }
    if (element.value && index >= 0) scrollTo(placeOf(index, alignment))
  }
  useEventListener(element, ['wheel', 'touchmove'], () => (pinned = null), { passive: true })
  const keepInPlace = async (next: GridLayout, before: GridLayout): Promise<void> => {
    const kept = pinned !== null && pinned.index >= 0 && performance.now() < pinned.until ? pinned : null
    const top = current()
    if (!kept && top === 0) return
    const target = kept
      ? placeOf(kept.index, kept.alignment === 'start' ? 'start' : 'nearest')
      : topAfterChange(before, next, top)
    // The rows of the new place are drawn at once: those that lie at the old one by now would only come and go.
    scrolling.expect(target)
    await nextTick()
    if (Math.abs(target - current()) > 1) scrolling.follow(target)
  }

  useLayoutChanges(list, keepInPlace)
  watch(
    () => source().serial,
    () => scrollTo(0),
  )
  return { reveal }
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
