import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OpenLibrary } from '../../../../src-main/library/library.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'
import { makeOld, missingWork, rateByNumber, takeShot, withNewMetadata, workBelow, writeShot } from './shots.ts'

type Library = ReturnType<typeof makeLibrary>

async function importAndRate(library: OpenLibrary, photosDir: string): Promise<void> {
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await rateByNumber(library)
}

/** Changes files while the library is open or closed, and returns the work at each file afterwards. */
async function workAfter(
  when: 'open' | 'closed' | 'killed',
  { libraryDir, photosDir }: Library,
  change: () => Promise<void>,
  isDone: (work: Record<string, string>) => boolean = () => true,
) {
  const { library } = await openTestLibrary(libraryDir)
  await importAndRate(library, photosDir)
  if (when === 'open') {
    await change()
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
    const work = await until(() => workBelow(library, photosDir), isDone, 20_000)
    return { work, missing: await missingWork(library), library }
  }
  await library.close()
  if (when === 'killed') await rm(join(libraryDir, 'watch'), { recursive: true, force: true })
  await change()
  const { library: reopened } = await openTestLibrary(libraryDir)
  await reopened.hostCalls.waitUntilIdle()
  return { work: await workBelow(reopened, photosDir), missing: await missingWork(reopened), library: reopened }
}

