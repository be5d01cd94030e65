import { say } from '../../contract/sentences/say.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import { asFileError } from '../decode/decode-failure.ts'
import { limits } from '../decode/limits.ts'
import { unlimitedMemory, type MemoryLimiter } from '../decode/memory-limiter.ts'
import { openSource } from '../decode/open-source.ts'
import type { OpenOptions, PhotoSource } from '../decode/photo-source.ts'
import { unwatched, type ReadWatch } from '../decode/read-watch.ts'
import type { CutFile, CutRequest, FileOrder } from './cut-request.ts'
import { encodeFile } from './encode-file.ts'
import { croppedBytes, heldBytes, openPicture, type OpenPicture } from './open-picture.ts'
import { shapePicture } from './shape-picture.ts'
import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { scanJpegs } from '../../base/formats/raw/scan-jpegs.ts'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'
import { sharp } from '../decode/libvips.ts'

export type CutOptions = { limitMemory?: MemoryLimiter; watch?: ReadWatch }

/** Extra time for each file after the first, in milliseconds; slow formats and byte limits take more. */
const FILE_MS = 5_000
const SLOW_FILE_MS = 60_000

/**
 * Makes the files of one photo with one decode, in order. Rejects with AppError `file-missing`, `file-unreadable` or
 * `disk-full` if the photo cannot be opened.
 */
export async function cutFiles(request: CutRequest, options: CutOptions = {}): Promise<CutFile[]> {
  const { limitMemory = unlimitedMemory, watch = unwatched } = options
  const { path, files, style } = request
  const isSlow = style.format === 'avif' || style.maxBytes !== null
  const extraMs = isSlow ? SLOW_FILE_MS * files.length : FILE_MS * (files.length - 1)
  const patient: ReadWatch = { ...watch, read: (rereadMs) => watch.read(rereadMs + extraMs) }
  const source = await openFile(path, { limitMemory, watch: patient })
  const kept = heldBytes(source, files.length) + (request.crop === undefined ? 0 : croppedBytes(source))
  const bytes = source.decodeBytes + kept
  const cut = () => cutEach(source, request)
  return bytes > limits.heavyBytes ? limitMemory(bytes, cut) : cut()
}

async function openFile(path: string, options: OpenOptions): Promise<PhotoSource> {
  try {
    return await openSource(path, options)
  } catch (error) {
    throw asFileError(error) ?? error
  }
}

async function cutEach(source: PhotoSource, request: CutRequest): Promise<CutFile[]> {
  const { turn = 1, crop } = request
  const picture = await openPicture(source, { files: request.files.length, turn, crop })
  const cuts: CutFile[] = []
  for (const order of request.files)
    cuts.push(order.kind === 'copy' ? await checkCopy(request.path, picture) : await cutOne(picture, request, order))
  return cuts
}

async function checkCopy(path: string, picture: OpenPicture): Promise<CutFile> {
  const { width, height } = picture
  if (!(await showsMore(path, picture))) return { ok: true, value: new Uint8Array(), width, height }
  return { ok: false, code: 'bad-params', message: say('exports.copyShows') }
}

type MadeOrder = Exclude<FileOrder, { kind: 'copy' }>

async function cutOne(picture: OpenPicture, { turn = 1, style }: CutRequest, order: MadeOrder): Promise<CutFile> {
  try {
    const shaped = shapePicture(picture, order, { turn, keepsSmall: style.keepsSmall })
    return { ok: true, ...(await encodeFile(shaped, style, picture.hasAlpha)) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.text }
    const message = say('pictures.undecodable', { detail: messageOf(error).split('\n')[0] ?? '' })
    return { ok: false, code: 'file-unreadable', message }
  }
}

/**
 * Pictures are compared at this many pixels a side; pictures with fewer than `MIN_SIDE` on their longer side are
 * ignored.
 */
const SIDE = 32
const MIN_SIDE = 64
/**
 * Maximum mean difference of a channel, 0 to 255: a small JPEG differs by up to 9 from its photo, one of 95 % of it by
 * 14.
 */
