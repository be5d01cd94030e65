import { afterEach, expect, test } from 'vitest'
import { fakePhotos } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const frame = (): HTMLElement | null => document.querySelector('[data-testid="photo-crop"]')
const sizes = (): string => document.querySelector('[data-testid="crop-size"]')?.textContent ?? ''
const crops = () => open!.library.calls.filter(({ name }) => name === 'photos.crop').map(({ input }) => input)

test('a photo is cropped by keys, is marked, and shows everything again', async () => {
  const photos = fakePhotos(3).map((photo) => ({ ...photo, width: 1200, height: 800 }))
  open = await mountApp({ photos }, `/photo/${photos[0]!.id}`)
  await until(() => open!.byRole('button', 'Crop and straighten'), 'the button')
  open.byRole('button', 'Crop and straighten').click()
  await until(() => sizes().includes('1,200 × 800'), 'the frame of the whole photo')
  // Escape keeps it unchanged.
  open.press(frame()!, '-')
  open.press(frame()!, 'Escape')
  await until(() => frame() === null, 'the photo')
  expect(crops()).toEqual([])

  open.press(document.body, 'R', { shiftKey: true })
  await until(() => sizes() !== '', 'the frame')
  open.press(frame()!, ']', { shiftKey: true })
  await until(() => sizes().includes('1°'), 'the angle')
  open.press(frame()!, 'x')
  const sides = () => sizes().replaceAll(',', '').match(/\d+/g)!.map(Number)
  await until(() => sides()[0]! < sides()[1]!, 'the swapped sides')
  open.press(frame()!, 'Enter')
  await until(() => frame() === null, 'the cropped photo')
  expect(crops()).toMatchObject([{ id: photos[0]!.id, crop: { angle: 1 } }])

  open.press(document.body, 'R', { shiftKey: true })
  await until(() => sizes().includes('1°'), 'the kept crop')
  open.press(frame()!, '0')
  await until(() => sizes().includes('1,200 × 800'), 'the whole photo')
  open.press(frame()!, 'Enter')
  await until(() => crops().length === 2, 'the crop taken off')
  expect(crops()[1]).toEqual({ id: photos[0]!.id, crop: null })
})

test('the key opens a photo of the grid to be cropped, and no other photo after it', async () => {
  const photos = fakePhotos(3).map((photo) => ({ ...photo, width: 1200, height: 800 }))
  open = await mountApp({ photos })
  await until(() => open!.tiles().length === 3, 'the grid')
  open.tiles()[1]!.click()
  open.press(open.tiles()[1]!, 'R', { shiftKey: true })
  await until(() => sizes().includes('1,200 × 800'), 'the frame')
  expect(open.router.currentRoute.value.path).toMatch(/^\/photo\//)
  await open.router.push('/')
  await until(() => frame() === null, 'the grid')
  await open.router.push(`/photo/${photos[0]!.id}`)
  await until(() => open!.byRole('button', 'Crop and straighten'), 'the other photo')
  expect(open.byRole('button', 'Crop and straighten').getAttribute('aria-pressed')).toBe('false')
})