describe.each(['open', 'closed', 'killed'] as const)('while the library is %s', (when) => {
  test('a renumbering moves no rating to another photo', async () => {
    const made = makeLibrary()
    const file = (number: number) => join(made.photosDir, `IMG_${number}.jpg`)
    for (const seed of [1, 2, 3, 4]) await writeShot(file(seed), { seed })
    const { work, missing } = await workAfter(when, made, async () => {
      for (const number of [4, 3, 2, 1]) await rename(file(number), file(number + 1))
    })
    expect(work).toEqual({
      'IMG_2.jpg': '1 was IMG_1.jpg',
      'IMG_3.jpg': '2 was IMG_2.jpg',
      'IMG_4.jpg': '3 was IMG_3.jpg',
      'IMG_5.jpg': '4 was IMG_4.jpg',
    })
    expect(missing).toEqual([])
  })

  test('swapped names swap no work, even with equal size and time', async () => {
    const made = makeLibrary()
    const [one, two] = [join(made.photosDir, '1.jpg'), join(made.photosDir, '2.jpg')]
    const pictures = [await takeShot({ seed: 1 }), await takeShot({ seed: 2 })]
    const length = Math.max(...pictures.map((picture) => picture.length))
    for (const [at, path] of [one, two].entries()) {
      await writeFile(path, Buffer.concat([pictures[at]!, Buffer.alloc(length - pictures[at]!.length)]))
      await makeOld(path)
    }
    await writeShot(join(made.photosDir, '3.jpg'), { seed: 3 })
    const { work, missing } = await workAfter(when, made, async () => {
      await rename(one, `${one}.tmp`)
      await rename(two, one)
      await rename(`${one}.tmp`, two)
    })
    expect(work).toEqual({ '1.jpg': '2 was 2.jpg', '2.jpg': '1 was 1.jpg', '3.jpg': '3 was 3.jpg' })
    expect(missing).toEqual([])
  })

  test("a new photo under a deleted one's name inherits nothing", async () => {
    const made = makeLibrary()
    const file = join(made.photosDir, 'IMG_5.jpg')
    await writeShot(file, { seed: 1 })
    const { work, missing } = await workAfter(when, made, async () => {
      await rm(file)
      await writeShot(file, { seed: 30 })
    })
    expect(work).toEqual({ 'IMG_5.jpg': '0' })
    expect(missing).toEqual(['IMG_5.jpg 5'])
  })

  test('a renamed folder and a moved one keep all work', async () => {
    const made = makeLibrary()
    const { photosDir } = made
    await writeShot(join(photosDir, 'trip', '1.jpg'), { seed: 1 })
    await writeShot(join(photosDir, 'trip', 'day', '2.jpg'), { seed: 2 })
    await writeShot(join(photosDir, 'other', '3.jpg'), { seed: 3 })
    const { work, missing, library } = await workAfter(when, made, async () => {
      await rename(join(photosDir, 'trip'), join(photosDir, 'journey'))
      await rename(join(photosDir, 'other'), join(photosDir, 'journey', 'other'))
    })
    expect(work).toEqual({
      'journey/1.jpg': '1 was 1.jpg',
      'journey/day/2.jpg': '2 was 2.jpg',
      'journey/other/3.jpg': '3 was 3.jpg',
    })
    expect(missing).toEqual([])
    expect((await library.calls.folders.list()).map((folder) => [folder.name, folder.photoCount])).toEqual([
      ['photos', 3],
      ['journey', 3],
      ['day', 1],
      ['other', 1],
    ])
  })

  test('new metadata or an edit renamed over the file keeps the work', { tags: 'night' }, async () => {
    const made = makeLibrary()
    const { photosDir } = made
    const file = (name: string) => join(photosDir, name)
    for (const seed of [1, 2]) await writeShot(file(`${seed}.jpg`), { seed })
    const { work, missing } = await workAfter(when, made, async () => {
      await writeFile(file('new.tmp'), await withNewMetadata(file('1.jpg'), 'a comment'))
      await rename(file('new.tmp'), file('1.jpg'))
      await writeFile(file('edit.tmp'), await takeShot({ seed: 40, takenAt: '2024:05:01 10:00:02' }))
      await rename(file('edit.tmp'), file('2.jpg'))
    })
    expect(work).toEqual({ '1.jpg': '1 was 1.jpg', '2.jpg': '2 was 2.jpg' })
    expect(missing).toEqual([])
  })

  test('an edit in a renamed folder whose old name another one has keeps the work', async () => {
    const made = makeLibrary()
    const file = (name: string) => join(made.photosDir, name)
    await writeShot(file('trip/1.jpg'), { seed: 1 })
    await writeShot(file('trip/2.jpg'), { seed: 2 })
    const { work, missing } = await workAfter(when, made, async () => {
      await rename(file('trip'), file('zoo'))
      await writeShot(file('trip/1.jpg'), { seed: 3, takenAt: '2024:06:01 10:00:00' })
      await writeFile(file('zoo/edit.tmp'), await takeShot({ seed: 41, takenAt: '2024:05:01 10:00:01' }))
      await rename(file('zoo/edit.tmp'), file('zoo/1.jpg'))
    })
    expect(work).toEqual({ 'trip/1.jpg': '0', 'zoo/1.jpg': '1 was 1.jpg', 'zoo/2.jpg': '2 was 2.jpg' })
    expect(missing).toEqual([])
  })

  test("a copy found before its original's renamed folder takes nothing from it", async () => {
    const made = makeLibrary()
    const file = (name: string) => join(made.photosDir, name)
    await writeShot(file('trip/1.jpg'), { seed: 1 })
    await writeShot(file('a/2.jpg'), { seed: 2 })
    const { work, missing } = await workAfter(when, made, async () => {
      await rename(file('trip'), file('zoo'))
      await cp(file('zoo/1.jpg'), file('a/9.jpg'), { preserveTimestamps: true })
    })
    expect(work).toEqual({ 'a/2.jpg': '2 was 2.jpg', 'a/9.jpg': '0', 'zoo/1.jpg': '1 was 1.jpg' })
    expect(missing).toEqual([])
  })

  test('two folders that swap names keep the work of their photos', { tags: 'night' }, async () => {
    const made = makeLibrary()
    const { photosDir } = made
    const at = (name: string) => join(photosDir, name)
    for (const [folder, seed] of [
      ['x', 1],
      ['y', 2],
    ] as const)
      await writeShot(join(at(folder), 'IMG.jpg'), { seed })
    const { library } = await openTestLibrary(made.libraryDir, { watch: when === 'open' })
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await library.calls.photos.list({})
    for (const { id } of tiles) {
      const { path } = await library.calls.photos.get({ id })
      await library.calls.photos.rate({ ids: [id], rating: path.startsWith(at('x')) ? 4 : 2 })
    }
    await rename(at('x'), at('tmp'))
    await rename(at('y'), at('x'))
    await rename(at('tmp'), at('y'))
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()
    expect(await workBelow(library, photosDir)).toEqual({ 'x/IMG.jpg': '2', 'y/IMG.jpg': '4' })
  })

  test('files moved to another watched folder keep their work', async () => {
    const made = makeLibrary()
    const { photosDir, dir, libraryDir } = made
    const other = join(dir, 'other')
    await mkdir(other)
    for (const seed of [1, 2]) await writeShot(join(photosDir, 'a', `${seed}.jpg`), { seed })
    const first = await openTestLibrary(libraryDir, { watch: when === 'open' })
    await importAndRate(first.library, photosDir)
    await first.library.hostCalls.addFolder({ path: other })
    await first.library.hostCalls.waitUntilIdle()
    await rename(join(photosDir, 'a', '1.jpg'), join(other, '1.jpg'))
    await cp(join(photosDir, 'a', '2.jpg'), join(other, '2.jpg'), { preserveTimestamps: true })
    await rm(join(photosDir, 'a', '2.jpg'))
    await first.library.calls.folders.rescan({})
    await first.library.hostCalls.waitUntilIdle()
    expect(await workBelow(first.library, other)).toEqual({ '1.jpg': '1 was 1.jpg', '2.jpg': '2 was 2.jpg' })
    expect(await missingWork(first.library)).toEqual([])
  })
})