const MAX_DIFFERENCE = 10
/** Threshold for bars above and below, or beside: cameras fit pictures into 4:3 with them. */
const DARK = 40
const RATIO_TOLERANCE = 1.03
/** A gain map: how bright parts of the photo are on a better screen. */
const GAIN_MAP = /hdrgm:|HDRGainMap|urn:com:apple:photo:2020:aux/
const HEAD_BYTES = 4096

/**
 * Whether a file contains a JPEG that shows something else than its photo: a preview from before it was cropped or
 * retouched. Searches whole files, since programs put previews anywhere. RAW files stay as the sensor saw them.
 */
async function showsMore(path: string, photo: OpenPicture): Promise<boolean> {
  const file = await open(path)
  try {
    if ((await file.stat()).size > limits.bufferedBytes) return true
    const bytes = await file.readFile()
    if (sniffFormat(bytes, path).family === 'raw') return false
    const inside = scanJpegs(bytes).filter(({ offset }) => offset > 0)
    if (inside.length === 0) return false
    const views = await viewsOf(photo)
    for (const { offset, length } of inside)
      if (!(await isOneOf(views, bytes.subarray(offset, offset + length)))) return true
    return false
  } finally {
    await file.close()
  }
}

type View = { ratio: number; pixels: Buffer }

const pixelsOf = (picture: Sharp): Promise<Buffer> =>
  picture.flatten().toColourspace('srgb').resize(SIDE, SIDE, { fit: 'fill' }).raw({ depth: 'uchar' }).toBuffer()

/** The photo unchanged, and rotated to each side: previews have the orientation of the sensor. */
async function viewsOf({ width, height, pipeline }: OpenPicture): Promise<View[]> {
  const upright = await pipeline().withIccProfile('srgb').resize(256, 256, { fit: 'inside' }).png().toBuffer()
  return Promise.all(
    [0, 90, 180, 270].map(async (degrees) => ({
      ratio: degrees % 180 === 0 ? width / height : height / width,
      pixels: await pixelsOf(sharp(await sharp(upright).rotate(degrees).png().toBuffer())),
    })),
  )
}

/** JPEGs that cannot be decoded, or are no pictures for people, show nothing. */
async function isOneOf(views: readonly View[], jpeg: Buffer): Promise<boolean> {
  if (GAIN_MAP.test(jpeg.toString('latin1', 0, HEAD_BYTES))) return true
  const decoded = await sharp(jpeg, { failOn: 'none' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (decoded === null || Math.max(decoded.info.width, decoded.info.height) < MIN_SIDE) return true
  for (const { ratio, pixels } of views) {
    const middle = await withoutBars(decoded.data, decoded.info, ratio)
    if (middle !== null && difference(await pixelsOf(sharp(middle)), pixels) <= MAX_DIFFERENCE) return true
  }
  return false
}

/** The middle of this shape; null if its surroundings are not just black. */
async function withoutBars(
  picture: Buffer,
  { width, height }: { width: number; height: number },
  ratio: number,
): Promise<Buffer | null> {
  const own = width / height
  if (Math.max(own / ratio, ratio / own) <= RATIO_TOLERANCE) return picture
  const size =
    own > ratio
      ? { width: Math.max(1, Math.round(height * ratio)), height }
      : { width, height: Math.max(1, Math.round(width / ratio)) }
  const [left, top] = [(width - size.width) >> 1, (height - size.height) >> 1]
  const bar = own > ratio ? { width: left, height } : { width, height: top }
  const bars = [
    { left: 0, top: 0, ...bar },
    { left: width - bar.width, top: height - bar.height, ...bar },
  ]
  for (const each of bars) {
    if (each.width === 0 || each.height === 0) continue
    const { channels } = await sharp(await sharp(picture).extract(each).png().toBuffer()).stats()
    if (channels.some(({ mean }) => mean > DARK)) return null
  }
  return sharp(picture)
    .extract({ left, top, ...size })
    .png()
    .toBuffer()
}

function difference(a: Buffer, b: Buffer): number {
  let sum = 0
  for (const [at, value] of a.entries()) sum += Math.abs(value - b[at]!)
  return sum / a.length
}
