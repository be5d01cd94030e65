import { afterEach, expect, test, vi } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  vi.restoreAllMocks()
  open?.close()
})

const preview = (): HTMLImageElement | null => document.querySelector('.pictures:not(.is-ahead) img[src*="/preview"]')

test('a picture that comes in the millisecond in which it is asked for is shown', async () => {
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
