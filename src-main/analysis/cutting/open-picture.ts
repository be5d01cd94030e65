import { say } from '../../contract/sentences/say.ts'
import type { Sharp } from 'sharp'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { Size } from '../../contract/analysis/cropping.ts'
import { type CropFrame, frameOfCrop, type PhotoCrop } from '../../contract/library/photo-crop.ts'
import { inverse } from '../../base/formats/exif/orientations.ts'
import { turnFrame } from '../../base/formats/exif/turn-crop.ts'
import { turnSize } from '../../base/formats/exif/turn-box.ts'
import { cutFrame } from '../decode/crop-pixels.ts'
import { sharp } from '../decode/libvips.ts'
import { openPixels, type SourcePixels } from '../decode/source-pixels.ts'

/** An upright picture from which any number of files can be made. */
export type OpenPicture = { width: number; height: number; hasAlpha: boolean; pipeline(): Sharp }

/** Largest picture kept in memory, in bytes of pixels; larger ones are decoded again for each file. */
const MAX_HELD_BYTES = 160 * 1024 * 1024
const MAX_PIXELS = 600_000_000

/** Bytes that a picture of this size occupies while several files are made from it; 0 if it is decoded for each. */
export function heldBytes({ width, height }: { width: number; height: number }, files: number): number {
  const bytes = width * height * 4
  return files > 1 && bytes <= MAX_HELD_BYTES ? bytes : 0
}

/** Bytes that a picture occupies while it is cropped: the whole of it, and the same rotated. */
export const croppedBytes = ({ width, height }: Size): number => width * height * 4 * 3

type Opening = { files: number; turn?: number; crop?: PhotoCrop | undefined }

/**
 * Decodes a picture, only once if several files are wanted and it is not too large. sharp would convert it to sRGB by
 * its embedded profile, and clip what sRGB cannot show. An RGB picture therefore keeps its colours and profile, and is
 * converted directly to the file's profile. `crop` is given for the picture after `turn`; what it leaves comes before
 * `turn`, as the whole picture does. Throws `file-unreadable`.
 */
export async function openPicture(source: SourcePixels, { files, turn = 1, crop }: Opening): Promise<OpenPicture> {
  try {
    const open = () => openPixels(source, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: false })
    const metadata = await open().metadata()
    // sharp takes 16 bits without a profile for Display P3 when it writes a profile.
    const isDeep = metadata.depth === 'ushort' && source.colors === 'srgb'
    const upright = () => (isDeep ? open().pipelineColourspace('srgb') : open()).autoOrient().toColourspace('srgb')
    const { width, height } = metadata.autoOrient
    const whole = { width, height }
    const frame = crop === undefined ? null : frameOfCrop(crop, turnSize(turn, whole))
    if (frame !== null) {
      const own = turnFrame(inverse(turn), turnSize(turn, whole), frame)
      return await cropPicture(upright, whole, own, source.colors !== 'srgb' ? holdWithProfile : hold)
    }
    if (heldBytes({ width, height }, files) > 0)
      return await (source.colors !== 'srgb' ? holdWithProfile(upright()) : hold(upright()))
    return { width, height, hasAlpha: metadata.hasAlpha ?? false, pipeline: upright }
  } catch (cause) {
    const message = say('pictures.undecodable', { detail: messageOf(cause).split('\n')[0] ?? '' })
    throw new AppError('file-unreadable', message, { cause })
  }
}

/** What a frame shows of a picture, held in memory. */
async function cropPicture(
  open: () => Sharp,
  size: Size,
  frame: CropFrame,
  holds: (picture: Sharp) => Promise<OpenPicture>,
): Promise<OpenPicture> {
  let last: OpenPicture | undefined
  await cutFrame(open, size, frame, async (picture) => {
    last = await holds(picture)
    return { open: last.pipeline, size: last }
  })
  return last!
}

async function hold(picture: Sharp): Promise<OpenPicture> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return {
    width: info.width,
    height: info.height,
    hasAlpha: info.channels === 2 || info.channels === 4,
    pipeline: () => sharp(data, { raw, limitInputPixels: false }),
  }
}

/** Raw pixels cannot carry a profile; an uncompressed TIFF can. */
async function holdWithProfile(picture: Sharp): Promise<OpenPicture> {
  const { data, info } = await picture
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    hasAlpha: info.channels === 4,
    pipeline: () => sharp(data, { limitInputPixels: false, ignoreIcc: true }),
  }
}
