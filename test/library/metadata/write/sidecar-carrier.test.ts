import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MetadataWriting } from '../../../../src-main/contract/library/settings.ts'
import { actAsOrdinaryUser, hasPermissions } from '../../../fixtures/ordinary-user.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'
import { writeShot } from '../../ingest/identity/shots.ts'
import { bag, sidecarOf } from './writing.ts'

/** A library that writes sidecars, with some photos. Files change unobserved; `settle` scans them. */
async function open(names: readonly string[], mode: MetadataWriting = 'sidecars') {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  const path = (name: string) => join(photosDir, name)
  for (const [seed, name] of names.entries()) await writeShot(path(name), { seed: seed + 1 })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.metadata.setMode({ mode })
  const { calls, hostCalls } = library
  const idOf = async (name: string) => (await hostCalls.findPhoto({ path: path(name) }))!
  return {
    dir,
    calls,
    hostCalls,
    path,
    text: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    rename: (from: string, to: string) => renameSync(path(from), path(to)),
    sidecars: (folder = '') => readdirSync(path(folder)).filter((name) => name.endsWith('.xmp')),
    /** The person's work, and keywords of the file. */
    async photo(name: string) {
      const { id, rating, tags } = await calls.photos.get({ id: await idOf(name) })
      return { id, rating, tags: tags.flatMap(({ source, name }) => (source === 'file' ? name : [])) }
    },
    async rate(name: string, rating: number) {
      await calls.photos.rate({ ids: [await idOf(name)], rating })
      await calls.metadata.write()
    },
    /** Twice, since the first scan finds the files and the second one the sidecars written beside them. */
    async settle() {
      for (let round = 0; round < 2; round++) {
        await calls.folders.rescan({})
        await hostCalls.waitUntilIdle()
        await calls.metadata.write()
      }
      await calls.folders.rescan({})
      await hostCalls.waitUntilIdle()
    },
  }
}

const foreign = (inner = '') =>
  sidecarOf({ attributes: ' xmp:Label="Red" my:own="x" xmlns:my="http://example.com/my/"', inner })

describe('a photo renamed without its sidecar', () => {
  test(
    "gets it back to the byte, with other programs' changes; nothing stays at the old name",
    { tags: 'night' },
    async () => {
      const { rate, write, text, rename, settle, sidecars, photo } = await open(['a.jpg', 'c.jpg'])
      write('a.jpg.xmp', foreign(bag('sea')))
      await settle()
      await rate('a.jpg', 4)
      const before = text('a.jpg.xmp')
      expect(before).toContain('my:own="x"')
      expect(before).toContain('xmp:Rating="4"')
      const { id } = await photo('a.jpg')
      rename('a.jpg', 'b.jpg')
      await settle()
      expect(sidecars()).toEqual(['b.jpg.xmp'])
      expect(text('b.jpg.xmp')).toBe(before)
      expect(await photo('b.jpg')).toEqual({ id, rating: 4, tags: ['sea'] })
    },
  )

  test("gets a copy of another program's sidecar, which stays", { tags: 'night' }, async () => {
    const { write, text, rename, settle, sidecars, photo } = await open(['a.jpg', 'r.cr2'])
    write('a.jpg.xmp', foreign(bag('sea')))
    write('r.xmp', foreign(bag('raw')))
    await settle()
    rename('a.jpg', 'b.jpg')
    rename('r.cr2', 's.cr2')
    await settle()
    expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'r.xmp', 's.xmp'])
    expect(text('b.jpg.xmp')).toBe(foreign(bag('sea')))
    expect(text('s.xmp')).toBe(foreign(bag('raw')))
    expect((await photo('b.jpg')).tags).toEqual(['sea'])
    expect((await photo('s.cr2')).tags).toEqual(['raw'])
  })

  test("keeps another program's later change, in both places", async () => {
    const { rate, write, text, rename, settle, sidecars, photo } = await open(['a.jpg'])
    await rate('a.jpg', 4)
    write('a.jpg.xmp', text('a.jpg.xmp').replace('>4<', '>2<'))
    const changed = text('a.jpg.xmp')
    rename('a.jpg', 'b.jpg')
    await settle()
    expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp'])
    expect([text('a.jpg.xmp'), text('b.jpg.xmp')]).toEqual([changed, changed])
    expect((await photo('b.jpg')).rating).toBe(2)
  })

  test('gets it even if its folder was renamed before any scan', { tags: 'night' }, async () => {
    const { calls, hostCalls, rate, text, rename, settle, sidecars } = await open(['trip/a.jpg', 'trip/c.jpg'])
    await rate('trip/a.jpg', 4)
    const before = text('trip/a.jpg.xmp')
    rename('trip/a.jpg', 'trip/b.jpg')
    await calls.folders.rescan({})
    await hostCalls.waitUntilIdle()
    rename('trip', 'journey')
    await calls.metadata.write()
    await settle()
    expect(sidecars('journey')).toEqual(['b.jpg.xmp'])
    expect(text('journey/b.jpg.xmp')).toBe(before)
  })

  test(
    'is left unchanged if the other program renamed the sidecar too, or another one is there',
    { tags: 'night' },
    async () => {
      const { rate, write, text, rename, settle, sidecars, photo } = await open(['a.jpg', 'c.jpg'])
      await rate('a.jpg', 4)
      await rate('c.jpg', 5)
      const own = text('a.jpg.xmp')
      write('d.jpg.xmp', foreign())
      rename('a.jpg', 'b.jpg')
      rename('a.jpg.xmp', 'b.jpg.xmp')
      rename('c.jpg', 'd.jpg')
      await settle()
      expect(sidecars()).toEqual(['b.jpg.xmp', 'd.jpg.xmp'])
      expect(text('b.jpg.xmp')).toBe(own)
      expect(text('d.jpg.xmp')).toContain('my:own="x"')
      expect(text('d.jpg.xmp')).toContain('xmp:Rating="5"')
      expect((await photo('d.jpg')).rating).toBe(5)
    },
  )
})

