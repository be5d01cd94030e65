import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BarcodeResult, type Barcode } from '../../../src-main/contract/analysis/operations/barcodes.ts'
import { codeKinds, codeTexts, photoWithCodes, type DrawnCode } from '../../fixtures/barcodes.ts'
import { packagePhotos } from '../../fixtures/pictures.ts'
import { openWithoutModels } from './open-operations.ts'

const operations = openWithoutModels()
const photo = packagePhotos().find((path) => path.includes('samples'))!
const size = { width: 2000, height: 1500 }

beforeAll(() => vi.stubGlobal('fetch', () => Promise.reject(new Error('the network is used'))))
afterAll(async () => {
  vi.unstubAllGlobals()
  await operations.close()
})

async function read(picture: Buffer): Promise<Barcode[]> {
  return BarcodeResult.parse(await operations.barcodes(await operations.open(picture))).barcodes
}

const saying = (codes: readonly Barcode[]) => codes.map(({ type, data }) => [type, data])
const drawn = ({ kind }: DrawnCode) => [kind, codeTexts[kind]]

/** Six labels in two rows, from left to right. */
const six = (width: number): DrawnCode[] =>
  codeKinds.map((kind, n) => ({ kind, width, left: 60 + (n % 3) * 650, top: 60 + Math.floor(n / 3) * 750 }))

test('codes of six kinds in one photo, each inside its label', { tags: 'night' }, async () => {
  const codes = six(480)
  const found = await read(await photoWithCodes(photo, size, codes))
  expect(saying(found)).toHaveLength(codes.length)
  for (const code of codes) {
    const { x1, y1, x2, y2 } = found.find(({ data }) => data === codeTexts[code.kind])!
    expect([x1 >= code.left, y1 >= code.top, x2 <= code.left + code.width]).toEqual([true, true, true])
    expect([x2 - x1 > code.width / 2, y2 > y1]).toEqual([true, true])
  }
  expect(saying(found)).toEqual(expect.arrayContaining(codes.map(drawn)))
})

test('slanted codes, including barcodes', { tags: 'night' }, async () => {
  const codes: DrawnCode[] = [
    { kind: 'QRCode', left: 60, top: 60, width: 400, turn: 33 },
    { kind: 'EAN13', left: 800, top: 60, width: 420, turn: 25 },
    { kind: 'Code128', left: 1300, top: 800, width: 460, turn: 60 },
    { kind: 'DataMatrix', left: 60, top: 800, width: 400, turn: 200 },
  ]
  const found = await read(await photoWithCodes(photo, size, codes))
  expect(saying(found)).toEqual(expect.arrayContaining(codes.map(drawn)))
  expect(found).toHaveLength(codes.length)
  const bars = found.find(({ type }) => type === 'Code128')!
  expect([bars.x1 >= 1300, bars.y1 >= 800, bars.x2 <= 1300 + 460, bars.y2 <= 800 + 520]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('small and blurred codes in a photo of 14 megapixels', { tags: 'night' }, async () => {
  const codes: DrawnCode[] = [
    { kind: 'QRCode', left: 3000, top: 500, width: 190 },
    { kind: 'EAN13', left: 500, top: 2000, width: 520, blur: 1.5 },
  ]
  const found = await read(await photoWithCodes(photo, { width: 4500, height: 3000 }, codes))
  expect(saying(found)).toEqual(codes.map(drawn))
})

test('boxes are on the upright picture', { tags: 'night' }, async () => {
  const code: DrawnCode = { kind: 'QRCode', left: 100, top: 200, width: 500 }
  const upright = await photoWithCodes(photo, size, [code])
  const [expected] = await read(upright)
  const stored = await sharp(await sharp(upright).rotate(270).toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const [found] = await read(stored)
  expect(found!.data).toBe(expected!.data)
  for (const side of ['x1', 'y1', 'x2', 'y2'] as const) expect(Math.abs(found![side] - expected![side])).toBeLessThan(4)
})

test('a photo without a code gives an empty list', async () => {
  expect(await read(await photoWithCodes(photo, size, []))).toEqual([])
})
