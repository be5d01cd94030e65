import { expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

/** Removes the one watched folder, as a window does; returns its photos' ratings. */
async function removeFolder(libraryDir: string): Promise<number[]> {
  const { library } = await openTestLibrary(libraryDir, { watch: false })
  const { tiles } = await library.calls.photos.list({})
  const [root] = await library.calls.folders.list()
  await library.calls.folders.remove({ id: root!.id })
  await library.close()
  return tiles.map(({ rating }) => rating)
}

test('removed items are listed, restored with their work, and deleted for good', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const removed = (...args: string[]) => runHere(dir, 'removed', ...args)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  await library.calls.photos.rate({ ids: await library.calls.photos.ids({}), rating: 4 })
  await library.close()
  await removeFolder(libraryDir)

  expect((await removed()).stdout).toMatch(
    /^2 +.*photos \(2 photos\) +kept until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d\n$/,
  )
  const [item] = JSON.parse((await removed('list', '--json')).stdout) as { id: number; path: string; photos: number }[]
  expect(item).toMatchObject({ id: 2, path: photosDir, photos: 2 })
  expect(await removed('restore', '2')).toMatchObject({ code: 0, stdout: expect.stringContaining(photosDir) as string })

  expect(await removeFolder(libraryDir)).toEqual([4, 4])
  expect(await removed('purge', '--all')).toMatchObject({ code: 0, stdout: '1 item deleted for good\n' })
  expect((await removed()).stderr).toBe('Nothing that was removed is kept.\n')
})