test('photos that swap names swap their sidecars', { tags: 'night' }, async () => {
  const { rate, write, text, rename, settle, sidecars, photo } = await open(['a.jpg', 'b.jpg'])
  write('a.jpg.xmp', foreign(bag('sea')))
  await settle()
  await rate('a.jpg', 4)
  await rate('b.jpg', 2)
  const [a, b] = [text('a.jpg.xmp'), text('b.jpg.xmp')]
  rename('a.jpg', 'x.jpg')
  rename('b.jpg', 'a.jpg')
  rename('x.jpg', 'b.jpg')
  await settle()
  expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp'])
  expect([text('b.jpg.xmp'), text('a.jpg.xmp')]).toEqual([a, b])
  expect(await photo('b.jpg')).toMatchObject({ rating: 4, tags: ['sea'] })
  expect(await photo('a.jpg')).toMatchObject({ rating: 2, tags: [] })
})

test('a renumbering moves the sidecars with the photos', { tags: 'night' }, async () => {
  const names = [1, 2, 3, 4].map((number) => `IMG_${number}.jpg`)
  const { rate, text, rename, settle, sidecars } = await open(names)
  for (const [at, name] of names.entries()) await rate(name, at + 1)
  const before = names.map((name) => text(`${name}.xmp`))
  for (const number of [4, 3, 2, 1]) rename(`IMG_${number}.jpg`, `IMG_${number + 1}.jpg`)
  await settle()
  expect(sidecars()).toEqual([2, 3, 4, 5].map((number) => `IMG_${number}.jpg.xmp`))
  expect([2, 3, 4, 5].map((number) => text(`IMG_${number}.jpg.xmp`))).toEqual(before)
})

describe('a new photo that takes the name of another one', () => {
  test('that was renamed inherits no sidecar', async () => {
    const { path, rate, text, rename, settle, sidecars, photo } = await open(['a.jpg'])
    await rate('a.jpg', 4)
    const before = text('a.jpg.xmp')
    rename('a.jpg', 'b.jpg')
    await writeShot(path('a.jpg'), { seed: 30 })
    await settle()
    expect(sidecars()).toEqual(['b.jpg.xmp'])
    expect(text('b.jpg.xmp')).toBe(before)
    expect((await photo('b.jpg')).rating).toBe(4)
    expect((await photo('a.jpg')).rating).toBe(0)
    await rate('a.jpg', 1)
    expect(text('a.jpg.xmp')).toContain('<xmp:Rating>1<')
    expect(text('b.jpg.xmp')).toBe(before)
  })

  test('that was deleted inherits nothing, and the sidecar returns with its photo', { tags: 'night' }, async () => {
    const { path, rate, write, text, settle, sidecars, photo } = await open(['a.jpg'])
    write('a.jpg.xmp', foreign(bag('sea')))
    await settle()
    await rate('a.jpg', 4)
    const [sidecar, picture] = [text('a.jpg.xmp'), readFileSync(path('a.jpg'))]
    const { id } = await photo('a.jpg')
    rmSync(path('a.jpg'))
    await settle()
    expect(sidecars()).toEqual(['a.jpg.xmp'])
    await writeShot(path('a.jpg'), { seed: 30 })
    await settle()
    expect(await photo('a.jpg')).toMatchObject({ rating: 0, tags: [] })
    expect(sidecars()).toEqual([])
    writeFileSync(path('back.jpg'), picture)
    await settle()
    expect(await photo('back.jpg')).toEqual({ id, rating: 4, tags: ['sea'] })
    expect(text('back.jpg.xmp')).toBe(sidecar)
  })

  test.each(['sidecars', 'off'] as const)(
    "is read without the other's sidecar, writing %s",
    { tags: 'night' },
    async (mode) => {
      const { calls, hostCalls, path, rate, rename, photo } = await open(['a.jpg', 'r.cr2'])
      await rate('a.jpg', 4)
      await rate('r.cr2', 5)
      if (mode === 'off') await calls.metadata.setMode({ mode })
      rename('a.jpg', 'b.jpg')
      rmSync(path('r.cr2'))
      await writeShot(path('a.jpg'), { seed: 30 })
      await writeShot(path('r.cr2'), { seed: 31 })
      await calls.folders.rescan({})
      await hostCalls.waitUntilIdle()
      expect((await photo('a.jpg')).rating).toBe(0)
      expect((await photo('r.cr2')).rating).toBe(0)
      if (mode === 'off') expect(existsSync(path('a.jpg.xmp'))).toBe(true)
    },
  )
})

