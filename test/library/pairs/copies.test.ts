import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

type Opened = Awaited<ReturnType<typeof openTestLibrary>>['library']

const list = async (library: Opened) =>
  (await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })).tiles.map(({ id, name, rating }) => ({
    id,
    name,
    rating,
  }))
const rescan = async (library: Opened) => {
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
}

test(
  'equal copies are one photo if a person wants that, and an edited copy is a separate photo',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const [a, b] = await drawPhotos(photosDir, 2, { width: 200, height: 150 })
    mkdirSync(join(photosDir, 'copies'))
    cpSync(a!, join(photosDir, 'copies', 'first.jpg'))
    const { library } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const apart = await list(library)
    expect(apart.map(({ name }) => name)).toEqual(['first.jpg', 'photo-001.jpg', 'photo-002.jpg'])
    await library.calls.photos.rate({ ids: [apart[0]!.id], rating: 4 })

    await library.calls.settings.set({ copies: 'together' })
    const together = await until(
      () => list(library),
      (tiles) => tiles.length === 2,
    )
    expect(together).toMatchObject([{ id: apart[0]!.id, rating: 4 }, { name: 'photo-002.jpg' }])
    expect((await library.calls.photos.get({ id: apart[0]!.id })).otherFiles).toHaveLength(1)

    // A later one joins once it is read.
    cpSync(b!, join(photosDir, 'copies', 'second.jpg'))
    await rescan(library)
    await until(
      () => list(library),
      (tiles) => tiles.length === 2,
    )

    // The rated photo stays when one of its files is deleted; another one is edited.
    rmSync(join(photosDir, 'copies', 'first.jpg'))
    appendFileSync(join(photosDir, 'copies', 'second.jpg'), 'edited')
    await rescan(library)
    const edited = await until(
      () => list(library),
      (tiles) => tiles.length === 3,
    )
    expect(edited).toMatchObject([
      { id: apart[0]!.id, name: 'photo-001.jpg', rating: 4 },
      { name: 'photo-002.jpg' },
      { name: 'second.jpg', rating: 0 },
    ])
  },
)

test("copies with a person's work stay apart; joined ones can be separated again", async () => {
  const { libraryDir, photosDir } = makeLibrary()
  const [a] = await drawPhotos(photosDir, 1, { width: 200, height: 150 })
  for (const name of ['b.jpg', 'c.jpg']) cpSync(a!, join(photosDir, name))
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const [b, c] = await list(library)
  await library.calls.photos.rate({ ids: [b!.id], rating: 2 })
  await library.calls.photos.rate({ ids: [c!.id], rating: 5 })
  await library.calls.settings.set({ copies: 'together' })
  const joined = await until(
    () => list(library),
    (tiles) => tiles.length === 2,
  )
  expect(joined.map(({ rating }) => rating).sort()).toEqual([2, 5])
  await library.calls.settings.set({ copies: 'apart' })
  const again = await until(
    () => list(library),
    (tiles) => tiles.length === 3,
  )
  expect(again.map(({ rating }) => rating).sort()).toEqual([0, 2, 5])
  expect(again).toEqual(expect.arrayContaining(joined))
})
