import { afterEach, expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const face = (x: number): Face => ({
  confidence: 90,
  coordinates: { xmin: x, ymin: 100, xmax: x + 100, ymax: 200, width: 100, height: 100 },
  face_id: '',
  attributes: [],
  landmarks: [],
})
const exposure = { shadows: 0, highlights: 0, middle: 0.4 }
const photoWith = (id: number, eyes: [number | null, number | null], faces = [40, 41]) =>
  fakePhoto(id, {
    stack: 7,
    width: 3000,
    height: 2000,
    takenAt: `2024-06-01T12:00:0${9 - id}`,
    faceList: [face(200), face(900)],
    faces: 2,
    sharpness: { subject: 50, faces: eyes.map((mark, at) => ({ face: faces[at]!, eyes: mark })), exposure },
  })
const items = () =>
  [...document.querySelectorAll('section[aria-label="Faces at actual size"] li button')].map((each) =>
    each.getAttribute('aria-label'),
  )

const current = () =>
  document.querySelector('section[aria-label="Faces at actual size"] [aria-current]')?.getAttribute('aria-label')
const heading = () => document.querySelector('section[aria-label="Photo"] h2')?.textContent

test('repeated marks of the analysis are shown, and a lost face is reported', async () => {
  open = await mountApp({ photos: [photoWith(1, [20, 70]), photoWith(2, [80, 10])] }, '/photo/1')
  await until(() => heading(), 'the photo')
  open.press(document.body, 'a')
  await until(() => items().length === 2, 'both faces')
  open.library.state.photos = [photoWith(1, [90, 70]), photoWith(2, [80, 10])]
  open.library.emit({ type: 'photos.changed', ids: [1], isWholeLibrary: false })
  await until(() => items().join() === 'Face, sharp,Face, sharp', 'the new words')
  const refuse = (): never => {
    throw new Error('The library does not answer.')
  }
  Object.defineProperty(open.library.state, 'photos', { get: refuse })
  document.querySelector<HTMLElement>('section[aria-label="Faces at actual size"] li button')!.click()
  await until(() => document.body.textContent?.includes('Face not followed'), 'what went wrong')
})

test('the doubtful face comes first; arrows walk the faces, then the next photo; keys act on its photo', async () => {
  open = await mountApp({ photos: [photoWith(1, [70, 20]), photoWith(2, [80, 40])] }, '/photo/1')
  const { press, library } = open
  await until(() => heading(), 'the photo')
  press(document.body, 'a')
  await until(() => items().join() === 'Face, soft,Face, sharp', 'the soft face before the sharp one')
  expect(current()).toBe('Face, soft')
  press(document.body, 'ArrowRight')
  await until(() => current() === 'Face, sharp', 'the next face')
  expect(heading()).toContain('1')
  press(document.body, 'p')
  await until(() => library.state.photos.find(({ id }) => id === 1)?.pick === 1, 'the flag of the photo')
  press(document.body, 'ArrowRight')
  await until(() => heading()?.includes('2') && items().join() === 'Face, fairly sharp,Face, sharp', 'the next photo')
})

test('one face is followed through the frames of its stack in order, and keys act on the ringed frame', async () => {
  open = await mountApp(
    { photos: [photoWith(1, [20, 70]), photoWith(2, [80, 10]), photoWith(3, [null, 30])] },
    '/photo/2',
  )
  const { press, library } = open
  await until(() => heading(), 'the photo')
  press(document.body, 'a')
  await until(() => items().length === 2, 'both faces')
  document.querySelectorAll<HTMLElement>('section[aria-label="Faces at actual size"] li button')[1]!.click()
  await until(() => items().length === 3, 'the same face in the stack')
  const names = [1, 2, 3].map((id) => library.state.photos.find((photo) => photo.id === id)!.name)
  expect(items()).toEqual([`${names[0]}, soft`, `${names[1]}, sharp, the sharpest here`, `${names[2]}, fairly sharp`])
  expect(current()).toContain(names[1])
  press(document.body, 'ArrowRight')
  await until(() => current()?.includes(names[2]!), 'the ring around the next frame')
  expect(items()).toHaveLength(3)
  press(document.body, 'x')
  await until(() => library.state.photos.find(({ id }) => id === 3)?.pick === -1, 'the flag of that frame')
})
