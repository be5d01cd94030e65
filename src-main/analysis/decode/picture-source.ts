import type { Metadata } from 'sharp'
import { isAnimated } from './is-animated.ts'
import { sharp } from './libvips.ts'
import { limits } from './limits.ts'
import { checkPictureLimits } from './memory-estimate.ts'
import { swapsSides } from '../../formats/exif/orientations.ts'
import type { InspectFile, PhotoSource } from './photo-source.ts'
import type { PhotoFile } from './read-photo-file.ts'
import { describeVipsError } from './vips-error.ts'

/** What sharp must be told when it opens a source: first page only, bounded size, read from start to end. */
export const sourceOptions = { pages: 1, limitInputPixels: limits.streamedPixels, sequentialRead: true } as const

/** Formats that libvips reads itself. */
export const inspectPicture: InspectFile = async (file, format) => {
  const source = await openPicture(file, format)
  return { ...source, load: async () => source }
}

type OpenFile = Pick<PhotoFile, 'input' | 'head'>

/** Opens a picture of which all bytes are there, such as pixels that were decoded elsewhere. */
export const openBytes = (bytes: Buffer, format: string): Promise<PhotoSource> =>
  openPicture({ input: bytes, head: bytes }, format)

/** Opens a picture for libvips. Rejects with a DecodeFailure. */
export async function openPicture(file: OpenFile, format: string): Promise<PhotoSource> {
  const input = format === 'avif' ? asStillAvif(file.input) : file.input
  const facts = await readFacts(input)
  const decodeBytes = checkPictureLimits({ input, head: file.head, format, facts })
  const orientation = facts.orientation ?? 1
  const [width, height] = swapsSides(orientation) ? [facts.height, facts.width] : [facts.width, facts.height]
  return {
    input,
    width,
    height,
    format,
    hasAlpha: facts.hasAlpha,
    ...(isAnimated(format, file.head, facts) ? { media: 'animation' as const } : {}),
    orientation,
    decodeBytes,
    warnings: [],
  }
}

/** What libvips makes of a file's header. Rejects with a DecodeFailure. */
export async function readFacts(input: Buffer | string): Promise<Metadata> {
  try {
    return await sharp(input, { ...sourceOptions, limitInputPixels: false, failOn: 'none' }).metadata()
  } catch (error) {
    throw describeVipsError(error)
  }
}

/** libvips reads only the major brand: an image sequence opens as its still picture once it is marked as one. */
function asStillAvif(input: Buffer | string): Buffer | string {
  if (typeof input === 'string' || input.toString('latin1', 8, 12) === 'avif') return input
  const copy = Buffer.from(input)
  copy.write('avif', 8, 'latin1')
  return copy
}
