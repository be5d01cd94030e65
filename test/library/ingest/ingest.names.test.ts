import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { drawPhoto, drawPicture } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const rootOf = async (library: OpenLibrary) => (await library.calls.folders.list())[0]!
const tilesOf = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles
const onLinux = test.runIf(process.platform === 'linux')

/** A path whose last name has any bytes. */
const rawPath = (folder: string, ...bytes: (string | number)[]) =>
  Buffer.concat([
    Buffer.from(`${folder}/`),
    ...bytes.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from([each]))),
  ])

onLinux(
  'names that are not UTF-8 are named with what to do, in the folder and by doctor',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const picture = await drawPicture()
    writeFileSync(rawPath(photosDir, 'caf', 0xe9, '.jpg'), picture)
    writeFileSync(rawPath(photosDir, 'notes-', 0xe9, '.txt'), 'no photo')
    mkdirSync(rawPath(photosDir, 't', 0xff))
    await drawPhoto(join(photosDir, 'a\uFFFDb.jpg')) // This character may be intended.
    await drawPhoto(join(photosDir, 'plain.jpg'))
    const { library } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()

    expect((await tilesOf(library)).map(({ name, status }) => [name, status])).toEqual([
      ['a\uFFFDb.jpg', 'ready'],
      ['plain.jpg', 'ready'],
    ])
    const { problem, isAvailable } = await rootOf(library)
    expect(isAvailable).toBe(true)
    expect(inEnglish(problem)).toContain(
      String.raw`2 names cannot be used since they are not valid UTF-8, for example caf\xe9.jpg.`,
    )
    expect((await library.examine()).find(({ area }) => area === 'folders')).toMatchObject({
      level: 'hint',
      advice: problem,
    })

    await rename(rawPath(photosDir, 'caf', 0xe9, '.jpg'), join(photosDir, 'café.jpg'))
    await rm(rawPath(photosDir, 't', 0xff), { recursive: true })
    await library.calls.folders.rescan({})
    await until(
      () => rootOf(library),
      (root) => root.problem === null,
    )
    await library.hostCalls.waitUntilIdle()
    expect((await tilesOf(library)).map(({ name }) => name)).toContain('café.jpg')
  },
)

onLinux('a name that is not UTF-8 and comes while the folder is watched is named too', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(photosDir, 'plain.jpg'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  writeFileSync(rawPath(photosDir, 'late-', 0xe9, '.jpg'), await drawPicture())
  const { problem } = await until(
    () => rootOf(library),
    (root) => root.problem !== null,
  )
  expect(inEnglish(problem)).toContain(String.raw`late-\xe9.jpg`)
})

test('odd names and very long paths work like any others', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const names = [
    '-dash.jpg',
    '  blanks  .jpg',
    'new\nline.jpg',
    '#%?&+.jpg',
    '日本語.jpg',
    'e\u0301.jpg',
    'quote\'".jpg',
  ]
  const usable = process.platform === 'win32' ? ['-dash.jpg', '#%&+.jpg', '日本語.jpg'] : names
  for (const [seed, name] of usable.entries()) await drawPhoto(join(photosDir, name), { seed })
  const deep = join(photosDir, ...Array.from({ length: 8 }, (_, at) => `${at}`.padEnd(200, 'x')))
  await drawPhoto(join(deep, 'deep.jpg'), { seed: 50 })
  expect(deep.length).toBeGreaterThan(1_600)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const tiles = await tilesOf(library)
  expect(tiles.every(({ status }) => status === 'ready')).toBe(true)
  expect(new Set(tiles.map(({ name }) => name))).toEqual(new Set([...usable, 'deep.jpg']))

  await drawPhoto(join(deep, 'later.jpg'), { seed: 51 })
  await until(
    () => tilesOf(library),
    (now) => now.some(({ name, status }) => name === 'later.jpg' && status === 'ready'),
  )
})

onLinux('a path that is longer than the system allows is named, and the rest is found', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(photosDir, 'plain.jpg'))
  // Folders are created one within another, since no call takes a path of this length.
  const before = process.cwd()
  process.chdir(photosDir)
  for (let at = 0; at < 22; at++) {
    const name = `${at}`.padEnd(200, 'x')
    mkdirSync(name)
    process.chdir(name)
  }
  process.chdir(before)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect((await tilesOf(library)).map(({ name }) => name)).toEqual(['plain.jpg'])
  expect(inEnglish((await rootOf(library)).problem)).toContain('1 place cannot be read')
})

