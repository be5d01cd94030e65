import sharp, { type Sharp } from 'sharp'
import { AppError, messageOf } from '../../contract/errors.ts'

/** Bytes or a path that `sharp(input).autoOrient()` makes upright; for HEIC and RAW the decoded or embedded picture. */
export type PictureSource = { input: string | Buffer }
export type OpenSource = (path: string) => Promise<PictureSource>

/** An upright picture that any number of crops can be taken from. */
export type OpenPicture = { width: number; height: number; hasAlpha: boolean; pipeline(): Sharp }

/** Largest picture held in memory, in bytes of pixels; larger ones are decoded again for each crop. */
const MAX_HELD_BYTES = 160 * 1024 * 1024
const MAX_PIXELS = 600_000_000

/**
 * Decodes a picture once where several crops are wanted. sharp brings it to sRGB by its embedded profile. Throws
 * `file-unreadable`.
 */
export async function openPicture(source: PictureSource, crops: number): Promise<OpenPicture> {
  try {
    const upright = () =>
      sharp(source.input, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace('srgb')
    const facts = await sharp(source.input, { limitInputPixels: MAX_PIXELS }).metadata()
    const { width, height } = facts.autoOrient
    const isHeld = crops > 1 && width * height * (facts.hasAlpha ? 4 : 3) <= MAX_HELD_BYTES
    return isHeld ? await hold(upright()) : { width, height, hasAlpha: facts.hasAlpha ?? false, pipeline: upright }
  } catch (cause) {
    throw new AppError('file-unreadable', `The picture cannot be decoded: ${messageOf(cause).split('\n')[0]}`, {
      cause,
    })
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
