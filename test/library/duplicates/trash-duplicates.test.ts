import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { appendFileSync, cpSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import type { Trash } from '../../../src-main/library/host/trash.ts'
import { openTrash } from '../../../src-main/shells/trash/open-trash.ts'
import { makeTempFolder, removeFolder, tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'
import { hashFile } from '../../../src-main/base/files/hash.ts'

const home = makeTempFolder('trash-home')
vi.stubEnv('XDG_DATA_HOME', home)
afterAll(() => {
  vi.unstubAllEnvs()
  removeFolder(home)
})

const isLinux = process.platform === 'linux'
const tiles = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
const namesIn = async (library: OpenLibrary) => (await tiles(library)).map(({ name }) => name)

type Setting = { trash: Trash; copy(from: string, to: string): void }

/** A library with `a.jpg` and equal copies of it; ids by name. */
async function openCopies(names: readonly string[], { trash = openTrash(), copy = cpSync }: Partial<Setting> = {}) {
  const { libraryDir, photosDir } = makeLibrary()
  const original = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 4 })
  for (const name of names) copy(original, join(photosDir, name))
  const { library } = await openTestLibrary(libraryDir, { trash })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.duplicates.search()
  const ids = new Map((await tiles(library)).map(({ id, name }) => [name, id]))
  return { library, libraryDir, photosDir, id: (name: string) => ids.get(name)! }
}

/** What is known about a copy at `path`. */
const statsOf = async (original: string, path: string) => ({
  path,
  bytes: statSync(original).size,
  contentHash: await hashFile(original),
})

const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path).sort()

