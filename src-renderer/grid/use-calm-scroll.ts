import { onBeforeUnmount, ref, type Ref } from 'vue'

/** Pixels per millisecond above which no picture is asked for: it would be gone before it arrives. */
const FAST = 3
const SETTLE_MS = 110

/** Follows a scrolling element: its place once a frame, and whether it moves slowly enough to load pictures. */
export function useCalmScroll(element: Ref<HTMLElement | null>): {
  scrollTop: Ref<number>
  isCalm: Ref<boolean>
  onScroll: () => void
} {
  const scrollTop = ref(0)
  const isCalm = ref(true)
  let last = { top: 0, at: 0 }
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = (): void => {
    isCalm.value = true
  }
  const read = (): void => {
    frame = 0
    const top = element.value?.scrollTop ?? 0
    const now = performance.now()
    const speed = Math.abs(top - last.top) / Math.max(1, now - last.at)
    last = { top, at: now }
    scrollTop.value = top
    if (speed > FAST) isCalm.value = false
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLE_MS)
  }
  const onScroll = (): void => {
    if (frame === 0) frame = requestAnimationFrame(read)
  }

  onBeforeUnmount(() => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  })
  return { scrollTop, isCalm, onScroll }
}
