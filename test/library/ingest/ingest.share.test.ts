import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountDisk } from '../../fixtures/own-disk/mount-disk.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

test('a lost share leaves its photos offline with work and thumbnails, and returns with all of them', async ({
  skip,
}) => {
  const share = mountDisk({}, 'fuse.sshfs')
  if ('reason' in share) return skip(share.reason)
  const folder = join(share.folder, 'photos')
  await drawPhotos(folder, 3)
  const { libraryDir } = makeLibrary()
  const { library, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: folder })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({})
  await library.calls.photos.rate({ ids, rating: 4 })
  const rootOf = async () => (await library.calls.folders.list())[0]!

  await share.vanish()
  await library.calls.folders.rescan({})
  const { problem } = await until(rootOf, ({ isAvailable }) => !isAvailable)
  expect(inEnglish(problem)).toContain(
    'cannot be read (ENOTCONN). Check its drive or its connection. Its photos are kept.',
  )
  const { tiles } = await library.calls.photos.list({ filter: { ratingFrom: 4 } })
  expect(tiles.map(({ status }) => status)).toEqual(['offline', 'offline', 'offline'])
  expect(await library.serveImage({ photoId: ids[0]!, kind: 'thumb' })).not.toBeNull()

  await share.comeBack()
  await until(rootOf, ({ isAvailable }) => isAvailable)
  await library.hostCalls.waitUntilIdle()
  const back = (await library.calls.photos.list({ filter: { ratingFrom: 4 } })).tiles
  expect(back.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
})
