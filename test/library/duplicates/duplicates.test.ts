import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { appendFileSync, cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { openTrash } from '../../../src-main/shells/trash/open-trash.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const SHOT = { IFD0: { Model: 'R5' }, IFD2: { DateTimeOriginal: '2024:06:01 10:00:00' } }

const namesOf = async (library: OpenLibrary, kind?: 'equal' | 'same' | 'near') => {
  await library.calls.duplicates.search()
  const { groups } = await library.calls.duplicates.groups(kind === undefined ? {} : { kind })
  return groups.map((group) => [group.kind, ...group.photos.map(({ name }) => name).sort()])
}

async function addAll(library: OpenLibrary, photosDir: string): Promise<void> {
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
}

const rescan = async (library: OpenLibrary) => {
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
}

async function saveVersions(dir: string): Promise<void> {
  const original = await drawPhoto(join(dir, 'IMG_1.jpg'), { width: 900, height: 600, seed: 3 })
  const shot = await sharp(original).withExif(SHOT).jpeg({ quality: 92 }).toBuffer()
  writeFileSync(original, shot)
  mkdirSync(join(dir, 'export'))
  await sharp(shot)
    .resize(450)
    .keepMetadata()
    .jpeg({ quality: 70 })
    .toFile(join(dir, 'export', 'small.jpg'))
  await sharp(shot)
    .grayscale()
    .keepMetadata()
    .jpeg({ quality: 90 })
    .toFile(join(dir, 'export', 'IMG_1-grey.jpg'))
  await drawPhoto(join(dir, 'other.jpg'), { width: 900, height: 600, seed: 11 })
}

test('equal files, copies of one picture and versions of it are found; others are not', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await saveVersions(photosDir)
  const [equal] = [await drawPhoto(join(photosDir, 'sea.jpg'), { seed: 21 })]
  cpSync(equal, join(photosDir, 'sea copy.jpg'))
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  expect(await namesOf(library)).toEqual([
    ['equal', 'sea copy.jpg', 'sea.jpg'],
    ['near', 'IMG_1-grey.jpg', 'IMG_1.jpg', 'small.jpg'],
  ])
  const { groups } = await library.calls.duplicates.groups({ kind: 'near' })
  expect(groups[0]?.photos[0]).toMatchObject({ name: 'IMG_1.jpg', camera: 'R5', width: 900, height: 600 })
  expect(inEnglish(groups[0]?.reasons[0])).toBe('More pixels')
  expect(await library.calls.duplicates.state()).toMatchObject({
    phase: 'done',
    counts: { equal: 1, same: 0, near: 1 },
    done: 6,
    total: 6,
  })
})

test('an exported copy is the same picture, without metadata or with other metadata', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const original = await drawPhoto(join(photosDir, 'a.jpg'), { width: 900, height: 600, seed: 5 })
  await sharp(original).resize(600).webp({ quality: 80 }).toFile(join(photosDir, 'web.webp'))
  const tagged = await drawPhoto(join(photosDir, 'b.jpg'), { width: 640, height: 480, seed: 9 })
  cpSync(tagged, join(photosDir, 'b-noted.jpg'))
  appendFileSync(join(photosDir, 'b-noted.jpg'), 'beside the picture')
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  expect((await namesOf(library)).sort()).toEqual([
    ['same', 'a.jpg', 'web.webp'],
    ['same', 'b-noted.jpg', 'b.jpg'],
  ])
})

test('frames of a burst are never duplicates, however similar', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const frame = await drawPhoto(join(photosDir, 'scene.jpg'), { width: 900, height: 600, seed: 5 })
  for (const [name, quality] of [
    ['IMG_0001.jpg', 90],
    ['IMG_0002.jpg', 88],
  ] as const)
    await sharp(frame).withExif(SHOT).jpeg({ quality }).toFile(join(photosDir, name))
  rmSync(frame)
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  expect(await namesOf(library)).toEqual([])
})

