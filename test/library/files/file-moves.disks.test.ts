import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bindMount, canMount, mountMemory, mountReadOnly } from '../../fixtures/mounts.ts'
import { mountDisk } from '../../fixtures/own-disk/mount-disk.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../../fixtures/small-disk.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

/** A library with one photo in `a` and an empty folder `b`; `prepare` may mount another disk over it. */
async function openTwo(prepare: (folder: string) => void, photosDir = makeLibrary().photosDir) {
  const libraryDir = join(makeLibrary().dir, 'library')
  for (const name of ['a', 'b']) mkdirSync(join(photosDir, name))
  await drawPhoto(join(photosDir, 'a', 'one.jpg'), { seed: 1 })
  prepare(join(photosDir, 'b'))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const id = (await library.hostCalls.findPhoto({ path: join(photosDir, 'a', 'one.jpg') }))!
  const root = (await library.hostCalls.findFolder({ path: photosDir }))!
  await library.calls.photos.rate({ ids: [id], rating: 5 })
  return { library, photosDir, id, target: { folderId: root, subfolder: 'b' } }
}

test.skipIf(!canMount)('a photo moves to another disk and back, verified, with all its data', async () => {
  const { library, photosDir, id, target } = await openTwo(mountMemory)
  const before = readFileSync(join(photosDir, 'a', 'one.jpg'))
  const plan = await library.calls.files.plan({ ids: [id], target })
  expect(plan.bytesToCopy).toBe(before.length)
  expect(await library.calls.files.move({ planId: plan.planId })).toMatchObject({ photoCount: 1, failures: [] })
  expect(readFileSync(join(photosDir, 'b', 'one.jpg'))).toEqual(before)
  expect(readdirSync(join(photosDir, 'a'))).toEqual([])
  await library.hostCalls.waitUntilIdle()
  expect((await library.calls.photos.list({})).tiles).toMatchObject([{ id, rating: 5, status: 'ready' }])
  await library.calls.history.undo({})
  expect(readFileSync(join(photosDir, 'a', 'one.jpg'))).toEqual(before)
  expect(readdirSync(join(photosDir, 'b'))).toEqual([])
})

test.skipIf(!canMount)(
  'a read-only or full folder is refused before anything is touched',
  { tags: 'night' },
  async () => {
    const { library, photosDir, id, target } = await openTwo(mountReadOnly)
    const plan = await library.calls.files.plan({ ids: [id], target })
    expect(plan).toMatchObject({ photoCount: 0, problemCount: 1 })
    expect(inEnglish(plan.preview[0]?.problem)).toContain('cannot be written to')
    const full = await openTwo((folder) => {
      const disk = mountSmallDisk(64 * 1024)
      if ('folder' in disk) bindMount(disk.folder, folder)
    })
    fillDisk(join(full.photosDir, 'b'))
    await expect(full.library.calls.files.plan({ ids: [full.id], target: full.target })).rejects.toThrow('has room for')
    expect(readdirSync(join(photosDir, 'a'))).toEqual(['one.jpg'])
  },
)

test('on a case-insensitive disk without links, a name can change only in case, replacing nothing', async (context) => {
  const disk = mountDisk({ ignoresCase: true }, 'vfat')
  if ('reason' in disk) return context.skip(disk.reason)
  const { library, photosDir, id } = await openTwo(() => undefined, disk.folder)
  const rename = async (pattern: string) => {
    const { planId, problemCount } = await library.calls.files.plan({ ids: [id], pattern })
    return { problemCount, ...(await library.calls.files.move({ planId })) }
  }
  expect(await rename('ONE')).toMatchObject({ photoCount: 1, failures: [] })
  expect(readdirSync(join(photosDir, 'a'))).toEqual(['ONE.jpg'])
  writeFileSync(join(photosDir, 'a', 'two.jpg'), 'another')
  expect(await rename('TWO')).toMatchObject({ photoCount: 0, problemCount: 1 })
  expect(readFileSync(join(photosDir, 'a', 'two.jpg'), 'utf8')).toBe('another')
  expect(await rename('three')).toMatchObject({ photoCount: 1, failures: [] })
  expect(readdirSync(join(photosDir, 'a')).sort()).toEqual(['three.jpg', 'two.jpg'])
})
