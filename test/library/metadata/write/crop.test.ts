import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orientations } from '../../../../src-main/base/formats/exif/orientations.ts'
import { cornersOf, frameOfCrop } from '../../../../src-main/contract/library/photo-crop.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { withXmp, xmpPacket } from '../photo-file.ts'
import { choose, openWriting, readBack } from './writing.ts'

const CRS = 'xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"'
/** As Lightroom wrote it for an 8 x 10 crop of a 3:2 photo. */
const ofLightroom = `${CRS} crs:CropTop="0.050845" crs:CropLeft="0.24177" crs:CropBottom="0.861565"
  crs:CropRight="0.821008" crs:CropAngle="4.346749" crs:CropConstrainToWarp="0" crs:HasCrop="True"`

type Point = { x: number; y: number }
const stored = { width: 600, height: 400 }

async function open(mode: 'sidecars' | 'files', bytes: Buffer) {
  const library = openWriting()
  await choose(library, mode)
  writeFileSync(library.path('a.jpg'), bytes)
  const id = await library.record('a.jpg')
  const crop = (text: string | null) => library.catalog.changes.apply({ kind: 'crop', crop: text, ids: [id] })
  return { ...library, id, crop, tile: () => library.catalog.photos.tiles([id])[0]! }
}

/**
 * The corners on the stored picture, calculated by hand: the diagonal between two of them, and its sides at the angle.
 */
function cornersByHand(): Point[] {
  const radians = (4.346749 * Math.PI) / 180
  const along = { x: Math.cos(radians), y: Math.sin(radians) }
  const [from, to] = [
    { x: 0.24177 * 600, y: 0.050845 * 400 },
    { x: 0.821008 * 600, y: 0.861565 * 400 },
  ]
  const across = (to.x - from.x) * along.x + (to.y - from.y) * along.y
  return [
    from,
    { x: from.x + across * along.x, y: from.y + across * along.y },
    to,
    { x: to.x - across * along.x, y: to.y - across * along.y },
  ]
}