describe("another photo's former sidecar, which Lumafold has written to since", () => {
  /** `a.jpg` was rated three times; `first` is the first content of its sidecar. */
  async function openRated() {
    const opened = await open(['a.jpg'])
    await opened.rate('a.jpg', 4)
    const first = opened.text('a.jpg.xmp')
    await opened.rate('a.jpg', 3)
    await opened.rate('a.jpg', 5)
    return { ...opened, first }
  }

  test('does not follow a photo that leaves its place', { tags: 'night' }, async () => {
    const { path, rate, write, text, rename, settle, sidecars, photo, first } = await openRated()
    rmSync(path('a.jpg'))
    rmSync(path('a.jpg.xmp'))
    await writeShot(path('a.jpg'), { seed: 30 })
    await settle()
    await rate('a.jpg', 1)
    write('a.jpg.xmp', first)
    rename('a.jpg', 'b.jpg')
    await settle()
    expect((await photo('b.jpg')).rating).toBe(1)
    expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp'])
    expect(text('a.jpg.xmp')).toBe(first)
    expect(text('b.jpg.xmp')).toContain('<xmp:Rating>1<')
  })

  test('is read for no other photo if no metadata is written', { tags: 'night' }, async () => {
    const { calls, path, write, settle, sidecars, photo, first } = await openRated()
    await calls.metadata.setMode({ mode: 'off' })
    rmSync(path('a.jpg'))
    write('a.jpg.xmp', first)
    await writeShot(path('a.jpg'), { seed: 30 })
    await settle()
    expect((await photo('a.jpg')).rating).toBe(0)
    expect(sidecars()).toEqual(['a.jpg.xmp'])
  })
})

test('a sidecar that cannot be written beside its photo stays, and follows later', async (context) => {
  if (!hasPermissions) return context.skip()
  const { calls, dir, path, rate, text, rename, settle, sidecars } = await open(['a.jpg', 'locked/c.jpg'])
  await rate('a.jpg', 4)
  const before = text('a.jpg.xmp')
  rename('a.jpg', 'locked/b.jpg')
  chmodSync(path('locked'), 0o555)
  actAsOrdinaryUser(dir)
  await settle()
  expect(sidecars()).toEqual(['a.jpg.xmp'])
  chmodSync(path('locked'), 0o755)
  await calls.metadata.write()
  expect(sidecars()).toEqual([])
  expect(text('locked/b.jpg.xmp')).toBe(before)
})

test("another program's sidecar beside a photo's new place takes no rating away", async (context) => {
  if (!hasPermissions) return context.skip()
  const { calls, dir, path, rate, write, rename, settle, photo } = await open(['locked/a.jpg', 'z.jpg'])
  await rate('locked/a.jpg', 4)
  const { id } = await photo('locked/a.jpg')
  rename('locked/a.jpg', 'b.jpg')
  rename('z.jpg', 'locked/a.jpg')
  write('b.jpg.xmp', sidecarOf({ attributes: ' xmp:Rating="2"' }))
  chmodSync(path('locked'), 0o555)
  actAsOrdinaryUser(dir)
  await settle()
  chmodSync(path('locked'), 0o755)
  rmSync(path('locked/a.jpg.xmp'))
  await calls.photos.addTag({ ids: [id], name: 'sea' })
  await settle()
  expect(await photo('b.jpg')).toMatchObject({ id, rating: 4 })
})

test('an open library moves sidecars by itself', { tags: 'night' }, async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const path = (name: string) => join(photosDir, name)
  await writeShot(path('a.jpg'), { seed: 1 })
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.metadata.setMode({ mode: 'sidecars' })
  const id = await library.hostCalls.findPhoto({ path: path('a.jpg') })
  await library.calls.photos.rate({ ids: [id!], rating: 3 })
  await library.calls.metadata.write()
  const before = readFileSync(path('a.jpg.xmp'), 'utf8')
  renameSync(path('a.jpg'), path('b.jpg'))
  await until(
    () => [existsSync(path('a.jpg.xmp')), existsSync(path('b.jpg.xmp'))],
    ([isThere, isHere]) => !isThere && isHere === true,
  )
  expect(readFileSync(path('b.jpg.xmp'), 'utf8')).toBe(before)
})
