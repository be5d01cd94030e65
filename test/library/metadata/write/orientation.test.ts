import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Face } from '../../../../src-main/contract/analysis/face.ts'
import { imageHashOf } from '../../../../src-main/base/formats/image-data/image-hash.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { saveFound } from '../../catalog/library.ts'
import { xmpPacket, withXmp } from '../photo-file.ts'
import { choose, openWriting, readBack } from './writing.ts'

const face: Face = {
  confidence: 99,
  coordinates: { xmin: 10, ymin: 20, xmax: 20, ymax: 40, width: 10, height: 20 },
  face_id: '',
  attributes: [],
  landmarks: [],
}

/** A photo of 64 x 48 pixels for a person to turn. */
async function open(mode: 'sidecars' | 'files', bytes: Buffer, name = 'a.jpg') {
  const library = openWriting()
  await choose(library, mode)
  writeFileSync(library.path(name), bytes)
  const id = await library.record(name)
  const turn = (orientation: number | null) =>
    library.catalog.changes.apply({ kind: 'orientation', orientation, ids: [id] })
  return { ...library, id, turn, tile: () => library.catalog.photos.tiles([id])[0]! }
}

test('a turn is written to the sidecar and read back, and an undo removes it', async () => {
  const { writer, catalog, path, turn, tile, read, id } = await open(
    'sidecars',
    await drawPicture({ width: 64, height: 48 }),
  )
  turn(6)
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  expect(readFileSync(path('a.jpg.xmp'), 'utf8')).toMatch(/tiff:Orientation(>|=")6/)
  expect(await readBack(path('a.jpg'))).toMatchObject({ orientation: 6 })
  await read(id)
  expect(tile()).toMatchObject({ width: 48, height: 64, turn: 6 })
  catalog.changes.undo()
  expect(tile()).toMatchObject({ width: 64, height: 48 })
  await writer.flush()
  await read(id)
  expect(tile().turn).toBeUndefined()
})

test("another program's sidecar turns the photo, even against its file", async () => {
  const { path, read, id, tile } = await open('sidecars', await drawPicture({ width: 64, height: 48, orientation: 6 }))
  expect(tile()).toMatchObject({ width: 48, height: 64 })
  writeFileSync(path('a.xmp'), xmpPacket('xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="3"'))
  await read(id)
  expect(tile()).toMatchObject({ width: 64, height: 48, turn: 6 })
})

test.each([undefined, 8])(
  'into a JPEG of orientation %s: only its tag changes, and findings turn along',
  { tags: 'night' },
  async (was) => {
    const before = await drawPicture({ width: 64, height: 48, ...(was === undefined ? {} : { orientation: was }) })
    const { writer, catalog, path, turn, tile, id, adopted, read } = await open('files', before)
    const { width, height } = tile()
    const { xmin: x1, ymin: y1, xmax: x2, ymax: y2 } = face.coordinates
    const exposure = { shadows: 0, highlights: 0, middle: 0.5 }
    const measured = { box: { x1, y1, x2, y2 }, face: 70, eyes: 60 }
    saveFound(catalog, id, { width, height, faces: [face], sharpness: { subject: 70, faces: [measured], exposure } })
    turn(3)
    const shown = () => {
      const { faceList, sharpness } = catalog.photos.detail(id)
      return { size: [tile().width, tile().height], faces: faceList, marks: sharpness?.faces }
    }
    const turned = shown()
    const { thumbVersion } = tile()
    expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0 })
    const after = readFileSync(path('a.jpg'))
    expect(await sharp(after).metadata()).toMatchObject({ orientation: 3, width: 64, height: 48 })
    expect(imageHashOf(after)).toBe(imageHashOf(before))
    expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
    expect(after.includes('http://ns.adobe.com/xap/1.0/')).toBe(false)
    expect(adopted).toContain(id)
    expect(shown()).toEqual(turned)
    expect(tile()).toMatchObject({ thumbVersion: thumbVersion + 1 })
    expect(tile().turn).toBeUndefined()
    expect(catalog.photos.turns(id)).toMatchObject({ file: 1, thumbnail: was === 8 ? 8 : 3 })
    await read(id)
    expect(shown()).toEqual(turned)
    catalog.changes.undo()
    await writer.flush()
    expect(readFileSync(path('a.jpg')).equals(before)).toBe(true)
    expect(shown()).toEqual({ size: [width, height], faces: [face], marks: [{ face: 70, eyes: 60 }] })
    expect(catalog.photos.turns(id)).toMatchObject({ file: 1, thumbnail: 1 })
  },
)

test('XMP in a JPEG that repeats the orientation follows it', { tags: 'night' }, async () => {
  const plain = await drawPicture({ width: 64, height: 48, orientation: 6 })
  const before = withXmp(plain, xmpPacket('xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"'))
  const { writer, path, turn } = await open('files', before)
  turn(1)
  await writer.flush()
  const after = readFileSync(path('a.jpg'))
  expect(await sharp(after).metadata()).toMatchObject({ orientation: 1 })
  expect(after.toString('latin1')).toMatch(/tiff:Orientation="1"/)
})

test('into a PNG the turn is written as XMP, which decoders ignore, so it is applied once', async () => {
  const { writer, path, turn, tile, read, id } = await open(
    'files',
    await drawPicture({ width: 64, height: 48, format: 'png' }),
    'a.png',
  )
  turn(6)
  await writer.flush()
  expect(readFileSync(path('a.png')).toString('latin1')).toMatch(/tiff:Orientation(>|=")6/)
  await read(id)
  expect(tile()).toMatchObject({ width: 48, height: 64, turn: 6 })
})
