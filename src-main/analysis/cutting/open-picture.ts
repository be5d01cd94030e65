import type { Sharp } from 'sharp'
import { AppError, messageOf } from '../../contract/errors.ts'
import { sharp } from '../decode/libvips.ts'
import type { PhotoSource } from '../decode/photo-source.ts'

/** An upright picture that any number of crops can be taken from. */
export type OpenPicture = { width: number; height: number; hasAlpha: boolean; pipeline(): Sharp }

/** Largest picture held in memory, in bytes of pixels; larger ones are decoded again for each crop. */
const MAX_HELD_BYTES = 160 * 1024 * 1024
const MAX_PIXELS = 600_000_000

/** Bytes that a picture of this size holds while several crops are taken from it; 0 where it is decoded for each. */
export function heldBytes({ width, height }: { width: number; height: number }, crops: number): number {
  const bytes = width * height * 4
  return crops > 1 && bytes <= MAX_HELD_BYTES ? bytes : 0
}

/**
 * Decodes a picture, once where several crops are wanted and it is not too large for that. sharp brings it to sRGB by
 * its embedded profile. Throws `file-unreadable`.
 */
export async function openPicture({ input }: Pick<PhotoSource, 'input'>, crops: number): Promise<OpenPicture> {
  try {
    const upright = () =>
      sharp(input, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace('srgb')
    const facts = await sharp(input, { limitInputPixels: MAX_PIXELS }).metadata()
    const { width, height } = facts.autoOrient
    if (heldBytes({ width, height }, crops) > 0) return await hold(upright())
    return { width, height, hasAlpha: facts.hasAlpha ?? false, pipeline: upright }
  } catch (cause) {
    const message = `The picture cannot be decoded: ${messageOf(cause).split('\n')[0]}`
    throw new AppError('file-unreadable', message, { cause })
  }
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
