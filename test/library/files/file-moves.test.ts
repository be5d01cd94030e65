import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const tiles = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
const folderId = async (library: OpenLibrary, path: string) => (await library.hostCalls.findFolder({ path }))!

/** A library with drawn photos of these names, and their ids by name. */
async function openPhotos(names: readonly string[]) {
  const { libraryDir, photosDir } = makeLibrary()
  for (const [seed, name] of names.entries()) {
    mkdirSync(join(photosDir, name, '..'), { recursive: true })
    await drawPhoto(join(photosDir, name), { seed: seed + 1 })
  }
  const opened = await openTestLibrary(libraryDir)
  const { library } = opened
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const id = async (name: string) => (await library.hostCalls.findPhoto({ path: join(photosDir, name) }))!
  return { ...opened, libraryDir, photosDir, id }
}

const carryOut = async (library: OpenLibrary, request: Parameters<OpenLibrary['calls']['files']['plan']>[0]) => {
  const plan = await library.calls.files.plan(request)
  return { plan, report: await library.calls.files.move({ planId: plan.planId }) }
}

test(
  'photos move to a new subfolder with all their files and data, and an undo moves them back',
  { tags: 'night' },
  async () => {
    const opened = await openPhotos(['a/one.jpg', 'a/two.jpg'])
    const { library, photosDir, id } = opened
    const from = join(photosDir, 'a')
    writeFileSync(join(from, 'one.xmp'), '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    writeFileSync(join(from, 'two.jpg.xmp'), '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    writeFileSync(join(from, 'ONE.AAE'), 'not that of one.jpg, which has another stem')
    writeFileSync(join(from, 'one.aae'), 'edits')
    const ids = [await id('a/one.jpg'), await id('a/two.jpg')]
    await library.calls.photos.rate({ ids, rating: 4 })
    const before = readFileSync(join(from, 'one.jpg'))
    const { plan, report } = await carryOut(library, {
      ids,
      target: { folderId: await folderId(library, photosDir), subfolder: 'best/{rating} stars' },
    })
    const to = join(photosDir, 'best', '4 stars')
    expect(plan).toMatchObject({ photoCount: 2, fileCount: 5, problemCount: 0, bytesToCopy: 0 })
    expect(report).toMatchObject({ photoCount: 2, fileCount: 5, failures: [] })
    expect(readdirSync(to).sort()).toEqual(['one.aae', 'one.jpg', 'one.xmp', 'two.jpg', 'two.jpg.xmp'])
    expect(readdirSync(from)).toEqual(['ONE.AAE'])
    expect(readFileSync(join(to, 'one.jpg'))).toEqual(before)
    expect(await library.hostCalls.findPhoto({ path: join(to, 'one.jpg') })).toBe(ids[0])
    await library.hostCalls.waitUntilIdle()
    expect(await tiles(library)).toMatchObject([
      { id: ids[0], rating: 4, status: 'ready' },
      { id: ids[1], rating: 4, status: 'ready' },
    ])
    expect(inEnglish((await library.calls.history.list({}))[0]?.sentence)).toBe(`Moved 2 photos to ${photosDir}`)

    const undone = await library.calls.history.undo({})
    expect(undone).toMatchObject({ count: 2, kept: 0 })
    expect(readdirSync(from).sort()).toEqual(['ONE.AAE', 'one.aae', 'one.jpg', 'one.xmp', 'two.jpg', 'two.jpg.xmp'])
    await library.hostCalls.waitUntilIdle()
    expect(await library.hostCalls.findPhoto({ path: join(from, 'one.jpg') })).toBe(ids[0])
    const redone = await library.calls.history.redo({})
    expect(redone).toMatchObject({ count: 2, kept: 0 })
    expect(readdirSync(to)).toHaveLength(5)
    await library.hostCalls.waitUntilIdle()
    expect((await tiles(library)).map(({ status }) => status)).toEqual(['ready', 'ready'])
  },
)

test('an undo skips and names a photo whose former place is taken', { tags: 'night' }, async () => {
  const { library, photosDir, id } = await openPhotos(['a/one.jpg', 'a/two.jpg', 'b/other.jpg'])
  const ids = [await id('a/one.jpg'), await id('a/two.jpg')]
  await carryOut(library, { ids, target: { folderId: await folderId(library, join(photosDir, 'b')) } })
  writeFileSync(join(photosDir, 'a', 'one.jpg'), 'another file')
  const undone = await library.calls.history.undo({})
  expect(undone).toMatchObject({ count: 1, kept: 1 })
  expect(inEnglish(undone.sentence)).toContain(`Another file lies at ${join(photosDir, 'a', 'one.jpg')}`)
  expect(readFileSync(join(photosDir, 'a', 'one.jpg'), 'utf8')).toBe('another file')
  expect(readdirSync(join(photosDir, 'b')).sort()).toEqual(['one.jpg', 'other.jpg'])
})

test(
  'a rename previews every new name, counts, numbers existing names, and lets photos swap names',
  { tags: 'night' },
  async () => {
    const { library, photosDir, id } = await openPhotos(['1.jpg', '2.jpg', '3.jpg'])
    const ids = [await id('1.jpg'), await id('2.jpg'), await id('3.jpg')]
    const bytes = new Map(['1', '2', '3'].map((name) => [name, readFileSync(join(photosDir, `${name}.jpg`))]))
    const same = await library.calls.files.plan({ ids, pattern: 'all of one name' })
    expect(same.preview.map(({ newName }) => newName)).toEqual(Array(3).fill('all of one name.jpg'))
    expect(same).toMatchObject({ photoCount: 1, problemCount: 2 })
    expect(inEnglish(same.preview[1]?.problem)).toContain('gets the name all of one name.jpg, too')
    const numbered = await library.calls.files.plan({ ids, pattern: 'same', numbersTaken: true })
    expect(numbered.preview.map(({ newName }) => newName)).toEqual(['same.jpg', 'same-2.jpg', 'same-3.jpg'])
    await expect(library.calls.files.plan({ ids, pattern: '{nmae}' })).rejects.toThrow('unknown field {nmae}')

    // 3 becomes 1, 1 becomes 2, 2 becomes 3.
    const { report } = await carryOut(library, { ids: [ids[2]!, ids[0]!, ids[1]!], pattern: '{counter:1}' })
    expect(report).toMatchObject({ photoCount: 3, failures: [] })
    expect(readFileSync(join(photosDir, '1.jpg'))).toEqual(bytes.get('3'))
    expect(readFileSync(join(photosDir, '2.jpg'))).toEqual(bytes.get('1'))
    expect(await library.hostCalls.findPhoto({ path: join(photosDir, '3.jpg') })).toBe(ids[1])
    await library.hostCalls.waitUntilIdle()
    expect(await id('1.jpg')).toBe(ids[2])
    const original = await library.calls.files.plan({ ids, pattern: '{original}' })
    expect(original.preview.map(({ newName }) => newName)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
    await library.calls.history.undo({})
    for (const [name, content] of bytes) expect(readFileSync(join(photosDir, `${name}.jpg`))).toEqual(content)
    expect(readdirSync(photosDir).sort()).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  },
)

test('names that exist on disk are found before anything is touched, in any case', async () => {
  const { library, photosDir, id } = await openPhotos(['a/one.jpg', 'b/ONE.jpg'])
  const ids = [await id('a/one.jpg')]
  const target = { folderId: await folderId(library, join(photosDir, 'b')) }
  const { plan, report } = await carryOut(library, { ids, target })
  expect(plan).toMatchObject({ photoCount: 0, problemCount: 1 })
  expect(inEnglish(plan.preview[0]?.problem)).toContain('There is a file one.jpg')
  expect(report).toMatchObject({ photoCount: 0, change: null })
  const numbered = await carryOut(library, { ids, target, numbersTaken: true })
  expect(numbered.report.photoCount).toBe(1)
  expect(readdirSync(join(photosDir, 'b')).sort()).toEqual(['ONE.jpg', 'one-2.jpg'])
})

test('files beside a photo get its number, too, if their names are taken', async () => {
  const { library, photosDir, id } = await openPhotos(['a/IMG_0012.jpg', 'b/IMG_0012.jpg'])
  for (const name of ['a', 'b']) writeFileSync(join(photosDir, name, 'IMG_O0012.AAE'), `edits in ${name}`)
  const target = { folderId: await folderId(library, join(photosDir, 'b')) }
  const { report } = await carryOut(library, { ids: [await id('a/IMG_0012.jpg')], target, numbersTaken: true })
  expect(report).toMatchObject({ photoCount: 1, failures: [] })
  expect(readFileSync(join(photosDir, 'b', 'IMG_O0012-2.AAE'), 'utf8')).toBe('edits in a')
  expect(readdirSync(join(photosDir, 'b')).sort()).toEqual([
    'IMG_0012-2.jpg',
    'IMG_0012.jpg',
    'IMG_O0012-2.AAE',
    'IMG_O0012.AAE',
  ])
})

test(
  'files that changed, vanished, are links or got a rival after planning stay; the others move',
  { tags: 'night' },
  async () => {
    const { library, photosDir, id } = await openPhotos([
      'a/1.jpg',
      'a/2.jpg',
      'a/3.jpg',
      'a/4.jpg',
      'a/5.jpg',
      'b/b.jpg',
    ])
    const ids = await Promise.all([1, 2, 3, 4, 5].map((number) => id(`a/${number}.jpg`)))
    const at = (name: string) => join(photosDir, name)
    const plan = await library.calls.files.plan({ ids, target: { folderId: await folderId(library, at('b')) } })
    writeFileSync(at('a/1.jpg'), 'edited')
    rmSync(at('a/2.jpg'))
    writeFileSync(at('b/3.jpg'), 'a rival')
    renameSync(at('a/4.jpg'), at('elsewhere.jpg'))
    symlinkSync(at('elsewhere.jpg'), at('a/4.jpg'))
    const report = await library.calls.files.move({ planId: plan.planId })
    expect(report.photoCount).toBe(1)
    expect(report.failures.map(({ path }) => path)).toEqual(['a/1.jpg', 'a/2.jpg', 'a/3.jpg', 'a/4.jpg'].map(at))
    expect(readFileSync(at('b/3.jpg'), 'utf8')).toBe('a rival')
    expect(existsSync(at('b/5.jpg'))).toBe(true)
  },
)

test('a folder is created and renamed with its photos, and both can be undone', { tags: 'night' }, async () => {
  const { library, photosDir, id } = await openPhotos(['a/one.jpg'])
  const photo = await id('a/one.jpg')
  const root = await folderId(library, photosDir)
  const { folderId: made } = await library.calls.files.newFolder({ parentId: root, name: 'Picked' })
  expect(existsSync(join(photosDir, 'Picked'))).toBe(true)
  expect((await library.calls.folders.list()).map(({ name }) => name)).toContain('Picked')
  await expect(library.calls.files.newFolder({ parentId: root, name: 'Picked' })).rejects.toThrow('There is a “Picked”')
  await expect(library.calls.files.newFolder({ parentId: root, name: 'a:b' })).rejects.toThrow('“a_b” is one')
  await expect(library.calls.files.newFolder({ parentId: root, name: 'con' })).rejects.toThrow('“_con” is one')
  await library.calls.history.undo({})
  expect(existsSync(join(photosDir, 'Picked'))).toBe(false)
  expect((await library.calls.folders.list()).some((each) => each.id === made)).toBe(false)

  const renamed = await library.calls.files.renameFolder({
    id: await folderId(library, join(photosDir, 'a')),
    name: 'Rome',
  })
  expect(inEnglish(renamed.sentence)).toBe('Renamed the folder “a” to “Rome”')
  expect(await library.hostCalls.findPhoto({ path: join(photosDir, 'Rome', 'one.jpg') })).toBe(photo)
  await library.hostCalls.waitUntilIdle()
  expect(await tiles(library)).toMatchObject([{ id: photo, status: 'ready' }])
  await expect(library.calls.files.renameFolder({ id: root, name: 'x' })).rejects.toThrow('is a watched folder')
  await library.calls.history.undo({})
  expect(existsSync(join(photosDir, 'a', 'one.jpg'))).toBe(true)
  await library.hostCalls.waitUntilIdle()
  expect(await id('a/one.jpg')).toBe(photo)
  expect(await tiles(library)).toHaveLength(1)
})
