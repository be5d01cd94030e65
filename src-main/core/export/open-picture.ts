import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../contract/errors.ts'

/**
 * Bytes or a path that sharp reads; for HEIC and RAW the decoded or embedded picture. `orientation` (EXIF, 1 to 8) says how to turn them
 * where they do not carry it themselves.
 */
export type PictureSource = { input: string | Buffer; orientation?: number }
export type OpenSource = (path: string) => Promise<PictureSource>

/** An upright picture whose crops can be taken again and again. */
export type OpenPicture = { width: number; height: number; hasAlpha: boolean; pipeline(): Sharp }

/** Largest picture held in memory, in bytes of pixels; larger ones are decoded again for each crop. */
const MOST_HELD = 160 * 1024 * 1024
const MOST_PIXELS = 600_000_000
const turns: Readonly<Record<number, readonly [degrees: number, mirrored: boolean]>> = { 2: [0, true], 3: [180, false], 4: [180, true], 5: [90, true], 6: [90, false], 7: [270, true], 8: [270, false] }

/** Decodes a picture once where several crops are wanted. sharp brings it to sRGB by its embedded profile. Throws `file-unreadable`. */
export async function openPicture(source: PictureSource, crops: number): Promise<OpenPicture> {
  try {
    const upright = () => turn(sharp(source.input, { failOn: 'error', limitInputPixels: MOST_PIXELS }), source.orientation).toColourspace('srgb')
    const facts = await sharp(source.input, { limitInputPixels: MOST_PIXELS }).metadata()
    const isTurned = (source.orientation ?? facts.orientation ?? 1) >= 5
    const [width, height] = isTurned ? [facts.height, facts.width] : [facts.width, facts.height]
    const isHeld = crops > 1 && width * height * (facts.hasAlpha ? 4 : 3) <= MOST_HELD
    return isHeld ? await hold(upright()) : { width, height, hasAlpha: facts.hasAlpha ?? false, pipeline: upright }
  } catch (cause) {
    throw new AppError('file-unreadable', `The picture cannot be decoded: ${firstLine(cause)}`, { cause })
  }
}

/** Mirrors before turning, as EXIF orders it. */
function turn(picture: Sharp, orientation: number | undefined): Sharp {
  if (orientation === undefined) return picture.autoOrient()
  const [degrees, isMirrored] = turns[orientation] ?? [0, false]
  return isMirrored ? picture.flop().rotate(degrees === 0 ? 0 : 360 - degrees) : picture.rotate(degrees)
}

async function hold(picture: Sharp): Promise<OpenPicture> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { width: info.width, height: info.height, hasAlpha: info.channels === 2 || info.channels === 4, pipeline: () => sharp(data, { raw, limitInputPixels: false }) }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!
}
