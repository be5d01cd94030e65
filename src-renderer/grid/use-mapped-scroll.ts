import { useTimeoutFn } from '@vueuse/core'
import { onBeforeUnmount, ref, type Ref } from 'vue'
import { ScrollMap } from './scroll-map.ts'
import { ScrollPace } from './scroll-pace.ts'

const SETTLE_MS = 110
/**
 * How long after a jump the visible pictures load before those around them may compete. A list that flies loads none,
 * and need not wait for them.
 */
const SETTLE_AFTER_JUMP_MS = 350

/** Heights in CSS pixels: of the complete list, and of its visible part. */
type Heights = { height: number; view: number }

/**
 * Follows a scrolling element: which part of the list is at its top, once a frame, and which pictures to load. The list
 * may be higher than an element can be.
 */
export function useMappedScroll(element: Ref<HTMLElement | null>, heights: () => Heights) {
  const { settle, ...position } = useMappedPosition(element, heights)
  const pace = new ScrollPace()
  let last = { top: 0, at: 0 }
  let frame = 0
  const settling = useTimeoutFn(
    () => {
      if (pace.rest()) settling.start()
      settle()
    },
    () => (pace.hasJumped.value && pace.loads.value === 'seen' ? SETTLE_AFTER_JUMP_MS : SETTLE_MS),
    { immediate: false },
  )
  const read = (): void => {
    frame = 0
    const [top, now] = [position.current(), performance.now()]
    pace.move(Math.abs(top - last.top), now - last.at, heights().view)
    last = { top, at: now }
    settling.start()
  }
  const onScroll = (): void => {
    if (frame === 0) frame = requestAnimationFrame(read)
  }
  /** Follows rows that moved, however far: visible photos stay in place, so this does not count as speed. */
  const follow = (top: number): void => {
    position.goTo(top)
    last = { top: position.scrollTop.value, at: performance.now() }
  }
  onBeforeUnmount(() => cancelAnimationFrame(frame))
  return { ...position, follow, loads: pace.loads, hasJumped: pace.hasJumped, onScroll }
}

function useMappedPosition(element: Ref<HTMLElement | null>, heights: () => Heights) {
  const map = new ScrollMap()
  const scrollTop = ref(0)
  /** How much farther down a place is in the list than in the element. */
  const shift = ref(0)
  const scrolled = (): number => element.value?.scrollTop ?? 0
  const resize = (): void => map.resize(heights().height, heights().view)
  const show = (): void => {
    scrollTop.value = map.top
    shift.value = map.shift
  }
  const place = (top: number): void => {
    if (element.value && scrolled() !== top) element.value.scrollTop = top
    if (map.shift === 0) map.scrolledTo(scrolled()) // It may still be lower than the list will be.
    show()
  }
  /** The place at the top now, before the next frame. */
  const current = (): number => {
    resize()
    map.scrolledTo(scrolled())
    show()
    return map.top
  }
  /** Scrolls a place of the list to the top of the visible part. */
  const goTo = (top: number): void => {
    resize()
    place(map.goTo(top))
  }
  /** Draws this place next; `goTo` scrolls there once the element is as high as its list. */
  const expect = (top: number): void => {
    scrollTop.value = top
  }
  const settle = (): void => place(map.settle())
  return { scrollTop, shift, current, expect, goTo, settle }
}
