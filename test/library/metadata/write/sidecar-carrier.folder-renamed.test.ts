import { readdirSync, renameSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SidecarPlaces } from '../../../../src-main/library/metadata/write/rows/sidecar-places.ts'
import { fileInfoOf, foundFileOf } from '../../../../src-main/library/ingest/reconcile/found-file.ts'
import { readMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { SidecarCarrier } from '../../../../src-main/library/metadata/write/sidecar-carrier.ts'
import { choose, openWriting } from './writing.ts'

/** Three photos of a folder with sidecars; two swapped their names and one has a new name. */
async function openMoved() {
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
  const folderId = catalog.folders.ensure(root.id, 'trip')
  const files = catalog.files.known(root.id).toSorted((one, other) => one.photoId - other.photoId)
  catalog.files.settle(
    ['b.jpg', 'a.jpg', 'd.jpg'].map((name, at) => ({
      ...fileInfoOf(folderId, foundFileOf('', name, statSync(path(`trip/${name}`), { bigint: true }))),
      fileId: files[at]!.fileId,
      isChanged: false,
    })),
  )
  return { ...library, before, ids, folderId, rename }
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
    const { catalog, before, detail, folderId, ids, now, path, rename, text, writer } = await openMoved()
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
    const found = readdirSync(path('journey')).filter((name) => name.endsWith('.xmp'))
    expect(found).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
    expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
    expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
  },
)

test('sidecars reach their photos if a scan takes all photos of the folder for missing before it finds the folder', async () => {
  const { catalog, before, detail, folderId, ids, now, path, rename, root, text, writer } = await openMoved()
  const { files, folders } = catalog
  rename('trip', 'journey')
  files.markMissing(files.known(root.id).map(({ fileId }) => fileId))
  now.mockReturnValue(now() + 60_000)
  await writer.flush()
  folders.rename(folderId, 'journey')
  files.settle(
    files.known(root.id).map(({ fileId, name }) => ({
      ...fileInfoOf(folderId, foundFileOf('', name, statSync(path(`journey/${name}`), { bigint: true }))),
      fileId,
      isChanged: false,
    })),
  )
  now.mockReturnValue(now() + 60_000)

  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
  expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
  expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
})

test('in a folder that is found as a new one, a sidecar that came along is still not that of another photo', async () => {
  const { catalog, before, detail, ids, now, path, rename, root, text, writer } = await openMoved()
  rename('trip', 'journey')
  const folderId = catalog.folders.ensure(root.id, 'journey')
  const files = catalog.files.known(root.id).toSorted((one, other) => one.photoId - other.photoId)
  catalog.files.settle(
    ['b.jpg', 'a.jpg', 'd.jpg'].map((name, at) => ({
      ...fileInfoOf(folderId, foundFileOf('', name, statSync(path(`journey/${name}`), { bigint: true }))),
      fileId: files[at]!.fileId,
      isChanged: false,
    })),
  )
  for (const id of ids) {
    const { path: photo, othersSidecars } = catalog.files.toRead(id)!
    catalog.files.saveMetadata([{ id, ...(await readMetadata(photo, undefined, othersSidecars))! }])
  }
  expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
  now.mockReturnValue(now() + 60_000)
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
  expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
  const found = readdirSync(path('journey')).filter((name) => name.endsWith('.xmp'))
  expect(found).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
  expect(['b', 'a', 'd'].map((name) => text(`journey/${name}.jpg.xmp`))).toEqual(before)
})
