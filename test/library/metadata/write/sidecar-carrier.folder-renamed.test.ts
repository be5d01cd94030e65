import { readdirSync, renameSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SidecarPlaces } from '../../../../src-main/library/metadata/write/rows/sidecar-places.ts'
import { fileInfoOf, foundFileOf } from '../../../../src-main/library/ingest/reconcile/found-file.ts'
import { readMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { SidecarCarrier } from '../../../../src-main/library/metadata/write/sidecar-carrier.ts'
import { choose, openWriting } from './writing.ts'

/** Three photos of a folder with sidecars; two swapped their names and one has a new name. No scan has seen that. */
async function openUnseen() {
  const library = openWriting()
  const { add, catalog, path, rate, root, text, writer } = library
  const ids = await add('trip/a.jpg', 'trip/b.jpg', 'trip/c.jpg')
  await choose(library, 'sidecars')
  for (const [at, id] of ids.entries()) rate(id, at + 1)
  await writer.flush()
  const before = ['a', 'b', 'c'].map((name) => text(`trip/${name}.jpg.xmp`))
  const rename = (from: string, to: string) => renameSync(path(from), path(to))
  rename('trip/a.jpg', 'trip/x.jpg')
  rename('trip/b.jpg', 'trip/a.jpg')
  rename('trip/x.jpg', 'trip/b.jpg')
  rename('trip/c.jpg', 'trip/d.jpg')
  /** As a scan that finds the photos, in the order of their ids, under these names; returns the folder's id. */
  const settle = (folder: string, names = ['b.jpg', 'a.jpg', 'd.jpg']) => {
    const folderId = catalog.folders.ensure(root.id, folder)
    const files = catalog.files.known(root.id).toSorted((one, other) => one.photoId - other.photoId)
    catalog.files.settle(
      names.map((name, at) => ({
        ...fileInfoOf(folderId, foundFileOf('', name, statSync(path(`${folder}/${name}`), { bigint: true }))),
        fileId: files[at]!.fileId,
        isChanged: false,
      })),
    )
    return folderId
  }
  /** Reads the metadata of photos as the library does after a scan. */
  const readAll = async (wanted: readonly number[]) => {
    for (const id of wanted) {
      const { path: photo, othersSidecars } = catalog.files.toRead(id)!
      catalog.files.saveMetadata([{ id, ...(await readMetadata(photo, undefined, othersSidecars))! }])
    }
  }
  const sidecars = () => readdirSync(path('journey')).filter((name) => name.endsWith('.xmp'))
  return { ...library, before, ids, readAll, rename, settle, sidecars }
}

/** The same after a scan. */
async function openMoved() {
  const library = await openUnseen()
  return { ...library, folderId: library.settle('trip') }
}

/** Calls `act` once, right after the first call of `step`. */
function after(places: SidecarPlaces, step: keyof SidecarPlaces, act: () => void): SidecarPlaces {
  let isDone = false
  return new Proxy(places, {
    get:
      (target, name: keyof SidecarPlaces) =>
      (...parameters: unknown[]) => {
        const result = Reflect.apply(target[name], target, parameters) as unknown
        if (name === step && !isDone) {
          isDone = true
          act()
        }
        return result
      },
  })
}

test.each(['left', 'keep', 'kept', 'placed'] as const)(
  'sidecars reach their photos, and none is left behind, if the folder is renamed after "%s"',
  async (step) => {
    const { catalog, before, detail, folderId, ids, now, rename, sidecars: found, text, writer } = await openMoved()
    const { folders, metadataWrites } = catalog
    const sidecars = after(metadataWrites.sidecars, step, () => rename('trip', 'journey'))
    const carrier = new SidecarCarrier({
      catalog: { folders, metadataWrites: { ...metadataWrites, sidecars } },
      log: { warn: () => undefined },
    })
    now.mockReturnValue(now() + 60_000)
    await carrier.carry(now(), [])
    folders.rename(folderId, 'journey')

    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    expect(found()).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
    expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
    expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
  },
)

test('sidecars reach their photos if a scan takes all of the folder for missing before it finds the folder', async () => {
  const { catalog, before, detail, folderId, ids, now, rename, root, settle, text, writer } = await openMoved()
  const { files, folders } = catalog
  rename('trip', 'journey')
  files.markMissing(files.known(root.id).map(({ fileId }) => fileId))
  now.mockReturnValue(now() + 60_000)
  await writer.flush()
  folders.rename(folderId, 'journey')
  settle('journey')
  now.mockReturnValue(now() + 60_000)

  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
  expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
  expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
})

describe('in a folder that is found as a new one', () => {
  test('a sidecar that came along is still not that of another photo', async () => {
    const { before, detail, ids, now, readAll, rename, settle, sidecars, text, writer } = await openMoved()
    rename('trip', 'journey')
    settle('journey')
    await readAll(ids)
    expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
    now.mockReturnValue(now() + 60_000)
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
    expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
    expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
  })

  test('nor is it that of one that got its name at the same moment, and has no work', async () => {
    const { add, before, detail, ids, now, readAll, rename, settle, sidecars, text, writer } = await openUnseen()
    const [fresh = 0] = await add('trip/z.jpg')
    rename('trip/z.jpg', 'trip/c.jpg')
    rename('trip', 'journey')
    settle('journey', ['b.jpg', 'a.jpg', 'd.jpg', 'c.jpg'])
    await readAll([...ids, fresh])
    expect(detail(fresh).rating).toBe(0)
    now.mockReturnValue(now() + 60_000)
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
    await readAll([fresh])
    expect([...ids, fresh].map((id) => detail(id).rating)).toEqual([1, 2, 3, 0])
    expect(sidecars()).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
    expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
  })
})
