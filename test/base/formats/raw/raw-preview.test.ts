import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { findCr3Metadata } from '../../../../src-main/base/formats/raw/cr3.ts'
import { asPlainTiff } from '../../../../src-main/base/formats/raw/as-plain-tiff.ts'
import { findRafPreview } from '../../../../src-main/base/formats/raw/find-raf-preview.ts'
import { choosePreview, findRawPreviews } from '../../../../src-main/base/formats/raw/raw-preview.ts'
import { orientationOf, readTiffDirectories } from '../../../../src-main/base/formats/tiff/tiff-directories.ts'
import { buildCr3, buildDng, buildMinolta, buildNef, buildRaf, buildRw2 } from '../../../fixtures/raw-files.ts'

let large: Buffer
let small: Buffer
beforeAll(async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#468' } })
      .jpeg()
      .toBuffer()
  large = await picture(800, 400)
  small = await picture(200, 100)
})

describe('previews', () => {
  test.each([
    ['nef', () => buildNef(large, 6), 6],
    ['cr3', () => buildCr3(large, 8), 8],
    ['rw2', () => buildRw2(large), 1],
    ['raf', () => buildRaf(large), undefined],
    ['mrw', () => buildMinolta(large), undefined],
  ])('of a %s are at the offsets found, with the orientation of the file', (format, build, orientation) => {
    const bytes = build()
    const found = findRawPreviews(bytes, format)
    expect(found.orientation).toBe(orientation)
    const [preview] = found.previews
    expect(preview).toMatchObject({ width: 800, height: 400, offset: bytes.indexOf(large) })
    expect(bytes.subarray(preview!.offset).indexOf(large)).toBe(0)
  })

  test('come largest first; the smallest sufficient one of the same shape is chosen', () => {
    const { previews } = findRawPreviews(buildDng(large, small, 1), 'dng')
    expect(previews.map(({ width }) => width)).toEqual([800, 200])
    expect(choosePreview(previews, 200)?.width).toBe(200)
    expect(choosePreview(previews, 201)?.width).toBe(800)
    expect(choosePreview(previews, 9000)?.width).toBe(800)
    const square = { offset: 0, length: 1, width: 300, height: 300 }
    expect(choosePreview([previews[0]!, square], 200)?.width).toBe(800)
    expect(choosePreview([], 200)).toBeUndefined()
  })
})

test("a RAF preview's offset is in its header", () => {
  expect(findRafPreview(buildRaf(large))).toEqual({ offset: 160, length: large.length })
  expect(findRafPreview(buildRaf(large).subarray(0, 91))).toBeNull()
})

test("a CR3's metadata is in separate TIFF files; a truncated box is left out", () => {
  const bytes = buildCr3(large, 8)
  const [camera, ...others] = findCr3Metadata(bytes)
  expect(orientationOf(readTiffDirectories(camera!)[0])).toBe(8)
  expect(others).toEqual([])
  expect(findCr3Metadata(bytes.subarray(0, bytes.indexOf('CMT1') + 20))).toEqual([])
})

test('files of Olympus and Panasonic are plain TIFF under another signature', () => {
  const rw2 = buildRw2(large)
  expect(readTiffDirectories(asPlainTiff(rw2))).toHaveLength(readTiffDirectories(rw2).length)
  expect(asPlainTiff(rw2).toString('latin1', 0, 4)).toBe('II*\0')
  expect(asPlainTiff(Buffer.from('MMOR'))).toEqual(Buffer.from('MM\0*'))
  expect(rw2.toString('latin1', 0, 4)).toBe('IIU\0')
  expect(asPlainTiff(large)).toBe(large)
})
