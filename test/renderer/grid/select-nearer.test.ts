import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('in a list by distance the menu selects a photo and all nearer ones', async () => {
  open = await mountApp({ photos: fakePhotos(12) }, '/similar/content/1')
  const { tiles } = open
  const nameOf = (tile: Element) => /^[^,]*/.exec(tile.getAttribute('aria-label') ?? '')![0]
  const found = () => tiles().filter((tile) => tile.closest('[aria-label="Similar photos"]'))
  await until(() => found().length === 11, 'similar photos')
  found()[3]!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) =>
      textContent?.includes('everything nearer'),
    )
  await until(item, 'the menu')
  item()!.click()
  const selected = () => found().filter((tile) => tile.getAttribute('aria-selected') === 'true')
  await until(() => selected().length === 4, 'four selected photos')
  expect(selected().map(nameOf)).toEqual(['photo-0002.jpg', 'photo-0003.jpg', 'photo-0004.jpg', 'photo-0005.jpg'])
})
