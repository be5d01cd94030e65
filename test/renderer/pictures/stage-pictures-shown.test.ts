import { afterEach, expect, test, vi } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  vi.restoreAllMocks()
  open?.close()
})

const preview = (): HTMLImageElement | null => document.querySelector('.pictures:not(.is-ahead) img[src*="/preview"]')

test('a picture that arrives in the millisecond of its request is shown', async () => {
  open = await mountApp({ photos: fakePhotos(5) })
  const { tiles, press } = open
  await until(() => tiles().length === 5, 'tiles')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
  press(tiles()[0]!, 'Enter')
  await until(preview, 'the large picture')
  expect(preview()!.closest('.is-shown')).toBeNull()
  preview()!.dispatchEvent(new Event('load'))
  await until(() => preview()!.closest('.is-shown'), 'the large picture to be shown')
})

test('the picture prepared for the next photo is the one shown', async () => {
  open = await mountApp({ photos: fakePhotos(5) })
  const { tiles, press, byRole } = open
  await until(() => tiles().length === 5, 'tiles')
  press(tiles()[0]!, 'Enter')
  await until(() => document.querySelector('.pictures.is-ahead img'), 'the next photo to be made ready')
  const ahead = document.querySelector('.pictures.is-ahead img[src*="/photo/1/preview"]')
  expect(ahead).not.toBeNull()
  byRole('button', 'Next photo').click()
  await until(() => preview()?.src.includes('/photo/1/'), 'the next photo')
  expect(preview()).toBe(ahead)
})

test('a mark right after the key for the next photo applies to that photo', async () => {
  open = await mountApp({ photos: fakePhotos(5) })
  const { tiles, press, library } = open
  await until(() => tiles().length === 5, 'tiles')
  press(tiles()[0]!, 'Enter')
  await until(() => document.querySelector('.pictures.is-ahead img[src*="/photo/1/preview"]'), 'the next photo')
  press(document.body, 'ArrowRight')
  press(document.body, '4')
  await until(() => library.state.photos.some(({ rating }) => rating === 4), 'the rating')
  expect(library.state.photos.filter(({ rating }) => rating === 4).map(({ id }) => id)).toEqual([1])
})
