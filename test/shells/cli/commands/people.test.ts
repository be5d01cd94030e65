import { expect, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('a person is removed from the command line, and restored by an undo', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({})
  await library.close()
  const catalog = openCatalog(libraryDir)
  const faces = [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2, name: 'Anna', isIgnored: false, not: [] }]
  catalog.changes.apply({ kind: 'faces', faces, ids })
  catalog.close()
  const people = (...args: string[]) => runHere(dir, 'people', ...args)

  expect((await people('--help')).stdout).toContain('remove [options] <name>')
  expect((await people('list')).stdout).toBe('Anna: 2 faces on 2 photos\n')
  expect(await people('remove', 'anna')).toMatchObject({ code: 0, stdout: 'Removed the person “Anna”: 2 faces.\n' })
  expect((await people('list')).stdout).toBe('')
  expect((await people('remove', 'Anna')).code).not.toBe(0)
  expect((await runHere(dir, 'undo')).code).toBe(0)
  expect((await people('list')).stdout).toBe('Anna: 2 faces on 2 photos\n')
})