test.skipIf(!isLinux)(
  'listed files go to the trash with their sidecars, and an undo restores all of them',
  { tags: 'night' },
  async () => {
    const { library, photosDir, id } = await openCopies(['a copy.jpg', 'b.jpg'])
    const sidecar = join(photosDir, 'b.jpg.xmp')
    writeFileSync(sidecar, '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    await library.calls.photos.rate({ ids: [id('b.jpg')], rating: 4 })
    const choice = { keepId: id('a.jpg'), ids: [id('a copy.jpg'), id('b.jpg')] }
    const plan = await library.calls.duplicates.plan({ choices: [choice] })
    const going = ['a copy.jpg', 'b.jpg'].map((name) => join(photosDir, name))
    expect(pathsOf(plan.files)).toEqual([...going, sidecar].sort())
    expect(plan.kept).toEqual([{ photoId: id('a.jpg'), path: join(photosDir, 'a.jpg') }])
    expect(plan.bytes).toBe(plan.files.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { path } of plan.files) expect(existsSync(path)).toBe(true)

    const report = await library.calls.duplicates.trash({ planId: plan.planId })
    expect(report).toMatchObject({ photoCount: 2, fileCount: 3, failures: [], merged: { count: 2 } })
    for (const path of [...going, sidecar]) expect(existsSync(path)).toBe(false)
    expect(await tiles(library)).toMatchObject([{ name: 'a.jpg', rating: 4 }])
    expect(await library.calls.removed.list()).toMatchObject([{ photoCount: 2, path: null, isInTrash: true }])
    expect(inEnglish((await library.calls.history.list({}))[0]?.sentence)).toBe('Moved 2 photos to the trash')

    const undone = await library.calls.history.undo({ id: report.change!.changeId! })
    expect(inEnglish(undone.sentence)).toBe('Undone: Moved 2 photos to the trash. 3 files put back from the trash')
    for (const path of [...going, sidecar]) expect(existsSync(path)).toBe(true)
    await until(
      () => tiles(library),
      (all) => all.length === 3 && all.every(({ status }) => status === 'ready'),
    )
    expect((await tiles(library)).map(({ rating }) => rating)).toEqual([0, 4, 4])
    await expect(library.calls.history.redo({ id: report.change!.changeId! })).rejects.toThrow('after they are listed')
    expect((await library.calls.history.redo({})).changeId).toBeNull()
    expect(existsSync(going[0]!)).toBe(true)
  },
)

test('nothing is trashed without a list, and a list is valid once', { tags: 'night' }, async () => {
  const { library, id } = await openCopies(['b.jpg'])
  await expect(library.calls.duplicates.trash({ planId: 'made-up' })).rejects.toThrow('List the files again')
  const choices = [{ keepId: id('a.jpg'), ids: [id('b.jpg')] }]
  const { planId } = await library.calls.duplicates.plan({ choices })
  await library.calls.duplicates.trash({ planId })
  await expect(library.calls.duplicates.trash({ planId })).rejects.toThrow('List the files again')
})

test('photos that are not duplicates, or are both kept and trashed, are refused', { tags: 'night' }, async () => {
  const { library, photosDir, id } = await openCopies(['b.jpg', 'c.jpg'])
  await drawPhoto(join(photosDir, 'other.jpg'), { seed: 19 })
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  const other = (await tiles(library)).find(({ name }) => name === 'other.jpg')!.id
  const plan = (...choices: { keepId: number; ids: number[] }[]) => library.calls.duplicates.plan({ choices })
  await expect(plan({ keepId: id('a.jpg'), ids: [other] })).rejects.toThrow('no longer found to show the same')
  await expect(plan({ keepId: id('a.jpg'), ids: [id('a.jpg')] })).rejects.toThrow('named twice')
  const circle = plan({ keepId: id('a.jpg'), ids: [id('b.jpg')] }, { keepId: id('b.jpg'), ids: [id('a.jpg')] })
  await expect(circle).rejects.toThrow('named twice')
  const chain = await plan({ keepId: id('a.jpg'), ids: [id('b.jpg')] }, { keepId: id('b.jpg'), ids: [id('c.jpg')] })
  expect(chain.kept).toMatchObject([{ photoId: id('a.jpg') }])
  expect(chain.files.map(({ photoId }) => photoId).sort()).toEqual([id('b.jpg'), id('c.jpg')].sort())
})

test('a file that changed after it was listed stays; the others are trashed', { tags: 'night' }, async () => {
  const { library, photosDir, id } = await openCopies(['b.jpg', 'c.jpg'])
  const { planId } = await library.calls.duplicates.plan({
    choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg'), id('c.jpg')] }],
  })
  appendFileSync(join(photosDir, 'b.jpg'), 'edited')
  const report = await library.calls.duplicates.trash({ planId })
  expect(report.photoCount).toBe(1)
  expect(report.failures).toMatchObject([{ path: join(photosDir, 'b.jpg') }])
  expect(inEnglish(report.failures[0]?.reason)).toContain('changed since it was listed')
  expect(existsSync(join(photosDir, 'b.jpg'))).toBe(true)
  expect(existsSync(join(photosDir, 'c.jpg'))).toBe(false)
})

test.each([
  ['is gone', (path: string) => rmSync(path)],
  ['is another one', (path: string) => writeFileSync(path, 'no picture')],
])('nothing is trashed if the file to be kept %s', { tags: 'night' }, async (_what, damage) => {
  const { library, photosDir, id } = await openCopies(['b.jpg'])
  const { planId } = await library.calls.duplicates.plan({ choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg')] }] })
  damage(join(photosDir, 'a.jpg'))
  const report = await library.calls.duplicates.trash({ planId })
  expect(report).toMatchObject({ photoCount: 0, fileCount: 0, change: null, merged: null })
  expect(inEnglish(report.failures[0]?.reason)).toContain('which is to be kept')
  expect(existsSync(join(photosDir, 'b.jpg'))).toBe(true)
})

test('a second name of the kept file is not trashed', { tags: 'night' }, async () => {
  const { library, id } = await openCopies(['b.jpg'], { copy: linkSync })
  const plan = await library.calls.duplicates.plan({ choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg')] }] })
  expect(plan).toMatchObject({ photoCount: 0, files: [], refused: [{ photoId: id('b.jpg') }] })
  expect(inEnglish(plan.refused[0]?.reason)).toContain('the same file as the one that is kept')
})

test('a file that cannot be trashed is named, and its photo keeps its tags', { tags: 'night' }, async () => {
  const real = openTrash()
  const stubborn: Trash = {
    ...real,
    put: (path) => (path.endsWith('b.jpg') ? Promise.reject(new Error('It is open elsewhere.')) : real.put(path)),
  }
  const { library, photosDir, id } = await openCopies(['b.jpg', 'c.jpg'], { trash: stubborn })
  const { planId } = await library.calls.duplicates.plan({
    choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg'), id('c.jpg')] }],
  })
  const report = await library.calls.duplicates.trash({ planId })
  expect(report).toMatchObject({
    photoCount: 1,
    failures: [{ path: join(photosDir, 'b.jpg'), reason: reads('It is open elsewhere.') }],
  })
  expect(await namesIn(library)).toEqual(['a.jpg', 'b.jpg'])
})

test.skipIf(!isLinux)(
  'an undo names the files that are no longer in the trash; their photos return without them',
  { tags: 'night' },
  async () => {
    const { library, photosDir, id } = await openCopies(['b.jpg'])
    await library.calls.photos.addTag({ ids: [id('b.jpg')], name: 'rome' })
    const { planId } = await library.calls.duplicates.plan({ choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg')] }] })
    const { change } = await library.calls.duplicates.trash({ planId, merges: false })
    rmSync(join(home, 'Trash'), { recursive: true })
    const { sentence } = await library.calls.history.undo({ id: change!.changeId! })
    expect(inEnglish(sentence)).toContain(`${join(photosDir, 'b.jpg')} is not put back: It is no longer in the trash`)
    const detail = await library.calls.photos.get({ id: id('b.jpg') })
    expect(detail).toMatchObject({ status: 'missing' })
    expect(detail.tags.map(({ name }) => name)).toContain('rome')
  },
)

test.skipIf(!isLinux)(
  'after a kill, the program finds what was trashed, and an undo puts it back',
  { tags: 'night' },
  async () => {
    const real = openTrash()
    const killed = join(tempFolder('killed'), 'library')
    let libraryDir = ''
    const trash: Trash = {
      ...real,
      put: async (path) => {
        // The files on disk are now as a killed program leaves them.
        if (path.endsWith('c.jpg'))
          cpSync(libraryDir, killed, { recursive: true, filter: (each) => !/lock/.test(each) })
        await real.put(path)
      },
    }
    const opened = await openCopies(['b.jpg', 'c.jpg'], { trash })
    libraryDir = opened.libraryDir
    const { library, photosDir, id } = opened
    await library.calls.photos.rate({ ids: [id('b.jpg')], rating: 4 })
    const choices = [{ keepId: id('a.jpg'), ids: [id('b.jpg'), id('c.jpg')] }]
    const { planId } = await library.calls.duplicates.plan({ choices })
    await library.calls.duplicates.trash({ planId, merges: false })
    await library.close()
    await real.putBack([await statsOf(join(photosDir, 'a.jpg'), join(photosDir, 'c.jpg'))]) // it was not trashed yet

    const { library: next } = await openTestLibrary(killed, { trash: real })
    const history = await until(
      () => next.calls.history.list({}),
      ([newest]) => newest?.kind === 'trash-photos',
    )
    expect(inEnglish(history[0]?.sentence)).toBe('Moved 1 photo to the trash')
    expect(inEnglish((await next.calls.history.undo({})).sentence)).toContain('1 file put back from the trash')
    expect(existsSync(join(photosDir, 'b.jpg'))).toBe(true)
    await next.hostCalls.waitUntilIdle()
    expect((await tiles(next)).map(({ name, rating }) => [name, rating])).toEqual([
      ['a.jpg', 0],
      ['b.jpg', 4],
      ['c.jpg', 0],
    ])
  },
)

test('a file that a person puts back by hand restores its photo with all work', { tags: 'night' }, async () => {
  const { library, photosDir, id } = await openCopies(['b.jpg'])
  await library.calls.photos.rate({ ids: [id('b.jpg')], rating: 2 })
  const bytes = readFileSync(join(photosDir, 'b.jpg'))
  const { planId } = await library.calls.duplicates.plan({ choices: [{ keepId: id('a.jpg'), ids: [id('b.jpg')] }] })
  await library.calls.duplicates.trash({ planId, merges: false })
  expect(await namesIn(library)).toEqual(['a.jpg'])
  writeFileSync(join(photosDir, 'b.jpg'), bytes)
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  expect(await tiles(library)).toMatchObject([{ name: 'a.jpg' }, { name: 'b.jpg', rating: 2 }])
})

test('without a trash, no removal is offered', async () => {
  const { libraryDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir)
  const plan = library.calls.duplicates.plan({ choices: [{ keepId: 1, ids: [2] }] })
  await expect(plan).rejects.toThrow('There is no trash here')
})
