import { expect, test } from 'vitest'
import { makeLibrary, openCore } from '../../../library/library/open-core.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

/** Removes the one watched folder, as a window does; returns the ratings that its photos had. */
async function removeFolder(libraryDir: string): Promise<number[]> {
  const { core } = await openCore(libraryDir, { watch: false })
  const { tiles } = await core.library.photos.list({})
  const [root] = await core.library.folders.list()
  await core.library.folders.remove({ id: root!.id })
  await core.close()
  return tiles.map(({ rating }) => rating)
}

test('what was removed is listed, put back with its work, and deleted for good', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const removed = (...args: string[]) => runHere(dir, 'removed', ...args)
  const { core } = await openCore(libraryDir)
  await core.hostCalls.addFolder({ path: photosDir })
  await core.hostCalls.waitUntilIdle()
  await core.library.photos.rate({ ids: await core.library.photos.ids({}), rating: 4 })
  await core.close()
  await removeFolder(libraryDir)

  expect((await removed()).stdout).toMatch(/^2 +.*photos \(2 photos\) +kept until \d{4}-\d\d-\d\d\n$/)
  const [item] = JSON.parse((await removed('list', '--json')).stdout) as { id: number; path: string; photos: number }[]
  expect(item).toMatchObject({ id: 2, path: photosDir, photos: 2 })
  expect(await removed('restore', '2')).toMatchObject({ code: 0, stdout: expect.stringContaining(photosDir) as string })

  expect(await removeFolder(libraryDir)).toEqual([4, 4])
  expect(await removed('purge', '--all')).toMatchObject({ code: 0, stdout: '1 item deleted for good\n' })
  expect((await removed()).stderr).toBe('Nothing that was removed is kept.\n')
})
