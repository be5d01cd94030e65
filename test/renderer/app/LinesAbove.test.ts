import { nextTick } from 'vue'
import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

test('lines keep their room while a search is typed, until a button over the photos is released', async () => {
  const { byRole, tiles, type } = (open = await mountApp({ photos: fakePhotos(20) }))
  await until(() => tiles().length > 0, 'photos')
  const height = () => document.querySelector<HTMLElement>('.lines-above')!.style.height
  const box = byRole('combobox', 'Search photos') as HTMLInputElement
  expect(height()).toBe('')
  type(box, 'be')
  await until(() => document.querySelector('[aria-label="Active filters"] .chip'), 'the filter')
  expect(height()).toBe('700px') // of every element here
  window.dispatchEvent(new Event('pointerdown'))
  box.dispatchEvent(new Event('blur'))
  await nextTick()
  expect(height()).toBe('700px')
  window.dispatchEvent(new Event('pointerup'))
  await until(() => height() === '', 'the lines to take the room they need')
})
