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

test('marks that the analysis gives anew are shown, and what cannot be followed is told', async () => {
  open = await mountApp({ photos: [photoWith(1, [20, 70]), photoWith(2, [80, 10])] }, '/photo/1')
  await until(() => document.querySelector('section[aria-label="Photo"] h2'), 'the photo')
  open.press(document.body, 'a')
  await until(() => items().length === 2, 'both faces')
  open.library.state.photos = [photoWith(1, [90, 70]), photoWith(2, [80, 10])]
  open.library.emit({ type: 'photos.changed', ids: [1], isWholeLibrary: false })
  await until(() => items()[0] === 'Face, sharpness of the eyes 90, the sharpest here', 'the new mark')
  const refuse = (): never => {
    throw new Error('The library does not answer.')
  }
  Object.defineProperty(open.library.state, 'photos', { get: refuse })
  document.querySelector<HTMLElement>('section[aria-label="Faces at actual size"] li button')!.click()
  await until(() => document.body.textContent?.includes('Face not followed'), 'what went wrong')
})

test('faces stand by how sharp their eyes are, and one is followed through the frames of its stack', async () => {
  open = await mountApp(
    { photos: [photoWith(1, [20, 70]), photoWith(2, [80, 10]), photoWith(3, [null, 30])] },
    '/photo/1',
  )
  await until(() => document.querySelector('section[aria-label="Photo"] h2'), 'the photo')
  open.press(document.body, 'a')
  await until(() => items().length === 2, 'both faces')
  expect(items()).toEqual(['Face, sharpness of the eyes 70, the sharpest here', 'Face, sharpness of the eyes 20'])
  document.querySelectorAll<HTMLElement>('section[aria-label="Faces at actual size"] li button')[1]!.click()
  await until(() => items().length === 3, 'the same face in the stack')
  const names = [2, 3, 1].map((id) => open!.library.state.photos.find((photo) => photo.id === id)!.name)
  expect(items()).toEqual([
    `${names[0]}, sharpness of the eyes 80, the sharpest here`,
    `${names[1]}, sharpness of the face 40`,
    `${names[2]}, sharpness of the eyes 20`,
  ])
})
