import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

/** A line that begins at a point, turned by a right angle, so that it runs down the photo. */
const downwards = (text: string, x: number, y: number) => ({
  text,
  confidence: 90,
  corners: [
    { x, y },
    { x, y: y + 200 },
    { x: x - 40, y: y + 200 },
    { x: x - 40, y },
  ] as const,
})
const level = (text: string, x: number, y: number) => ({
  text,
  confidence: 90,
  corners: [
    { x, y },
    { x: x + 300, y },
    { x: x + 300, y: y + 60 },
    { x, y: y + 60 },
  ] as const,
})
const stage = () => document.querySelector<HTMLElement>('section[aria-label="Photo"] .on-stage')!
const layer = () => stage().querySelector<HTMLElement>('[role=group][aria-label="Text on the photo"]')
const linesDrawn = () => [...(layer()?.querySelectorAll<HTMLElement>('p') ?? [])]
const placeOf = ({ style: { left, top, width, height, transform } }: HTMLElement) => [
  left,
  top,
  width,
  height,
  transform,
]
const start = async () => {
  const textLines = [level('NO PARKING', 100, 50), downwards('EXIT', 900, 100)] as never
  const photo = fakePhoto(1, { width: 1000, height: 500, textLines })
  open = await mountApp({ photos: [photo] }, '/photo/1')
  await until(() => document.querySelector('.on-stage'), 'the photo')
  // The window is narrow here, so its key opens the panel.
  open.press(document.body, 'i')
  await until(() => document.querySelector('section[aria-label="Text on the photo"]'), 'the list of lines')
  return open
}

test('a key draws each line at its place on the photo, with selectable letters', async () => {
  const { press } = await start()
  expect(layer()).toBeNull()
  press(document.body, 'T', { shiftKey: true })
  await until(() => linesDrawn().length === 2, 'the lines')
  const [parking, exit] = linesDrawn()
  expect(parking!.textContent!.trim()).toBe('NO PARKING')
  expect(placeOf(parking!)).toEqual(['10%', '10%', '30%', '12%', 'rotate(0rad)'])
  // Its own width is 200 pixels, and it is turned by a right angle.
  expect(placeOf(exit!)).toEqual(['90%', '20%', '20%', '8%', `rotate(${Math.PI / 2}rad)`])
  press(document.body, 'T', { shiftKey: true })
  await until(() => layer() === null, 'the photo without lines')
})

test('pointing at a line of the list draws only that line, and the button draws all', async () => {
  const { byRole } = await start()
  const listed = [...document.querySelectorAll('section[aria-label="Text on the photo"] p')]
  listed[1]!.dispatchEvent(new PointerEvent('pointerenter'))
  await until(() => linesDrawn().length === 1, 'one line')
  expect(linesDrawn()[0]!.className).toContain('lit')
  expect(linesDrawn()[0]!.textContent!.trim()).toBe('EXIT')
  listed[1]!.dispatchEvent(new PointerEvent('pointerleave'))
  await until(() => layer() === null, 'none')
  byRole('button', /^Show on the photo/).click()
  await until(() => linesDrawn().length === 2, 'all lines')
  expect(linesDrawn().some(({ className }) => className.includes('lit'))).toBe(false)
})