test(
  "byte-equal files remain equal when there is a small version, and the one in the event's folder is kept",
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const [event, backup] = [join(photosDir, '2023 Hochzeit'), join(photosDir, 'Backup alte Platte')]
    for (const dir of [event, backup]) mkdirSync(dir)
    const original = await drawPhoto(join(photosDir, 'drawn.jpg'), { width: 900, height: 600, seed: 3 })
    const shot = await sharp(original).withExif(SHOT).jpeg({ quality: 92 }).toBuffer()
    rmSync(original)
    for (const dir of [event, backup]) writeFileSync(join(dir, 'IMG_1.jpg'), shot)
    utimesSync(join(backup, 'IMG_1.jpg'), 0, 1_000_000)
    await sharp(shot).resize(600).keepMetadata().jpeg({ quality: 90 }).toFile(join(photosDir, 'small.jpg'))
    const { library } = await openTestLibrary(libraryDir, { trash: openTrash() })
    await addAll(library, photosDir)
    await library.calls.duplicates.search()
    const { groups } = await library.calls.duplicates.groups({})
    expect(groups.map(({ kind, photos }) => [kind, ...photos.map(({ path }) => relative(photosDir, path))])).toEqual([
      ['equal', join('2023 Hochzeit', 'IMG_1.jpg'), join('Backup alte Platte', 'IMG_1.jpg')],
      ['same', join('2023 Hochzeit', 'IMG_1.jpg'), 'small.jpg'],
    ])
    const choices = groups.map(({ keepId, photos }) => ({
      keepId,
      ids: photos.flatMap(({ id }) => (id === keepId ? [] : id)),
    }))
    const keptElsewhere = { keepId: choices[1]!.ids[0]!, ids: [choices[1]!.keepId] }
    const plan = await library.calls.duplicates.plan({ choices: [choices[0]!, keptElsewhere] })
    expect(plan).toMatchObject({ photoCount: 2, kept: [{ path: join(photosDir, 'small.jpg') }] })
  },
)

test('a small version without a time does not make two burst frames one picture', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const frame = await drawPhoto(join(photosDir, 'scene.jpg'), { width: 900, height: 600, seed: 5 })
  const save = (name: string, taken: string, exposure: string, quality: number) =>
    sharp(frame)
      .withExif({ IFD0: { Model: 'R5' }, IFD2: { DateTimeOriginal: taken, ExposureTime: exposure } })
      .jpeg({ quality })
      .toFile(join(photosDir, name))
  await save('IMG_0001.jpg', '2024:06:01 10:00:00', '1/100', 90)
  await save('IMG_0001-dark.jpg', '2024:06:01 10:00:00', '1/400', 84)
  await save('IMG_0002.jpg', '2024:06:01 10:00:01', '1/100', 88)
  await save('moved.jpg', '2024:06:01 12:00:01', '1/100', 88) // the same picture, with another date in the file
  await sharp(frame).resize(450).jpeg().toFile(join(photosDir, 'web.jpg'))
  rmSync(frame)
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  await library.calls.duplicates.search()
  const { groups } = await library.calls.duplicates.groups({})
  expect(
    groups.map(({ kind, notes, photos }) => [kind, notes.map(inEnglish), ...photos.map(({ name }) => name).sort()]),
  ).toEqual([
    ['same', ['Taken at different times'], 'IMG_0002.jpg', 'moved.jpg'],
    ['same', [], 'IMG_0001.jpg', 'web.jpg'],
  ])
})

test('a group with a frame of an exposure bracket is marked as such', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const frame = await drawPhoto(join(photosDir, 'scene.jpg'), { width: 900, height: 600, seed: 5 })
  for (const [i, exposure] of ['1/100', '1/400', '1/25'].entries()) {
    const settings = { ExposureTime: exposure, FNumber: '8', ISOSpeedRatings: '100' }
    await sharp(frame)
      .linear([1, 0.8, 1.2][i]!, 0)
      .withExif({ IFD0: { Model: 'R5' }, IFD2: { DateTimeOriginal: `2024:06:01 10:00:0${i}`, ...settings } })
      .jpeg()
      .toFile(join(photosDir, `IMG_000${i}.jpg`))
  }
  await sharp(frame).resize(450).jpeg().toFile(join(photosDir, 'web.jpg'))
  rmSync(frame)
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  await library.calls.duplicates.search()
  const { groups } = await library.calls.duplicates.groups({})
  expect(groups.map(({ notes, photos }) => [notes.map(inEnglish), ...photos.map(({ name }) => name).sort()])).toEqual([
    [['One of them is a frame of an exposure bracket'], 'IMG_0000.jpg', 'web.jpg'],
  ])
})

