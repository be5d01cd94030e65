import {
  adaptWhite,
  apply,
  D50,
  diagonal,
  invert,
  type Matrix,
  matrixToXyz,
  multiply,
  P3,
  type Row,
  type Xy,
  xyzOf,
} from '../../base/color/matrices.ts'
import { say } from '../../contract/sentences/say.ts'
import { readJxlHeader } from '../../base/formats/jxl/jxl-header.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { readTiffDirectories, tiffTag, type TiffDirectory } from '../../base/formats/tiff/tiff-directories.ts'
import { DecodeFailure } from './decode-failure.ts'
import { decodeColors, JXL_BYTES_PER_PIXEL, openJxlDecoder, type JxlPixels } from './jxl.ts'
import { numbersOfJxl } from './numbers-of-jxl.ts'
import { limits } from './limits.ts'
import { displayP3Profile } from './source-pixels.ts'
import { lightOf, putLight } from './to-display-p3.ts'

/** A picture of a DNG 1.7 in tiles or strips of JPEG XL, which LibRaw does not read: linear RAW, or a preview. */
export type JxlPicture = {
  /** Size of the visible part, as stored. */
  width: number
  height: number
  /** Memory for each of these pixels during development, and the maximum in all. */
  bytesPerPixel: number
  maxBytes: number
  /** Null for a preview, which is in the colours that its JPEG XL names. */
  camera: Camera | null
  tiles: readonly Tile[]
}

/** Position of a tile in the file, and its upper left corner in the visible part. */
type Tile = { offset: number; length: number; left: number; top: number; width: number; height: number }

const JPEG_XL = 52546
const LINEAR_RAW = 34892
const FILTER_ARRAY = 32803
const RGB = 2
const MAX_TILES = 65_536
/** Pixels in 8 bits, and again in their file. */
const RESULT_BYTES_PER_PIXEL = 6

/**
 * The picture to show of a DNG: a preview of at least `enough` pixels on its longer side, otherwise linear RAW,
 * otherwise any preview. Null if none is JPEG XL. The mosaic of a colour filter array does not qualify: the decoder
 * gives too few bits to develop it.
 */
export function findJxlPicture(bytes: Buffer, enough: number): JxlPicture | null {
  const directories = readTiffDirectories(bytes)
  const pictures = directories.flatMap((directory) => readPicture(directory, directories[0]!) ?? [])
  pictures.sort((a, b) => b.width * b.height - a.width * a.height)
  const preview = pictures.find(({ camera }) => camera === null)
  if (preview !== undefined && Math.max(preview.width, preview.height) >= enough) return preview
  return pictures.find(({ camera }) => camera !== null) ?? preview ?? null
}

/** Whether the sensor data are JPEG XL. */
export const isSensorJxl = (bytes: Buffer): boolean =>
  readTiffDirectories(bytes).some((directory) => {
    const kind = directory.numbers(tiffTag.photometric)?.[0]
    return directory.numbers(tiffTag.compression)?.[0] === JPEG_XL && (kind === LINEAR_RAW || kind === FILTER_ARRAY)
  })

function readPicture(directory: TiffDirectory, main: TiffDirectory): JxlPicture | null {
  const one = (tag: number, absent: number) => directory.values(tag)?.[0] ?? absent
  if (one(tiffTag.compression, 1) !== JPEG_XL || one(tiffTag.planes, 1) !== 1) return null
  if (one(tiffTag.rowInterleaveFactor, 1) !== 1 || one(tiffTag.columnInterleaveFactor, 1) !== 1) return null
  const kind = one(tiffTag.photometric, 0)
  const camera = kind === LINEAR_RAW ? readCamera(directory, main) : null
  if (kind !== RGB && camera === null) return null
  const [width, height] = [one(tiffTag.width, 0), one(tiffTag.height, 0)]
  const tileWidth = one(tiffTag.tileWidth, width)
  const tileHeight = one(tiffTag.tileHeight, Math.min(height, one(tiffTag.rowsPerStrip, height)))
  const offsets =
    directory.numbers(tiffTag.tileOffsets, MAX_TILES) ?? directory.numbers(tiffTag.stripOffsets, MAX_TILES)
  const lengths =
    directory.numbers(tiffTag.tileByteCounts, MAX_TILES) ?? directory.numbers(tiffTag.stripByteCounts, MAX_TILES)
  const across = Math.ceil(width / tileWidth)
  if (offsets === undefined || lengths === undefined) return null
  if (!(across > 0) || offsets.length !== lengths.length || offsets.length !== across * Math.ceil(height / tileHeight))
    return null
  const crop = camera === null ? { left: 0, top: 0, width, height } : readCrop(directory, width, height)
  const tiles = offsets.map((offset, i) => ({
    offset,
    length: lengths[i]!,
    left: (i % across) * tileWidth - crop.left,
    top: Math.floor(i / across) * tileHeight - crop.top,
    width: tileWidth,
    height: tileHeight,
  }))
  const tileShare = (tileWidth * tileHeight) / (crop.width * crop.height)
  const bytesPerPixel = RESULT_BYTES_PER_PIXEL + JXL_BYTES_PER_PIXEL * tileShare
  const { width: shownWidth, height: shownHeight } = crop
  const { aloneBytes: maxBytes } = limits
  return { width: shownWidth, height: shownHeight, bytesPerPixel, maxBytes, camera, tiles }
}

