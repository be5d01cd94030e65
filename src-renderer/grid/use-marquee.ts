import { useEventListener, useRafFn } from '@vueuse/core'
import { shallowRef, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useSelection } from '../photos/selection.ts'
import type { TileSource } from '../photos/tile-source.ts'
import type { GridLayout } from './grid-layout.ts'
import { indexesIn, Marquee, type Box, type Point } from './marquee.ts'

/** Within this distance of an edge the list scrolls, the faster the nearer, in CSS pixels. */
const EDGE_PX = 36
const MAX_STEP_PX = 28
/** A rectangle does not begin on any of these. */
const CONTROLS = 'button, input, a, [role="columnheader"]'

type MarqueeList = {
  scroller: Ref<HTMLElement | null>
  source: () => TileSource
  layout: () => GridLayout
  /** Converts a point of the window to one of the complete list. */
  pointOf: (client: Point) => Point
  /** The part of the window that shows the photos. */
  viewport: () => { top: number; bottom: number }
}

/**
 * Dragging draws a rectangle and selects what it touches: alone, or with Ctrl or Shift in addition to the selection. At
 * the edges the list scrolls; Escape restores the earlier selection.
 */
export function useMarquee(list: MarqueeList): { box: Ref<Box | null>; onPointerdown: (event: PointerEvent) => void } {
  const { box, begin, draw, end, giveBack } = useFrame(list)
  let client: Point = { x: 0, y: 0 }
  let isCancelled = false
  const scrolling = useRafFn(
    () => {
      const step = scrollStep(client.y, list.viewport())
      if (step === 0 || box.value === null) return
      list.scroller.value?.scrollBy(0, step)
      draw(client)
    },
    { immediate: false },
  )
  const onPointerdown = (event: PointerEvent): void => {
    const element = list.scroller.value
    if (!element || event.button !== 0 || event.pointerType === 'touch' || isOnControl(event, element)) return
    begin({ x: event.clientX, y: event.clientY }, event.shiftKey || event.ctrlKey || event.metaKey)
  }
  useEventListener(list.scroller, 'pointermove', (event: PointerEvent) => {
    if (event.buttons === 0) return
    client = { x: event.clientX, y: event.clientY }
    if (!draw(client)) return
    list.scroller.value?.setPointerCapture(event.pointerId)
    scrolling.resume()
  })
  useEventListener(window, ['pointerup', 'pointercancel'], () => {
    scrolling.pause()
    if (end() || isCancelled) swallowClick()
    isCancelled = false
  })
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || box.value === null) return
    event.preventDefault()
    event.stopPropagation()
    isCancelled = true
    giveBack()
  }
  useEventListener(document, 'keydown', onKeydown, { capture: true })
  return { box, onPointerdown }
}

/** The rectangle and the selection that follows it. */
function useFrame({ source, layout, pointOf }: MarqueeList) {
  const selection = useSelection()
  const marquee = new Marquee()
  const box = shallowRef<Box | null>(null)
  let before: { ids: readonly PhotoId[]; isKept: boolean } = { ids: [], isKept: false }

  const begin = (client: Point, isKept: boolean): void => {
    before = { ids: selection.list, isKept }
    marquee.begin(pointOf(client))
  }
  /** Moves the pointer; true while there is a rectangle. */
  const draw = (client: Point): boolean => {
    box.value = marquee.moveTo(pointOf(client))
    if (box.value === null) return false
    const indexes = indexesIn(layout(), box.value)
    if (indexes[0] !== undefined) selection.start(indexes[0], source().tile(indexes[0])?.id)
    void selection.within(indexes, source(), before.isKept ? before.ids : [])
    return true
  }
  /** Returns whether there was a rectangle. */
  const end = (): boolean => {
    box.value = null
    return marquee.end()
  }
  /** Ends it, and restores the earlier selection. */
  const giveBack = (): void => {
    end()
    void selection.within([], source(), before.ids)
  }
  return { box, begin, draw, end, giveBack }
}

/** Whether a press is on a control, or on a scroll bar. */
function isOnControl(event: PointerEvent, element: HTMLElement): boolean {
  const { left, top } = element.getBoundingClientRect()
  const isOnBar =
    event.clientX < left + element.clientLeft ||
    event.clientX > left + element.clientLeft + element.clientWidth ||
    event.clientY > top + element.clientHeight
  return isOnBar || (event.target as HTMLElement).closest(CONTROLS) !== null
}

function scrollStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const over = y < top + EDGE_PX ? y - top - EDGE_PX : Math.max(0, y - bottom + EDGE_PX)
  return Math.round(Math.max(-1, Math.min(1, over / EDGE_PX)) * MAX_STEP_PX)
}

/** Keeps the click that ends a drag from selecting anything. */
function swallowClick(): void {
  const swallow = (event: MouseEvent): void => event.stopPropagation()
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
