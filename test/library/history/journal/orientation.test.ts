import { reads } from '../../../fixtures/reads.ts'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import fc from 'fast-check'
import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import type { Face } from '../../../../src-main/contract/analysis/face.ts'
import type { PhotoRegion, RotateTurn } from '../../../../src-main/contract/library/photo.ts'
import { rotatePhotos } from '../../../../src-main/library/photos/rotate-photos.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { compose, inverse } from '../../../../src-main/base/formats/exif/orientations.ts'
import { find, metadata, openWithRoot, saveFound } from '../../catalog/library.ts'

const face: Face = {
  confidence: 99,
  coordinates: { xmin: 10, ymin: 20, xmax: 40, ymax: 60, width: 30, height: 40 },
  face_id: '',
  attributes: [],
  landmarks: [{ type: 'nose', x: 25, y: 45 }],
}
const region: PhotoRegion = { type: 'face', name: 'Ann', x: 0.1, y: 0.2, width: 0.3, height: 0.4 }

/** A photo whose file is 400 x 300 pixels, with everything that has a place on it. */
function openAnalysed({ file = 1, sidecar }: { file?: number; sidecar?: number } = {}) {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg') as [number]
  const read = () =>
    catalog.files.saveMetadata([
      {
        id,
        metadata: metadata({ orientation: sidecar ?? file, regions: [region] }),
        fileOrientation: file,
        width: 400,
        height: 300,
      },
    ])
  read()
  const map = { columns: 2, rows: 3, values: new Uint8Array([1, 2, 3, 4, 5, 6]) }
  const subjects = [{ box: { x1: 10, y1: 20, x2: 40, y2: 60 }, weight: 1, kind: 'face' as const }]
  saveFound(catalog, id, {
    width: 400,
    height: 300,
    placeholder: rgbaToThumbHash(2, 1, new Uint8Array([255, 0, 0, 255, 0, 0, 255, 255])),
    faces: [face],
    saliencyFeatures: { width: 400, height: 300, map, subjects },
  })
  return { catalog, id, read, add }
}

/** Turns photos as the library does. */
const rotate = (catalog: Catalog, ids: readonly number[], turn: RotateTurn) =>
  rotatePhotos(
    {
      catalog,
      changes: {
        apply: async (change) => ({ ...catalog.changes.apply(change), count: 0, sentence: foreign('') }),
        applyBatch: async (batch, parts) => {
          const run = catalog.changes.beginBatch(batch, parts)
          while (!run.isDone) catalog.changes.step(run)
          const { changeId } = run.result
          const entry = changeId === null ? null : catalog.changes.entry(changeId)
          return { changeId, count: entry?.count ?? 0, kept: 0, sentence: entry?.sentence ?? foreign('') }
        },
      },
    },
    { ids, turn },
  )

const shownOf = (catalog: Catalog, id: number) => {
  const { width, height, turn, placeholder, faceList, metadata: read } = catalog.photos.detail(id)
  const { orientation, regions } = read
  const features = catalog.analysis.saliencyFeatures(id)
  return { width, height, turn, placeholder, faceList, orientation, regions, features }
}

test('a photo turned right is shown so with all its boxes; an undo turns it back', async () => {
  const { catalog, id } = openAnalysed()
  const before = shownOf(catalog, id)
  const { sentence, count } = await rotate(catalog, [id], 'right')
  expect([inEnglish(sentence), count]).toEqual(['Turned 1 photo to the right', 1])
  const { placeholder, ...shown } = shownOf(catalog, id)
  expect(shown).toMatchObject({ width: 300, height: 400, turn: 6, orientation: 6 })
  expect(placeholder).not.toBe(before.placeholder)
  expect(shown.faceList).toEqual([
    {
      ...face,
      coordinates: { xmin: 240, ymin: 10, xmax: 280, ymax: 40, width: 40, height: 30 },
      landmarks: [{ type: 'nose', x: 255, y: 25 }],
    },
  ])
  expect(shown.regions).toEqual([{ ...region, x: 0.4, y: 0.1, width: 0.4, height: 0.3 }])
  expect(shown.features).toEqual({
    width: 300,
    height: 400,
    map: { columns: 3, rows: 2, values: new Uint8Array([5, 3, 1, 6, 4, 2]) },
    subjects: [{ box: { x1: 240, y1: 10, x2: 280, y2: 40 }, weight: 1, kind: 'face' }],
  })
  expect(find(catalog, { text: 'orientation:portrait' })).toEqual([id])
  expect(catalog.photos.hasWork(id)).toBe(true)
  catalog.changes.undo()
  expect(shownOf(catalog, id)).toEqual(before)
  expect(find(catalog, { text: 'orientation:landscape' })).toEqual([id])
  expect(catalog.photos.hasWork(id)).toBe(false)
  catalog.changes.redo()
  expect(shownOf(catalog, id)).toEqual({ placeholder, ...shown })
})