/** The visible part of a sensor: DefaultCropOrigin and DefaultCropSize within ActiveArea (DNG 1.7, chapter 4). */
function readCrop(directory: TiffDirectory, width: number, height: number) {
  const [top = 0, left = 0, bottom = height, right = width] = directory.values(tiffTag.activeArea) ?? []
  const [x = 0, y = 0] = directory.values(tiffTag.defaultCropOrigin) ?? []
  const [across = right - left, down = bottom - top] = directory.values(tiffTag.defaultCropSize) ?? []
  const crop = [left + x, top + y, across, down].map(Math.round) as [number, number, number, number]
  const isInside = crop.every((value) => value >= 0) && crop[0] + crop[2] <= width && crop[1] + crop[3] <= height
  if (!isInside || crop[2] < 1 || crop[3] < 1) return { left: 0, top: 0, width, height }
  return { left: crop[0], top: crop[1], width: crop[2], height: crop[3] }
}

/**
 * Decodes the tiles, one after the other, to an uncompressed TIFF: linear RAW in Display P3, a preview in it or in
 * sRGB. Rejects with a DecodeFailure where a tile is missing or damaged.
 */
export async function developJxl(bytes: Buffer, { width, height, camera, tiles }: JxlPicture): Promise<Buffer> {
  const decode = await openJxlDecoder()
  const shown = { width, height, data: new Uint8Array(width * height * 3) }
  let isWide = camera !== null
  for (const tile of tiles) {
    const jxl = bytes.subarray(tile.offset, tile.offset + tile.length)
    checkTile(jxl, tile, shown)
    const part = camera === null ? decodeColors(jxl, decode) : { ...develop(jxl, decode, camera), isWide: true }
    copyTile(part, tile, shown)
    isWide = part.isWide
  }
  return pixelsToTiff({ ...shown, profile: isWide ? displayP3Profile() : null })
}

/** Tiles at the right and lower edge may end with the picture; larger ones would need more memory than was reserved. */
function checkTile(jxl: Buffer, tile: Tile, shown: Size): void {
  const size = readJxlHeader(jxl)
  const isWhole =
    size !== null &&
    size.width <= tile.width &&
    size.height <= tile.height &&
    size.width >= Math.min(tile.width, shown.width - tile.left) &&
    size.height >= Math.min(tile.height, shown.height - tile.top)
  if (!isWhole) throw new DecodeFailure('damaged', say('pictures.jxlDamaged'))
}

type Size = { width: number; height: number }
type Pixels = Size & { data: Uint8Array }

function copyTile(part: Pixels, { left, top }: Tile, shown: Pixels): void {
  const [from, until] = [Math.max(0, left), Math.min(shown.width, left + part.width)]
  if (from >= until) return
  for (let y = Math.max(0, top); y < Math.min(shown.height, top + part.height); y++) {
    const start = ((y - top) * part.width + from - left) * 3
    shown.data.set(part.data.subarray(start, start + (until - from) * 3), (y * shown.width + from) * 3)
  }
}

// From numbers of a sensor to light