const isInside = (corners: readonly Point[], { x, y }: Point): boolean => {
  const sides = corners.map((from, at) => {
    const to = corners[(at + 1) % corners.length]!
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** The share of pixels in both, among those in either. */
function overlap(one: readonly Point[], other: readonly Point[]): number {
  let [both, either] = [0, 0]
  for (let y = 0.5; y < stored.height; y++)
    for (let x = 0.5; x < stored.width; x++) {
      const [a, b] = [isInside(one, { x, y }), isInside(other, { x, y })]
      both += Number(a && b)
      either += Number(a || b)
    }
  return both / either
}

/** The stored place of a point of the upright picture, as EXIF 3.0 (4.6.5.1.6) describes orientations. */
const storedAt: Readonly<Record<number, (point: Point) => Point>> = {
  1: ({ x, y }) => ({ x, y }),
  2: ({ x, y }) => ({ x: 600 - x, y }),
  3: ({ x, y }) => ({ x: 600 - x, y: 400 - y }),
  4: ({ x, y }) => ({ x, y: 400 - y }),
  5: ({ x, y }) => ({ x: y, y: x }),
  6: ({ x, y }) => ({ x: y, y: 400 - x }),
  7: ({ x, y }) => ({ x: 600 - y, y: 400 - x }),
  8: ({ x, y }) => ({ x: 600 - y, y: x }),
}

test.each(orientations)("Lightroom's crop shows the same part of a photo of orientation %s", async (orientation) => {
  const { path, read, id, tile, writer, catalog, crop } = await open(
    'sidecars',
    await drawPicture({ ...stored, orientation }),
  )
  writeFileSync(path('a.xmp'), xmpPacket(ofLightroom))
  await read(id)
  const shown = tile()
  const { fullWidth: width, fullHeight: height } = shown.crop!
  expect({ width, height }).toEqual(orientation >= 5 ? { width: 400, height: 600 } : stored)
  const frame = frameOfCrop(shown.crop!, { width, height })!
  expect([shown.width, shown.height]).toEqual([Math.round(frame.width), Math.round(frame.height)])
  const there = cornersOf(frame).map((corner) => storedAt[orientation]!(corner))
  expect(overlap(there, cornersByHand())).toBeGreaterThanOrEqual(0.999)

  // Another program reads the same crop if it is chosen here.
  crop('')
  expect(tile().crop).toBeUndefined()
  crop(catalog.photos.storedCrop(id, shown.crop!))
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  const corners = ['CropLeft', 'CropTop', 'CropRight', 'CropBottom', 'CropAngle'].map((name) =>
    Number(new RegExp(`crs:${name}="([^"]+)"`).exec(readFileSync(path('a.xmp'), 'utf8'))?.[1]),
  )
  for (const [at, value] of [0.24177, 0.050845, 0.821008, 0.861565, 4.346749].entries())
    expect(corners[at]).toBeCloseTo(value, 5)
})

test('a crop is written to the sidecar and read back, and an undo removes it', async () => {
  const { writer, catalog, path, crop, tile, read, id } = await open('sidecars', await drawPicture(stored))
  const before = readFileSync(path('a.jpg'))
  crop('0.1,0.2,0.9,0.8,0')
  expect(tile()).toMatchObject({ width: 480, height: 240 })
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  const sidecar = readFileSync(path('a.jpg.xmp'), 'utf8')
  expect(sidecar).toMatch(/crs:HasCrop(>|=")True/)
  expect(sidecar).toMatch(/crs:CropConstrainToWarp(>|=")0/)
  expect(await readBack(path('a.jpg'))).toMatchObject({ crop: '0.1,0.2,0.9,0.8,0' })
  expect(readFileSync(path('a.jpg'))).toEqual(before)
  await read(id)
  expect(tile()).toMatchObject({ width: 480, height: 240 })
  catalog.changes.undo()
  expect(tile().crop).toBeUndefined()
  await writer.flush()
  await read(id)
  expect(tile().crop).toBeUndefined()
})

test("a crop that another program moves or removes is that program's", async () => {
  const { writer, path, crop, tile, read, id, catalog } = await open('sidecars', await drawPicture(stored))
  const packet = (crs: string) => writeFileSync(path('a.xmp'), xmpPacket(`${CRS} ${crs}`))
  packet('crs:HasCrop="False"')
  await read(id)
  crop('0.1,0.2,0.9,0.8,0')
  await writer.flush()
  expect(readFileSync(path('a.xmp'), 'utf8')).toContain('crs:HasCrop="True"')
  packet('crs:HasCrop="True" crs:CropLeft="0.5" crs:CropTop="0" crs:CropRight="1" crs:CropBottom="1" crs:CropAngle="0"')
  await read(id)
  await writer.flush()
  await read(id)
  expect(tile()).toMatchObject({ width: 300, height: 400 })
  packet('crs:HasCrop="False" crs:CropLeft="0.5" crs:CropTop="0" crs:CropRight="1" crs:CropBottom="1"')
  await read(id)
  expect(tile().crop).toBeUndefined()
  expect(catalog.metadataWrites.conflicts(9)).toEqual([])
})

test('a picture created with a crop is not cropped again, and keeps its own crop data', async () => {
  const packet = xmpPacket(`${ofLightroom} crs:AlreadyApplied="True"`)
  const { writer, path, crop, tile } = await open('files', withXmp(await drawPicture(stored), packet))
  expect(tile().crop).toBeUndefined()
  const before = readFileSync(path('a.jpg'))
  crop('0.1,0.2,0.9,0.8,0')
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  expect(readFileSync(path('a.jpg'))).toEqual(before)
  expect(tile()).toMatchObject({ width: 480, height: 240 })
})

test('a crop beyond the photo, or of a photo of unknown size, is refused', async () => {
  const { catalog, id } = await open('sidecars', await drawPicture(stored))
  const tilted = { left: 0, top: 0, right: 1, bottom: 1, angle: 20 }
  expect(() => catalog.photos.storedCrop(id, tilted)).toThrow('beyond the photo')
  expect(catalog.photos.storedCrop(id, { ...tilted, angle: 0 })).toBe('')
  expect(() => catalog.changes.apply({ kind: 'crop', crop: 'half', ids: [id] })).toThrow('no width')
})