const turns = fc.constantFrom<RotateTurn>('left', 'right', 'half')
const orientation = fc.integer({ min: 1, max: 8 })

test('four turns cancel out, and so do a turn and its opposite', { tags: 'night' }, async () => {
  await fc.assert(
    fc.asyncProperty(orientation, orientation, fc.constantFrom('left', 'right'), async (file, sidecar, turn) => {
      const { catalog, id } = openAnalysed({ file, sidecar })
      const before = shownOf(catalog, id)
      for (let time = 0; time < 4; time++) await rotate(catalog, [id], turn as RotateTurn)
      expect(shownOf(catalog, id)).toEqual(before)
      expect(catalog.photos.hasWork(id)).toBe(false)
      await rotate(catalog, [id], 'left')
      await rotate(catalog, [id], 'right')
      expect(shownOf(catalog, id)).toEqual(before)
      catalog.close()
    }),
    { numRuns: 20 },
  )
})

test(
  'however a photo is turned, read and analysed again, its size is that of the turned photo',
  { tags: 'night' },
  async () => {
    const steps = fc.array(fc.oneof(turns, fc.constantFrom('read', 'analyse', 'undo', 'as-file')), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(orientation, orientation, steps, async (file, sidecar, done) => {
        const { catalog, id, read } = openAnalysed({ file, sidecar })
        for (const step of done) {
          if (step === 'read') read()
          else if (step === 'analyse') saveFound(catalog, id, { width: 400, height: 300, faces: [face] })
          else if (step === 'undo') catalog.changes.undo()
          else await rotate(catalog, [id], step as RotateTurn)
        }
        const shown = shownOf(catalog, id)
        const turn = compose(inverse(file), shown.orientation)
        expect(shown.turn ?? 1).toBe(turn)
        expect([shown.width, shown.height]).toEqual(turn >= 5 ? [300, 400] : [400, 300])
        catalog.close()
      }),
      { numRuns: 25 },
    )
  },
)

test('photos of different orientations turn together, as one change', async () => {
  const { catalog, id, add } = openAnalysed({ file: 6 })
  const [other] = add('b.jpg') as [number]
  catalog.files.saveMetadata([{ id: other, metadata: metadata({}), width: 40, height: 30 }])
  expect(await rotate(catalog, [id, other], 'left')).toMatchObject({
    sentence: reads('Turned 2 photos to the left'),
    count: 2,
  })
  expect([id, other].map((each) => catalog.photos.detail(each).metadata.orientation)).toEqual([1, 8])
  expect(catalog.photos.tiles([id, other]).map(({ turn }) => turn)).toEqual([8, 8])
  expect(catalog.changes.history(10)).toHaveLength(1)
  await rotate(catalog, [id, other], 'as-file')
  expect(catalog.photos.tiles([id, other]).map(({ turn }) => turn)).toEqual([undefined, undefined])
})

test("a sidecar's orientation turns the photo, until the person turns it", async () => {
  const { catalog, id } = openAnalysed({ file: 1, sidecar: 8 })
  expect(shownOf(catalog, id)).toMatchObject({ width: 300, height: 400, turn: 8, orientation: 8 })
  await rotate(catalog, [id], 'half')
  expect(shownOf(catalog, id)).toMatchObject({ width: 300, height: 400, turn: 6, orientation: 6 })
})

test('unknown and unread photos and invalid orientations are refused', async () => {
  const { catalog, id, add } = openAnalysed()
  const [unread] = add('b.jpg') as [number]
  await expect(rotate(catalog, [id, 99], 'left')).rejects.toMatchObject({ code: 'photo-not-found' })
  await expect(rotate(catalog, [id, unread], 'left')).rejects.toMatchObject({ code: 'bad-params' })
  expect(() => catalog.changes.apply({ kind: 'orientation', orientation: 9, ids: [id] })).toThrow('1 to 8')
  expect(catalog.changes.history(10)).toEqual([])
})