/** What the numbers of linear RAW mean. */
type Camera = {
  /** The highest stored number. */
  max: number
  /** The meaning of stored numbers; undefined if they need no conversion. */
  linearization: readonly number[] | undefined
  /** Of each channel. */
  black: readonly number[]
  white: readonly number[]
  /** White in linear numbers of 0 to 1; nothing is brighter. */
  neutral: Row
  /** Converts linear numbers to light of Display P3, in which white is 1. */
  toP3: Matrix
  /** Factor for light (BaselineExposure). */
  gain: number
}

/** Each channel by a table (DNG 1.7, chapter 5), then all of them by a matrix (chapter 6). */
function develop(jxl: Buffer, decode: (bytes: Buffer) => JxlPixels, camera: Camera): Pixels {
  const numbers = numbersOfJxl(jxl)
  if (numbers === null || (numbers.encoding?.transfer ?? 'srgb') !== 'srgb')
    throw new DecodeFailure('damaged', say('pictures.rawUndeveloped'))
  const { width, height, data } = decode(numbers.bytes)
  const [r, g, b] = [0, 1, 2].map((channel) => lightTable(camera, channel, numbers.isLight)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = camera.toP3
  const { gain } = camera
  const out = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
    const [x, y, z] = [r[data[from]!]! * gain, g[data[from + 1]!]! * gain, b[data[from + 2]!]! * gain]
    putLight(out, to, rr * x + rg * y + rb * z, gr * x + gg * y + gb * z, br * x + bg * y + bb * z, gain)
  }
  return { width, height, data: out }
}

/** Linear numbers of 0 to 1 for each level of 8 bits. */
function lightTable({ max, linearization, black, white, neutral }: Camera, channel: number, isCurved: boolean) {
  const [low, high] = [black[channel]!, white[channel]!]
  return Float32Array.from({ length: 256 }, (_, level) => {
    const stored = (isCurved ? lightOf('srgb', level / 255) : level / 255) * max
    const meant = linearization?.[Math.min(linearization.length - 1, Math.round(stored))] ?? stored
    return Math.min(neutral[channel]!, Math.max(0, (meant - low) / (high - low)))
  })
}

const FLOATING_POINT = 3
const MAX_LINEARIZATION = 65_536

/** Null if the directories do not say what the numbers mean. */
function readCamera(directory: TiffDirectory, main: TiffDirectory): Camera | null {
  const samples = directory.values(tiffTag.samplesPerPixel)?.[0]
  const bits = directory.values(tiffTag.bitsPerSample)?.[0]
  if ((samples !== 1 && samples !== 3) || bits === undefined) return null
  const max = directory.values(tiffTag.sampleFormat)?.[0] === FLOATING_POINT ? 1 : 2 ** bits - 1
  const levels = (tag: number, absent: number) => {
    const values = directory.values(tag) ?? []
    return [0, 1, 2].map((channel) => {
      const own = values.filter((_, i) => i % samples === channel % samples)
      return own.length === 0 ? absent : own.reduce((sum, value) => sum + value, 0) / own.length
    })
  }
  const colors = samples === 1 ? grey : readColors(main)
  if (colors === null) return null
  const camera = {
    ...colors,
    max,
    linearization: directory.values(tiffTag.linearizationTable, MAX_LINEARIZATION),
    black: levels(tiffTag.blackLevel, 0),
    white: levels(tiffTag.whiteLevel, max),
    gain: 2 ** (main.values(tiffTag.baselineExposure)?.[0] ?? 0),
  }
  const numbers = [...camera.neutral, ...camera.toP3.flat(), camera.gain, ...camera.black, ...camera.white]
  return numbers.every(Number.isFinite) && camera.white.every((white, i) => white > camera.black[i]!) ? camera : null
}

const grey: Pick<Camera, 'neutral' | 'toP3'> = { neutral: [1, 1, 1], toP3: diagonal([1, 1, 1]) }

/**
 * Converts a camera's numbers to Display P3 (DNG 1.7, chapter 6): by ForwardMatrix if present, otherwise by the inverse
 * of ColorMatrix. Both, and CameraCalibration, are interpolated for the scene's light between those for two lights.
 * Null if a matrix or white is missing.
 */
