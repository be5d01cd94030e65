import { afterEach, expect, test, vi } from 'vitest'
import { afterPaint } from '../../../src-renderer/client/after-paint.ts'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const heading = () => document.querySelector('section[aria-label="Photo"] h2')?.textContent?.trim()
const strip = () => [
  ...document.querySelectorAll<HTMLElement>('nav[aria-label="Photos around this one"] button[aria-label^="photo"]'),
]
const current = () => strip().findIndex((each) => each.hasAttribute('aria-current'))
/** Eight bytes of a ThumbHash, in base64. */
const PLACEHOLDER = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

test('the strip follows the photo, leads to the photo that is clicked, and decodes no placeholder of it again', async () => {
  open = await mountApp({ photos: fakePhotos(9).map((each) => ({ ...each, placeholder: PLACEHOLDER })) }, '/photo/5')
  const { press, library } = open
  await until(() => strip().length === 9 && current() === 0, 'the strip')
  const before = strip()
  const nameOf = (at: number) => before[at]!.getAttribute('aria-label')
  const decode = vi.spyOn(globalThis, 'atob')
  press(document.body, '3')
  await until(() => library.state.photos.find(({ id }) => id === 5)?.rating === 3, 'the rating')
  press(document.body, 'ArrowRight')
  await until(() => heading() === nameOf(1), 'the next photo')
  await until(() => current() === 1, 'the next photo in the strip')
  await afterPaint()
  expect(strip()).toEqual(before)
  // The photo that is made ready for the step after has one.
  expect(decode.mock.calls.length).toBeLessThanOrEqual(1)
  decode.mockRestore()
  strip()[3]!.click()
  await until(() => heading() === nameOf(3) && current() === 3, 'the photo that was clicked')
})

test('a panorama in the strip gets the pixels that its middle needs, other photos their thumbnail alone', async () => {
  const photos = fakePhotos(2)
  open = await mountApp({ photos: [{ ...photos[0]!, width: 9000, height: 1000 }, photos[1]!] }, '/photo/1')
  await until(() => strip().length === 2, 'the strip')
  const addressOf = (at: number) => strip()[at]!.querySelector('img')?.src
  for (const at of [0, 1]) {
    await until(() => addressOf(at), 'the thumbnail')
    strip()[at]!.querySelector('img')!.dispatchEvent(new Event('load'))
  }
  await until(() => addressOf(0)?.includes('/large?'), 'the larger picture')
  expect(addressOf(1)).not.toMatch(/large|wide/)
})
