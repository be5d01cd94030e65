import { reads } from '../../fixtures/reads.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countCopyMarks,
  type KeepCandidate,
  suggestPhotoToKeep,
} from '../../../src-main/library/duplicates/suggest-photo-to-keep.ts'

const photo = (values: Partial<KeepCandidate>): KeepCandidate => ({
  id: 1,
  name: 'IMG_1.jpg',
  path: '/photos/IMG_1.jpg',
  status: 'ready',
  width: 6000,
  height: 4000,
  bytes: 5_000_000,
  format: 'jpeg',
  modifiedAt: '2024-06-01T10:00:00.000Z',
  addedAt: '2024-07-01T10:00:00.000Z',
  camera: 'R5',
  hasWork: false,
  ...values,
})

test('the larger picture is kept, and the reason given', () => {
  expect(suggestPhotoToKeep([photo({ id: 1, width: 1600, height: 1067 }), photo({ id: 2 })])).toEqual({
    keepId: 2,
    reasons: [reads('More pixels')],
  })
})

test('a RAW file is preferred to a larger picture made from it', () => {
  const made = photo({ id: 1, name: 'IMG_1-edit.tif', format: 'tiff', bytes: 90_000_000, width: 6100 })
  expect(suggestPhotoToKeep([made, photo({ id: 2, name: 'IMG_1.CR3', format: 'cr3' })])).toEqual({
    keepId: 2,
    reasons: [reads('RAW file')],
  })
})

test("equal files are ranked by the person's work, then by name, folder and age", () => {
  const [plain, copy] = [photo({ id: 2 }), photo({ id: 1, name: 'IMG_1 (1).jpg' })]
  expect(suggestPhotoToKeep([copy, plain])).toEqual({ keepId: 2, reasons: [reads('Its name is not that of a copy')] })
  expect(suggestPhotoToKeep([{ ...copy, hasWork: true }, plain]).keepId).toBe(1)
  expect(suggestPhotoToKeep([photo({ id: 1 }), photo({ id: 2, hasWork: true })])).toEqual({
    keepId: 2,
    reasons: [reads('You rated, tagged or described it')],
  })
  const scan = photo({ id: 1, name: 'scan 3.jpg' })
  expect(suggestPhotoToKeep([scan, photo({ id: 2, name: 'beach.jpg' })])).toMatchObject({ keepId: 2 })
  expect(suggestPhotoToKeep([scan, photo({ id: 2, name: 'longer-beach.jpg' })])).toMatchObject({ keepId: 1 })
  expect(suggestPhotoToKeep([scan, photo({ id: 2, name: 'Scan.jpg' })])).toMatchObject({ keepId: 2 })
  const older = photo({ id: 2, modifiedAt: '2020-01-01T00:00:00.000Z' })
  expect(suggestPhotoToKeep([photo({ id: 1 }), older])).toEqual({ keepId: 2, reasons: [reads('Older file')] })
  expect(suggestPhotoToKeep([photo({ id: 7 }), photo({ id: 3 })])).toEqual({ keepId: 3, reasons: [] })
})

test.each([
  ['Backup alte Platte', '2023 Hochzeit'],
  ['2023 Hochzeit (Sicherung)', '2023-07-01'],
  ['Photos/Kopie von Bildern/Rom', 'Rom'],
  ['DCIM/100CANON', 'Summer in Rome'],
  ['New folder (2)', '夏休み'],
  ['2023-07-01', '2023-07-01 Rom'],
  ['D:\\copies\\Rom', 'D:\\Rom'],
])('of equal files, the one in %s is removed, the one in %s kept', (worse, better) => {
  const [a, b] = [photo({ path: `/p/${worse}/IMG_1.jpg` }), photo({ id: 2, path: `/p/${better}/IMG_1.jpg` })]
  expect(suggestPhotoToKeep([a, { ...b, modifiedAt: '2025-01-01T00:00:00.000Z' }]).keepId).toBe(2)
})

test('the copy added on an earlier day is preferred to an older file', () => {
  const first = photo({ id: 2, addedAt: '2024-06-30T23:59:00.000Z', modifiedAt: '2025-01-01T00:00:00.000Z' })
  expect(suggestPhotoToKeep([photo({ id: 1 }), first])).toEqual({
    keepId: 2,
    reasons: [reads('Added to the library first')],
  })
})

