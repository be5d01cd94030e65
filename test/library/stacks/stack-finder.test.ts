import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { renameSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

/** A photo of a camera, some seconds after ten o'clock. */
async function shoot(folder: string, name: string, seconds: number): Promise<void> {
  const picture = sharp(await drawPicture({ seed: 4, width: 200, height: 150 })).withExif({
    IFD0: { Make: 'Lumafold', Model: 'Camera' },
    IFD2: { DateTimeOriginal: `2024:06:01 10:00:${String(seconds).padStart(2, '0')}` },
  })
  await writeFile(join(folder, name), await picture.jpeg().toBuffer())
}

test("a burst is stacked on arrival and survives renaming a file; a person's changes can be undone", async () => {
  const { libraryDir, photosDir } = makeLibrary()
  for (const [name, seconds] of [
    ['a.jpg', 0],
    ['b.jpg', 1],
    ['c.jpg', 30],
  ] as const)
    await shoot(photosDir, name, seconds)
  const { library: opened } = await openTestLibrary(libraryDir)
  await opened.hostCalls.addFolder({ path: photosDir })
  await opened.hostCalls.waitUntilIdle()
  const { calls } = opened
  const sort = { by: 'name', order: 'asc' } as const
  const list = async () => (await calls.photos.list({ sort, stacks: { open: [] } })).tiles
  const framesNow = async () => (await list()).map(({ frames = 1 }) => frames)
  const [top] = await until(list, (tiles) => tiles.length === 2)
  expect(await framesNow()).toEqual([2, 1])
  const frames = await calls.stacks.frames({ ids: [top!.id] })
  expect(frames).toHaveLength(2)

  // What a mark on the folded stack concerns: its photos in the list, or one frame of an unfolded stack.
  const inList = (open: number[], filter = {}) =>
    calls.stacks.frames({ ids: [top!.id], list: { filter, stacks: { open } } })
  await calls.photos.setPick({ ids: [frames[1]!], pick: -1 })
  expect([await inList([]), await inList([top!.stack!]), await inList([], { picks: [0] })]).toEqual([
    frames,
    [top!.id],
    [frames[0]],
  ])
  expect((await list())[0]).toMatchObject({ id: frames[0], frames: 2, flagged: { picked: 0, rejected: 1 } })
  const query = { filter: {}, sort, stacks: { open: [] }, from: 0 }
  expect(await calls.search.progress(query)).toMatchObject({ stacks: 1, photos: 1, open: 2 })
  expect(await calls.search.nextOpen({ ...query, after: frames[0]! })).toMatchObject({ index: 1 })
  expect(await calls.stacks.review({ ids: frames })).toMatchObject({ bursts: [], decided: 1 })
  await calls.photos.setPick({ ids: [frames[1]!], pick: 0 })
  const taken = await calls.stacks.takeBest({ ids: [frames[1]!], rest: 'reject' })
  expect(inEnglish(taken.sentence)).toBe('Picked the best frame of 1 burst and rejected 1 photo')
  expect((await list())[0]).toMatchObject({ id: frames[1], flagged: { picked: 1, rejected: 1 } })
  await calls.history.undo({})

  renameSync(join(photosDir, 'b.jpg'), join(photosDir, 'renamed.jpg'))
  await calls.folders.rescan({})
  await opened.hostCalls.waitUntilIdle()
  expect((await calls.photos.tiles({ ids: frames })).map(({ name }) => name)).toEqual(['a.jpg', 'renamed.jpg'])
  expect(await calls.stacks.frames({ ids: [top!.id] })).toEqual(frames)

  expect(inEnglish((await calls.stacks.split({ id: frames[1]! })).sentence)).toBe('Took 1 photo out of its stack')
  expect(await framesNow()).toEqual([1, 1, 1])
  await calls.history.undo({})
  expect(await framesNow()).toEqual([2, 1])
  await expect(calls.stacks.split({ id: frames[0]! })).rejects.toThrow('nothing to split')
  await calls.stacks.join({ ids: [frames[0]!, (await list())[1]!.id] })
  expect(await calls.stacks.frames({ ids: [frames[0]!] })).toHaveLength(2)
  await calls.stacks.unstack({ ids: [frames[0]!] })
  expect(await calls.stacks.frames({ ids: [frames[0]!] })).toEqual([frames[0]])
  await calls.stacks.release({ ids: frames })
  expect(
    (
      await until(
        () => calls.stacks.frames({ ids: [frames[0]!] }),
        ({ length }) => length === 2,
      )
    ).length,
  ).toBe(2)
})
