import { afterEach, describe, expect, test, vi } from 'vitest'
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

describe('after a photo was opened and left', () => {
  const scroller = () => document.querySelector<HTMLElement>('.scroller')!
  /** A list that is scrolled so that its first visible row is cut off, with the photo of that row opened. */
  const openFirst = async (): Promise<number> => {
    open = await mountApp({ photos: fakePhotos(300) })
    await until(() => open!.tiles().length > 0, 'tiles')
    const second = () => open!.tiles().find((tile) => tile.dataset['index'] === '12')!
    const top = Number(/translateY\((\d+)/.exec(second().parentElement!.style.transform)![1])
    scroller().scrollTop = top + 90
    scroller().dispatchEvent(new Event('scroll'))
    for (const type of ['click', 'dblclick']) second().dispatchEvent(new MouseEvent(type, { bubbles: true }))
    await until(() => document.querySelector('section[aria-label=Photo]'), 'the photo')
    return scroller().scrollTop
  }
  const press = (key: string) => open!.press(document.activeElement ?? document.body, key)
  const leave = async (): Promise<void> => {
    press('Escape')
    await until(() => document.activeElement?.getAttribute('role') === 'gridcell', 'its tile to have the focus')
  }

  test('photos are where they were, also if it is partly out of view', async () => {
    const before = await openFirst()
    await leave()
    expect(scroller().scrollTop).toBe(before)
  })

  test('another one that was reached from it is scrolled into view', async () => {
    const before = await openFirst()
    const name = () => document.querySelector('section[aria-label=Photo] h2')!.textContent
    const first = name()
    press('ArrowLeft')
    await until(() => name() !== first, 'the photo before it')
    await leave()
    expect(scroller().scrollTop).toBeLessThan(before)
  })
})