test('a PNG made from a JPEG is not better for being larger', () => {
  const png = photo({ id: 1, name: 'IMG_1.png', format: 'png', bytes: 40_000_000, camera: null })
  expect(suggestPhotoToKeep([png, photo({ id: 2 })]).keepId).toBe(2)
})

test.each([
  ['IMG_1.jpg', 0],
  ['IMG_1 copy.jpg', 1],
  ['IMG_1 - Copy.jpg', 1],
  ['IMG_1 - Copy (2).jpg', 1],
  ['IMG_1(1).jpg', 1],
  ['IMG_1 (1) (1).jpg', 2],
  ['IMG_1 2.jpg', 1],
  ['beach_copy.jpg', 1],
  ['copy.jpg', 0],
  ['2024-06-01 12.jpg', 0],
])('%s has this many marks of a copy: %i', (name, count) => expect(countCopyMarks(name)).toBe(count))

const anyPhoto = fc.record({
  id: fc.integer({ min: 1, max: 1e6 }),
  name: fc.constantFrom('a.jpg', 'a copy.jpg', 'a (1).jpg', 'b.CR3', 'long-name.png'),
  status: fc.constantFrom('ready' as const, 'pending' as const, 'offline' as const, 'failed' as const),
  width: fc.constantFrom(0, 100, 6000),
  height: fc.constantFrom(0, 100, 4000),
  bytes: fc.integer({ min: 0, max: 1e8 }),
  format: fc.constantFrom('jpeg', 'png', 'cr3'),
  path: fc.constantFrom('/p/Backup/a.jpg', '/p/Rom/a.jpg', '/p/DCIM/a.jpg'),
  addedAt: fc.constantFrom('2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'),
  modifiedAt: fc.constantFrom('2020-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'),
  camera: fc.constantFrom(null, 'R5'),
  hasWork: fc.boolean(),
})
const someDifferentPhotos = fc.uniqueArray(anyPhoto, { minLength: 1, maxLength: 6, selector: ({ id }) => id })

test('one photo of the group is kept, in whatever order they come', () => {
  fc.assert(
    fc.property(someDifferentPhotos, fc.infiniteStream(fc.integer()), (photos, numbers) => {
      const suggestion = suggestPhotoToKeep(photos)
      const shuffled = photos
        .map((each) => ({ each, at: numbers.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each)
      expect(photos.map(({ id }) => id)).toContain(suggestion.keepId)
      expect(suggestPhotoToKeep(shuffled)).toEqual(suggestion)
    }),
  )
})

test('a photo that is worse in every way is never kept, nor an unreadable one when another is readable', () => {
  fc.assert(
    fc.property(someDifferentPhotos, (photos) => {
      const { keepId } = suggestPhotoToKeep(photos)
      const kept = photos.find(({ id }) => id === keepId)!
      const isReadable = ({ status }: KeepCandidate) => status === 'ready' || status === 'pending'
      if (photos.some(isReadable)) expect(isReadable(kept)).toBe(true)
      const worse = { ...kept, id: 2e6, width: 0, camera: null, name: 'a copy copy.jpg', hasWork: false, bytes: 0 }
      expect(suggestPhotoToKeep([...photos, worse]).keepId).not.toBe(worse.id)
    }),
  )
})

test('each reason is true of the photo to keep, and not of all others', () => {
  const truths: Record<string, (a: KeepCandidate, b: KeepCandidate) => boolean> = {
    'More pixels': (a, b) => a.width * a.height > b.width * b.height,
    'Less compressed': (a, b) => a.bytes > b.bytes && a.format === b.format,
    'Older file': (a, b) => a.modifiedAt < b.modifiedAt,
    'Shorter name': (a, b) => a.name.length < b.name.length,
    'Tells the camera': (a, b) => a.camera !== null && b.camera === null,
    'You rated, tagged or described it': (a, b) => a.hasWork && !b.hasWork,
  }
  fc.assert(
    fc.property(someDifferentPhotos, (photos) => {
      const { keepId, reasons } = suggestPhotoToKeep(photos)
      const kept = photos.find(({ id }) => id === keepId)!
      expect(reasons.length).toBeLessThanOrEqual(3)
      for (const reason of reasons.map(inEnglish).filter((each) => each in truths)) {
        expect(photos.some((other) => truths[reason]!(kept, other))).toBe(true)
        expect(photos.some((other) => truths[reason]!(other, kept))).toBe(false)
      }
    }),
  )
})
