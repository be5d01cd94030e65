import { afterEach, expect, test, vi } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

const FRAME_MS = 16
let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  vi.useRealTimers()
  open?.close()
})

test('pages are requested at a calm pace while the list flies past, also if it began with a jump', async () => {
  open = await mountApp({ photos: fakePhotos(2000) })
  const { library, tiles } = open
  await until(() => tiles().length > 0, 'tiles')
  const scroller = document.querySelector<HTMLElement>('.scroller')!
  const asked = () => library.calls.filter(({ name }) => name === 'photos.list').length
  vi.useFakeTimers()
  const before = asked()
  const steps = 36
  for (let step = 0; step < steps; step += 1) {
    scroller.scrollTop += step === 0 ? 20_000 : 5000
    scroller.dispatchEvent(new Event('scroll'))
    await vi.advanceTimersByTimeAsync(FRAME_MS)
  }
  expect(asked() - before).toBeGreaterThan(0)
  expect(asked() - before).toBeLessThan(steps * 0.4)
})