test(
  'photos marked as no duplicates stay apart after a restart; the mark can be undone',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const a = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 2 })
    cpSync(a, join(photosDir, 'b.jpg'))
    const { library } = await openTestLibrary(libraryDir)
    await addAll(library, photosDir)
    expect(await namesOf(library)).toEqual([['equal', 'a.jpg', 'b.jpg']])
    const { groups } = await library.calls.duplicates.groups({})
    const { sentence } = await library.calls.duplicates.dismiss({ ids: groups[0]!.photos.map(({ id }) => id) })
    expect(inEnglish(sentence)).toBe('Marked 2 photos as no duplicates of each other')
    expect(await namesOf(library)).toEqual([])
    cpSync(a, join(photosDir, 'c.jpg'))
    await rescan(library)
    expect(await namesOf(library)).toEqual([['equal', 'a.jpg', 'c.jpg']])
    rmSync(join(photosDir, 'c.jpg'))
    await rescan(library)
    await library.close()

    const again = await openTestLibrary(libraryDir)
    await again.library.hostCalls.waitUntilIdle()
    expect(await namesOf(again.library)).toEqual([])
    await again.library.calls.history.undo({})
    expect(await namesOf(again.library)).toEqual([['equal', 'a.jpg', 'b.jpg']])
  },
)

test('a rating starts no search for duplicates; a new photo does', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const a = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 2 })
  const { library } = await openTestLibrary(libraryDir)
  await addAll(library, photosDir)
  expect(await namesOf(library)).toEqual([])
  const { tiles } = await library.calls.photos.list({})
  // Events of the import come up to a tenth of a second later, and before those of this rating.
  const before = await library.calls.library.events()
  await library.calls.photos.rate({ ids: [tiles[0]!.id], rating: 2 })
  for await (const { type } of before) if (type === 'photos.changed') break
  expect(await namesOf(library)).toEqual([])
  const events = await library.calls.library.events()
  const nextTypes = async (last: string) => {
    const types: string[] = []
    while (types.at(-1) !== last) {
      const { done, value } = await events.next()
      if (done === true) throw new Error('The library closed.')
      types.push(value.type)
    }
    return types
  }
  await library.calls.photos.rate({ ids: [tiles[0]!.id], rating: 3 })
  expect(await nextTypes('photos.changed')).not.toContain('duplicates.changed')
  expect((await library.calls.duplicates.state()).phase).toBe('done')
  cpSync(a, join(photosDir, 'b.jpg'))
  await rescan(library)
  await nextTypes('duplicates.changed')
  await events.return?.()
  expect(await namesOf(library)).toEqual([['equal', 'a.jpg', 'b.jpg']])
})

test('hidden photos are in no group or count', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const a = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 2 })
  cpSync(a, join(photosDir, 'b.jpg'))
  const { library } = await openTestLibrary(libraryDir, { hasWindows: true })
  await addAll(library, photosDir)
  expect(await namesOf(library)).toHaveLength(1)
  const { tiles } = await library.calls.photos.list({})
  await library.calls.photos.setPrivate({ ids: [tiles[0]!.id], isPrivate: true })
  await library.calls.privacy.setClientMode({ isOn: true })
  expect(await namesOf(library)).toEqual([])
  expect((await library.calls.duplicates.state()).counts).toEqual({ equal: 0, same: 0, near: 0 })
  const ids = tiles.map(({ id }) => id)
  await expect(library.calls.duplicates.dismiss({ ids })).rejects.toThrow('There is no photo')
  await library.calls.privacy.setClientMode({ isOn: false })
  expect(await namesOf(library)).toHaveLength(1)
})