function readColors(main: TiffDirectory): Pick<Camera, 'neutral' | 'toP3'> | null {
  const matrix = (tag: number) => toMatrix(main.values(tag))
  const mixed = (first: number, second: number, of: Xy): Matrix | null => {
    const [one, two] = [matrix(first), matrix(second)]
    if (one === null || two === null) return one ?? two
    const share = shareOfFirst(main, of)
    return one.map((row, i) => row.map((value, j) => share * value + (1 - share) * two[i]![j]!)) as unknown as Matrix
  }
  const balance = diagonal(main.values(tiffTag.analogBalance) ?? [1, 1, 1])
  const calibrated = (of: Xy) =>
    multiply(balance, mixed(tiffTag.cameraCalibration1, tiffTag.cameraCalibration2, of) ?? diagonal([1, 1, 1]))
  const fromXyz = (of: Xy): Matrix | null => {
    const color = mixed(tiffTag.colorMatrix1, tiffTag.colorMatrix2, of)
    return color && multiply(calibrated(of), color)
  }
  const shot = main.values(tiffTag.asShotNeutral)
  const [x, y] = main.values(tiffTag.asShotWhiteXY) ?? []
  if (fromXyz(D50) === null || (shot?.length !== 3 && y === undefined)) return null
  const light = shot?.length === 3 ? whiteOf(shot as unknown as Row, (of) => fromXyz(of)!) : ([x!, y!] as const)
  const seen = shot?.length === 3 ? (shot as unknown as Row) : apply(fromXyz(light)!, xyzOf(light))
  const largest = Math.max(...seen)
  const neutral = seen.map((value) => value / largest) as unknown as Row
  const forward = mixed(tiffTag.forwardMatrix1, tiffTag.forwardMatrix2, light)
  const toXyz = invert(matrixToXyz(P3))
  if (forward === null) {
    const back = invert(fromXyz(light)!)
    const scale = diagonal([1, 1, 1].map(() => 1 / apply(back, neutral)[1]))
    return { neutral, toP3: multiply(toXyz, multiply(adaptWhite(light, P3.white), multiply(scale, back))) }
  }
  const back = invert(calibrated(light))
  const whitened = multiply(diagonal(apply(back, neutral).map((value) => 1 / value)), back)
  return { neutral, toP3: multiply(toXyz, multiply(adaptWhite(D50, P3.white), multiply(forward, whitened))) }
}

function toMatrix(values: readonly number[] | undefined): Matrix | null {
  if (values?.length !== 9) return null
  return [0, 3, 6].map((row) => values.slice(row, row + 3)) as unknown as Matrix
}

const MAX_ROUNDS = 30
const SAME_LIGHT = 1e-6

/** The light that looks neutral, found by iteration, since it determines the matrices themselves. */
function whiteOf(neutral: Row, fromXyz: (of: Xy) => Matrix): Xy {
  let light: Xy = D50
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [x, y, z] = apply(invert(fromXyz(light)), neutral)
    const next: Xy = [x / (x + y + z), y / (x + y + z)]
    const isSame = Math.abs(next[0] - light[0]) + Math.abs(next[1] - light[1]) < SAME_LIGHT
    light = next
    if (isSame) break
  }
  return light
}

/** Temperatures in kelvin of what EXIF calls LightSource. */
const temperatures: Readonly<Record<number, number>> = {
  1: 5500,
  2: 4200,
  3: 2850,
  4: 5500,
  9: 5500,
  10: 6500,
  11: 7500,
  12: 6400,
  13: 5000,
  14: 4200,
  15: 3450,
  17: 2850,
  18: 5500,
  19: 6500,
  20: 5500,
  21: 6500,
  22: 7500,
  23: 5000,
  24: 3200,
}

/** Share of the first of two calibrations: by the inverse of the light's temperature, which is between theirs. */
function shareOfFirst(main: TiffDirectory, [x, y]: Xy): number {
  const [first, second] = [tiffTag.calibrationIlluminant1, tiffTag.calibrationIlluminant2].map(
    (tag) => temperatures[main.values(tag)?.[0] ?? 0],
  )
  if (first === undefined || second === undefined || first === second) return 1
  const n = (x - 0.332) / (0.1858 - y)
  const kelvin = ((449 * n + 3525) * n + 6823.3) * n + 5520.33 // McCamy 1992
  return Math.min(1, Math.max(0, (1 / kelvin - 1 / second) / (1 / first - 1 / second)))
}
