import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader'
import type { Barcode } from '../../contract/analysis/operations/barcodes.ts'
import type { Raster } from '../photo/photo.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { sharp } from '../decode/libvips.ts'

/**
 * Longest side in pixels of the picture that is searched for codes. Most codes are readable with three pixels for each
 * of their modules, half of them with two; ENGINE.md has the figures and the cost.
 */
export const BARCODE_SIDE = 3200
/** The same for the rotated copies. */
export const TURNED_SIDE = 2000

/**
 * Linear codes are read along rows and columns, so they must lie within about fifteen degrees of either. Copies rotated
 * by these degrees are therefore searched, too.
 */
const TURNS = [30, 60]

/** Excludes kinds whose rules are so weak that stripes in photos match them. */
const LINEAR = ['EANUPC', 'Code128', 'Code39', 'Code93', 'ITF', 'Codabar', 'DataBar'] as const
const MATRIX = ['QRCode', 'DataMatrix', 'PDF417', 'Aztec', 'MaxiCode'] as const

const settings: ReaderOptions = { tryHarder: true, tryInvert: true, tryRotate: true, textMode: 'Plain' }

type Size = { width: number; height: number }

/** Barcodes in an upright raster, from top to bottom, with boxes in pixels of the whole picture. */
export async function findBarcodes(raster: Raster, whole: Size): Promise<Barcode[]> {
  const read = await loadReader()
  const found = (await read(raster, { ...settings, formats: [...LINEAR, ...MATRIX] })).map((result) =>
    toBarcode(result, cornersOf(result), raster, whole),
  )
  for (const degrees of TURNS) {
    const turned = await turnRaster(raster, degrees, TURNED_SIDE)
    for (const result of await read(turned.raster, { ...settings, formats: [...LINEAR] })) {
      const corners = cornersOf(result).map((corner) => mapBack(corner, turned))
      const barcode = toBarcode(result, corners, raster, whole)
      if (!found.some((known) => isSame(known, barcode))) found.push(barcode)
    }
  }
  return found.sort((a, b) => a.y1 - b.y1 || a.x1 - b.x1)
}

const cornersOf = ({ position }: ReadResult): Point[] => [
  position.topLeft,
  position.topRight,
  position.bottomRight,
  position.bottomLeft,
]

/** The upright box around the corners, at least one pixel on each side and within the picture. */
function toBarcode({ text, format }: ReadResult, corners: readonly Point[], raster: Size, whole: Size): Barcode {
  const [x1, x2] = span(
    corners.map(({ x }) => x),
    raster.width,
    whole.width,
  )
  const [y1, y2] = span(
    corners.map(({ y }) => y),
    raster.height,
    whole.height,
  )
  return { data: text, type: format, x1, y1, x2, y2 }
}

function span(values: readonly number[], small: number, large: number): [number, number] {
  const first = Math.floor((Math.min(...values) * large) / small)
  const start = Math.min(Math.max(0, first), large - 1)
  const end = Math.ceil(((Math.max(...values) + 1) * large) / small)
  return [start, Math.min(large, Math.max(start + 1, end))]
}

/** Whether two readings are of the same code in the same place: their boxes overlap. */
const isSame = (a: Barcode, b: Barcode): boolean =>
  a.data === b.data && a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2

/** Finds codes in a picture, in one pass over its pixels. */
type ReadPixels = (raster: Raster, options: ReaderOptions) => Promise<ReadResult[]>

let loading: Promise<ReadPixels> | undefined

/**
 * The reader (ZXing-C++ in WebAssembly), loaded with the first picture. Its program is read from the package's own
 * file: without `wasmBinary` the package would fetch it from the network.
 */
function loadReader(): Promise<ReadPixels> {
  return (loading ??= load())
}

async function load(): Promise<ReadPixels> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = program.buffer.slice(program.byteOffset, program.byteOffset + program.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return ({ width, height, data }, options) =>
    readBarcodes({ width, height, data: withOpacity(data), colorSpace: 'srgb' }, options)
}

/** Four channels for each pixel, as the reader takes them. */
function withOpacity(rgb: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!
    rgba[to + 1] = rgb[from + 1]!
    rgba[to + 2] = rgb[from + 2]!
    rgba[to + 3] = 255
  }
  return rgba
}

type Point = { x: number; y: number }

/** A copy that was shrunk and then rotated clockwise about its middle; the new corners are grey. */
type TurnedRaster = {
  raster: Raster
  degrees: number
  shrunk: { width: number; height: number }
  factor: number
}

/** Shrinks a raster to at most `longSide` and rotates it clockwise. */
async function turnRaster(source: Raster, degrees: number, longSide: number): Promise<TurnedRaster> {
  const factor = Math.min(1, longSide / Math.max(source.width, source.height))
  const shrunk = {
    width: Math.max(1, Math.round(source.width * factor)),
    height: Math.max(1, Math.round(source.height * factor)),
  }
  const { width, height } = source
  const { data, info } = await sharp(source.data, { raw: { width, height, channels: 3 } })
    .resize({ ...shrunk, fit: 'fill' })
    .rotate(degrees, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { raster: { width: info.width, height: info.height, data }, degrees, shrunk, factor }
}

/** Maps a point of the rotated copy to the original raster. */
function mapBack({ x, y }: Point, { raster, degrees, shrunk, factor }: TurnedRaster): Point {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [x - raster.width / 2, y - raster.height / 2]
  return {
    x: (dx * Math.cos(angle) + dy * Math.sin(angle) + shrunk.width / 2) / factor,
    y: (dy * Math.cos(angle) - dx * Math.sin(angle) + shrunk.height / 2) / factor,
  }
}
