import { useTimeoutFn } from '@vueuse/core'
import { onBeforeUnmount, ref, type Ref } from 'vue'
import { ScrollMap } from './scroll-map.ts'

/** Pixels per millisecond above which no picture is loaded: it would be gone before it arrives. */
const FAST = 3
const SETTLE_MS = 110

/** Heights in CSS pixels: of the whole list, and of its visible part. */
type Heights = { height: number; view: number }

/**
 * Follows a scrolling element: what of the list is at its top, once a frame, and whether it moves slowly enough to load
 * pictures. The list may be higher than an element can be. One jump is calm: pictures of the place where it ends are
 * loaded at once.
 */
export function useMappedScroll(element: Ref<HTMLElement | null>, heights: () => Heights) {
  const { settle, ...position } = useMappedPosition(element, heights)
  const isCalm = ref(true)
  let last = { top: 0, at: 0 }
  let frame = 0
  let wasFast = false
  const settling = useTimeoutFn(
    () => {
      isCalm.value = true
      wasFast = false
      settle()
    },
    SETTLE_MS,
    { immediate: false },
  )
  const read = (): void => {
    frame = 0
    const [top, now] = [position.current(), performance.now()]
    const speed = Math.abs(top - last.top) / Math.max(1, now - last.at)
    last = { top, at: now }
    if (speed > FAST && wasFast) isCalm.value = false
    wasFast = speed > FAST
    settling.start()
  }
  const onScroll = (): void => {
    if (frame === 0) frame = requestAnimationFrame(read)
  }
  onBeforeUnmount(() => cancelAnimationFrame(frame))
  return { ...position, isCalm, onScroll }
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
    if (map.shift === 0) map.scrolledTo(scrolled()) // It may be lower yet than the list is to be.
    show()
  }
  /** What is at the top now, before the next frame. */
  const current = (): number => {
    resize()
    map.scrolledTo(scrolled())
    show()
    return map.top
  }
  /** Brings a place of the list to the top of the visible part. */
  const goTo = (top: number): void => {
    resize()
    place(map.goTo(top))
  }
  const settle = (): void => place(map.settle())
  return { scrollTop, shift, current, goTo, settle }
}
