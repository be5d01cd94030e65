import { say } from '../../contract/sentences/say.ts'
import { compose, swapsSides } from '../../base/formats/exif/orientations.ts'
import { sniffFormat, type FormatFamily } from '../../base/formats/sniff/sniff-format.ts'
import { DecodeFailure } from './decode-failure.ts'
import { inspectBmp } from './inspect-bmp.ts'
import { inspectHeic } from './inspect-heic.ts'
import { inspectJxl } from './inspect-jxl.ts'
import type { InspectedPhoto, InspectFile, OpenOptions, PhotoSource } from './photo-source.ts'
import { inspectPicture } from './picture-source.ts'
import { inspectPsd } from './inspect-psd.ts'
import { inspectRaw } from './inspect-raw.ts'
import { checkBytes, nameOf, readPhotoFile, type PhotoFile, type PhotoOrigin } from './read-photo-file.ts'
import { inspectVideo } from './inspect-video.ts'

const families: Record<Exclude<FormatFamily, 'unsupported' | 'unknown'>, InspectFile> = {
  picture: inspectPicture,
  heic: inspectHeic,
  raw: inspectRaw,
  psd: inspectPsd,
  bmp: inspectBmp,
  jxl: inspectJxl,
  video: inspectVideo,
}

/**
 * Inspects a photo's file without decoding a pixel; `name` distinguishes RAW files that look like TIFF. Rejects with a
 * DecodeFailure that names the file's fault.
 */
export async function inspectPhoto(file: PhotoFile, name: string, options: OpenOptions): Promise<InspectedPhoto> {
  const { format, family } = sniffFormat(file.head, name)
  if (family === 'unsupported')
    throw new DecodeFailure('unsupported-format', say('pictures.formatUnsupported', { format: format.toUpperCase() }))
  if (family === 'unknown') throw new DecodeFailure('unsupported-format', say('pictures.formatUnknown'))
  if (family !== 'video') checkBytes(file.bytes)
  return families[family](file, format, options)
}

/**
 * Opens a photo, by path or by its bytes, for libvips; a person's rotation adds to the file's. Rejects with a
 * DecodeFailure.
 */
export async function openSource(photo: PhotoOrigin, options: OpenOptions = {}): Promise<PhotoSource> {
  const inspected = await inspectPhoto(await readPhotoFile(photo, options.watch), nameOf(photo), options)
  return turnSource(await inspected.load(), options.turn ?? 1)
}

function turnSource(source: PhotoSource, turn: number): PhotoSource {
  const { width, height } = source
  const size = swapsSides(turn) ? { width: height, height: width } : { width, height }
  return { ...source, ...size, orientation: compose(source.orientation, turn) }
}
