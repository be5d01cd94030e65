import { useTimeoutFn } from '@vueuse/core'
import { onBeforeUnmount, ref, type Ref } from 'vue'

/** Pixels per millisecond above which no picture is loaded: it would be gone before it arrives. */
const FAST = 3
const SETTLE_MS = 110

/**
 * Follows a scrolling element: its position once a frame, and whether it moves slowly enough to load pictures. One jump
 * is calm: pictures of the place where it ends are loaded at once.
 */
export function useCalmScroll(element: Ref<HTMLElement | null>): {
  scrollTop: Ref<number>
  isCalm: Ref<boolean>
  onScroll: () => void
} {
  const scrollTop = ref(0)
  const isCalm = ref(true)
  let last = { top: 0, at: 0 }
  let frame = 0
  let wasFast = false
  const settling = useTimeoutFn(
    () => {
      isCalm.value = true
      wasFast = false
    },
    SETTLE_MS,
    { immediate: false },
  )

  const read = (): void => {
    frame = 0
    const top = element.value?.scrollTop ?? 0
    const now = performance.now()
    const speed = Math.abs(top - last.top) / Math.max(1, now - last.at)
    last = { top, at: now }
    scrollTop.value = top
    if (speed > FAST && wasFast) isCalm.value = false
    wasFast = speed > FAST
    settling.start()
  }
  const onScroll = (): void => {
    if (frame === 0) frame = requestAnimationFrame(read)
  }

  onBeforeUnmount(() => cancelAnimationFrame(frame))
  return { scrollTop, isCalm, onScroll }
}
