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
  scrollTop: Ref<number>
  margin: number
}

/** Scrolls a list: brings a photo into view, and keeps the photos in place when the layout changes. */
export function useScrollPosition(list: ScrollingList) {
  const { element, source, layout, height, scrollTop, margin } = list
  let pinned: { index: number; until: number } | null = null

  const scrollTo = (top: number): void => {
    if (!element.value) return
    if (element.value.scrollTop !== top) element.value.scrollTop = top
    scrollTop.value = element.value.scrollTop
  }
  const show = (index: number, alignment: Alignment): void => {
    if (!element.value || index < 0) return
    const view = { top: element.value.scrollTop, height: height.value }
    scrollTo(topToShow(layout.value, index, view, { alignment, margin }))
  }
  /** Brings a photo into view. Where its page is not loaded it moves when the page arrives, and is followed then. */
  const reveal = (index: number, alignment: Alignment = 'nearest'): void => {
    pinned = { index, until: performance.now() + PINNED_MS }
    show(index, alignment)
  }
  const keepInPlace = async (next: GridLayout, before: GridLayout): Promise<void> => {
    const isPinned = pinned !== null && performance.now() < pinned.until
    const top = element.value?.scrollTop ?? 0
    if (!isPinned && top === 0) return
    const target = topAfterChange(before, next, top)
    await nextTick()
    if (isPinned && pinned) show(pinned.index, 'nearest')
    else if (Math.abs(target - (element.value?.scrollTop ?? 0)) > 1) scrollTo(target)
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
