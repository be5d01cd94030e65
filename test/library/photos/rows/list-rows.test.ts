import { join } from 'node:path'
import { expect, test } from 'vitest'
import { metadata, openWithRoot } from '../../catalog/library.ts'

const shot = {
  cameraMake: 'NIKON CORPORATION',
  cameraModel: 'NIKON D750',
  lens: '50mm f/1.4',
  aperture: 2.8,
  exposureTime: 1 / 250,
  iso: 640,
  focalLength: 50,
}

test("rows come in the requested order, with camera settings and the file's path", () => {
  const { catalog, add } = openWithRoot()
  const [plain, rich] = add('a.jpg', 'trip/day 1/b.nef') as [number, number]
  catalog.files.saveMetadata([{ id: rich, metadata: metadata(shot), width: 30, height: 20 }])
  const values = catalog.photos.listRows([rich, 999, plain])
  expect(values.map(({ id }) => id)).toEqual([rich, plain])
  expect(values[0]).toMatchObject({
    camera: 'NIKON D750',
    lens: '50mm f/1.4',
    aperture: 2.8,
    exposureTime: 0.004,
    iso: 640,
    focalLength: 50,
    bytes: 1001,
    folder: join('/', 'photos', 'trip', 'day 1'),
    modifiedAt: new Date(1_600_000_001_000).toISOString(),
    addedAt: new Date(1_700_000_000_000).toISOString(),
  })
  expect(values[1]).toMatchObject({ camera: '', lens: '', aperture: null, exposureTime: null, iso: null, bytes: 1000 })
})

test('a photo that left the library has no row', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg') as [number]
  expect(catalog.photos.listRows([id])).toHaveLength(1)
  catalog.changes.apply({ kind: 'remove-folder', ids: [root.id], path: '/photos', photos: 1 })
  expect(catalog.photos.listRows([id])).toEqual([])
})