test('circular, self-referring and dangling links end', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(photosDir, 'a', 'one.jpg'))
  await symlink(photosDir, join(photosDir, 'a', 'up'))
  await symlink('self.jpg', join(photosDir, 'self.jpg'))
  await symlink('nowhere', join(photosDir, 'broken.jpg'))
  await symlink(join(photosDir, 'y'), join(photosDir, 'x'))
  await symlink(join(photosDir, 'x'), join(photosDir, 'y'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect((await tilesOf(library)).map(({ name }) => name)).toEqual(['one.jpg'])
  expect((await rootOf(library)).problem).toBeNull()
})

test(
  'links are followed only within watched and allowed folders; others are reported and not shown',
  { tags: 'night' },
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    const [outside, allowed, watched] = ['outside', 'allowed', 'watched'].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ]
    await drawPhoto(join(photosDir, 'own.jpg'))
    for (const [seed, folder] of [outside, allowed, watched].entries())
      await drawPhoto(join(folder, `${basename(folder)}.jpg`), { seed: seed + 2 })
    await symlink(outside, join(photosDir, 'a-folder'))
    await drawPhoto(join(dir, 'secret.jpg'), { seed: 9 })
    await symlink(join(dir, 'secret.jpg'), join(photosDir, 'a-file.jpg'))
    await symlink(allowed, join(photosDir, 'b'))
    let allowedFolders = [allowed, dir]
    const { library } = await openTestLibrary(libraryDir, { allowedFolders: () => Promise.resolve(allowedFolders) })
    const namesOf = async () =>
      (await tilesOf(library)).filter(({ status }) => status !== 'missing').map(({ name }) => name)
    const scan = async () => {
      await library.calls.folders.rescan({})
      await library.hostCalls.waitUntilIdle()
    }
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    expect(await namesOf()).toEqual(['a-file.jpg', 'allowed.jpg', 'outside.jpg', 'own.jpg'])
    expect((await rootOf(library)).problem).toBeNull()
    const seen = (await tilesOf(library)).find(({ name }) => name === 'outside.jpg')!
    await library.calls.photos.rate({ ids: [seen.id], rating: 4 })

    allowedFolders = [allowed] // As in a library from before links were checked.
    await scan()
    expect(await namesOf()).toEqual(['allowed.jpg', 'own.jpg'])
    const { problem } = await rootOf(library)
    expect(inEnglish(problem)).toContain('2 links lead out of the watched folders')
    expect(inEnglish(problem)).toContain(join(photosDir, 'a-file.jpg'))
    const full = { photoId: seen.id, kind: 'full' as const, tile: { column: 0, row: 0 } }
    expect(await library.serveImage(full)).toBeNull()

    await symlink(watched, join(photosDir, 'c'))
    await library.hostCalls.addFolder({ path: watched })
    await library.hostCalls.waitUntilIdle()
    expect(await namesOf()).toEqual(['allowed.jpg', 'own.jpg', 'watched.jpg', 'watched.jpg'])
    expect((await rootOf(library)).problem).toEqual(problem)

    allowedFolders = [allowed, dir]
    await scan()
    expect((await rootOf(library)).problem).toBeNull()
    expect((await tilesOf(library)).find(({ id }) => id === seen.id)).toMatchObject({ status: 'ready', rating: 4 })
  },
)

test('a new link that leads out of a watched folder is reported at once', { tags: 'night' }, async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhoto(join(dir, 'outside', 'one.jpg'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await symlink(join(dir, 'outside'), join(photosDir, 'link'))
  const problem = await until(
    async () => (await rootOf(library)).problem,
    (text) => text !== null,
  )
  expect(inEnglish(problem)).toMatch(/^1 link leads out of the watched folders/)
  expect(await tilesOf(library)).toEqual([])
})

onLinux('a sparse file is a file like any other, although it has no blocks', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const file = join(photosDir, 'sparse.jpg')
  await mkdir(photosDir, { recursive: true })
  await writeFile(file, '')
  await truncate(file, 1_000_000)
  const { library, engine } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  expect(engine.seen).toContain(file)
})
