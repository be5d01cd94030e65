import { expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('albums are created, filled, ordered, moved, removed and restored from the command line', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 3)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  const photos: string[] = []
  for (const id of ids) photos.push(await library.hostCalls.locatePhoto({ id }))
  await library.close()
  const [a, b, c] = photos as [string, string, string]
  const album = (...args: string[]) => runHere(dir, 'album', ...args)
  const shown = async (path: string) => JSON.parse((await album('show', path, '--json')).stdout) as string[]

  expect(await album('create', 'Travel')).toMatchObject({ code: 0, stdout: 'Made the album “Travel”\n' })
  expect((await album('create', 'Rome', '--in', 'travel')).code).toBe(0)
  expect((await album('add', 'Travel/Rome', b, a)).stdout).toBe('Put 2 photos into the album “Rome”\n')
  expect((await album('add', 'Rome', c, '--before', a)).code).toBe(0)
  expect(await shown('Rome')).toEqual([b, c, a])
  expect((await album('order', 'Rome', a, '--before', b)).stdout).toBe('Moved 1 photo within the album “Rome”\n')
  expect(await shown('Rome')).toEqual([a, b, c])
  await album('take-out', 'Rome', b)
  expect((await album('create', 'Best', '--in', 'Travel', '--search', 'rating:5')).code).toBe(0)
  expect((await album('list')).stdout).toBe(
    'Travel (2 photos)\nTravel/Rome (2 photos)\nTravel/Best (smart: rating:5)\n',
  )
  expect((await runHere(dir, 'list', 'album:rome')).stdout.trim().split('\n')).toHaveLength(2)

  expect((await album('add', 'Best', a)).stderr).toContain('“Travel/Best” is a smart album')
  expect((await album('move', 'Travel', '--into', 'Rome')).stderr).toContain('An album cannot lie in itself.')

  expect((await album('move', 'Rome', '--top')).code).toBe(0)
  expect((await album('rename', 'Rome', 'Roma')).code).toBe(0)
  expect((await album('remove', 'Roma')).stdout).toBe('Removed the album “Roma”\n')
  expect((await album('show', 'Roma')).stderr).toContain('There is no album “Roma”')
  expect((await runHere(dir, 'undo')).code).toBe(0)
  expect(await shown('Roma')).toEqual([a, c])
})
