import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp, ref, watch, type App } from 'vue'
import type { Loads } from '../../../src-renderer/grid/scroll-pace.ts'
import { useMappedScroll } from '../../../src-renderer/grid/use-mapped-scroll.ts'

const FRAME_MS = 16
/** A list that has not moved for this long rests. */
const SETTLE_MS = 110
let app: App | undefined
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  app?.unmount()
  vi.useRealTimers()
})

const start = () => {
  const element = document.createElement('div')
  const seen: Loads[] = []
  let scrolling!: ReturnType<typeof useMappedScroll>
  app = createApp({
    setup: () => {
      scrolling = useMappedScroll(ref(element), () => ({ height: 1_000_000, view: 700 }))
      watch(scrolling.loads, (now) => seen.push(now), { flush: 'sync' })
      return () => null
    },
  })
  app.mount(document.createElement('div'))
  const scrollTo = (top: number): void => {
    element.scrollTop = top
    scrolling.onScroll()
    vi.advanceTimersByTime(FRAME_MS)
  }
  return { ...scrolling, element, seen, scrollTo }
}

test('after a jump visible pictures are loaded first, then those around them', () => {
  const { seen, scrollTo, hasJumped } = start()
  scrollTo(500_000)
  expect(seen).toEqual(['seen'])
  expect(hasJumped.value).toBe(true)
  vi.runAllTimers()
  expect(seen).toEqual(['seen', 'all'])
  expect(hasJumped.value).toBe(false)
})

test('a second jump soon after the first is a jump, too', () => {
  const { seen, scrollTo, hasJumped } = start()
  scrollTo(500_000)
  vi.advanceTimersByTime(150)
  scrollTo(100_000)
  expect(seen).toEqual(['seen'])
  expect(hasJumped.value).toBe(true)
})

test('no picture is loaded for rows that scroll by fast', () => {
  const { seen, scrollTo, hasJumped } = start()
  for (let top = 0; top < 5000; top += 500) scrollTo(top)
  expect(seen).toEqual(['none'])
  expect(hasJumped.value).toBe(false)
  vi.runAllTimers()
  expect(seen).toEqual(['none', 'seen', 'all'])
})

test('a dragged scroll bar has its pictures as soon after it stops as any list that flew', () => {
  const { seen, scrollTo, hasJumped } = start()
  for (let top = 100_000; top <= 500_000; top += 100_000) scrollTo(top)
  expect(seen).toEqual(['seen', 'none'])
  expect(hasJumped.value).toBe(true)
  vi.advanceTimersByTime(SETTLE_MS)
  expect(seen).toEqual(['seen', 'none', 'seen'])
})

test('rows kept in place when their pages arrive do not count as scrolling, however far they moved', () => {
  const { seen, scrollTo, follow, hasJumped } = start()
  scrollTo(500_000)
  follow(501_300)
  scrollTo(501_300)
  expect(seen).toEqual(['seen'])
  expect(hasJumped.value).toBe(true)
  vi.runAllTimers()
  expect(seen).toEqual(['seen', 'all'])
})

test('a list scrolled further after a jump has rows around it again', () => {
  const { scrollTo, hasJumped } = start()
  scrollTo(500_000)
  scrollTo(500_030)
  expect(hasJumped.value).toBe(false)
})

test('the next draw is for the expected position, before the element is there', () => {
  const { element, scrollTo, scrollTop, expect: expectTop, follow } = start()
  scrollTo(500_000)
  expectTop(500_700)
  expect([scrollTop.value, element.scrollTop]).toEqual([500_700, 500_000])
  follow(500_700)
  expect([scrollTop.value, element.scrollTop]).toEqual([500_700, 500_700])
})
