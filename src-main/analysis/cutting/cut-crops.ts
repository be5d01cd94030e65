import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { AppError, messageOf, type ErrorCode } from '../../contract/errors.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import { inverse } from '../../formats/exif/orientations.ts'
import { turnBox, turnSize } from '../../formats/exif/turn-box.ts'
import { asFileError } from '../decode/decode-failure.ts'
import { limits } from '../decode/limits.ts'
import { unlimitedMemory, type MemoryLimiter } from '../decode/memory-limiter.ts'
import { openSource } from '../decode/open-source.ts'
import type { OpenOptions, PhotoSource } from '../decode/photo-source.ts'
import { unwatched, type ReadWatch } from '../decode/read-watch.ts'
import type { Credits } from './credits.ts'
import { encodeCrop, scaleCrop } from './encode-crop.ts'
import { heldBytes, openPicture, type OpenPicture } from './open-picture.ts'

/** A crop given for a picture of the size `from`, and the size of the file that it becomes. */
export type CropOrder = { crop: Rectangle; from: Size; size: Size }

/** Files wanted of one photo; `turn` is how the person turned the upright photo, as EXIF counts turns. */
export type CutRequest = {
  path: string
  turn?: number
  crops: readonly CropOrder[]
  format: ExportFormat
  quality: number
  credits: Credits
}

/** The bytes of one file, or why there are none. */
export type CutCrop = { ok: true; value: Uint8Array } | { ok: false; code: ErrorCode; message: string }

export type CutOptions = { limitMemory?: MemoryLimiter; watch?: ReadWatch }

/** Each crop after the first may take so much longer, in milliseconds. */
const CROP_MS = 5_000

/**
 * Cuts crops from one photo with one decode, in their order. Rejects with AppError `file-missing`, `file-unreadable` or
 * `disk-full` where the photo cannot be opened.
 */
export async function cutCrops(request: CutRequest, options: CutOptions = {}): Promise<CutCrop[]> {
  const { limitMemory = unlimitedMemory, watch = unwatched } = options
  const { path, crops } = request
  const extraMs = CROP_MS * (crops.length - 1)
  const patient: ReadWatch = { ...watch, read: (rereadMs) => watch.read(rereadMs + extraMs) }
  const source = await openFile(path, { limitMemory, watch: patient })
  const bytes = source.decodeBytes + heldBytes(source, crops.length)
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

async function cutEach(source: PhotoSource, request: CutRequest): Promise<CutCrop[]> {
  const picture = await openPicture(source, request.crops.length)
  const cuts: CutCrop[] = []
  for (const order of request.crops) cuts.push(await cutOne(picture, request, order))
  return cuts
}

/** A crop of the turned photo as one of the upright photo: the small result is turned, and not the whole picture. */
function turnBack(turn: number, { crop, from, size }: CropOrder): CropOrder {
  return { crop: turnBox(inverse(turn), from, crop), from: turnSize(turn, from), size: turnSize(turn, size) }
}

async function cutOne(picture: OpenPicture, request: CutRequest, { crop, from, size }: CropOrder): Promise<CutCrop> {
  const { turn = 1, format, quality, credits } = request
  try {
    const upright = turnBack(turn, { crop, from, size })
    const scaled = scaleCrop(upright.crop, upright.from, picture)
    const value = await encodeCrop(picture, { crop: scaled, size: upright.size, turn, format, quality, credits })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    const message = `The picture cannot be decoded: ${messageOf(error).split('\n')[0]}`
    return { ok: false, code: 'file-unreadable', message }
  }
}
