import { basename } from 'node:path'
import { say } from '../../contract/sentences/say.ts'
import { isDcfAdobeRgb } from '../../base/formats/exif/is-dcf-adobe-rgb.ts'
import { withOrientation } from '../../base/formats/exif/with-orientation.ts'
import { choosePreview, findRawPreviews, type RawPreviews } from '../../base/formats/raw/raw-preview.ts'
import { DecodeFailure } from './decode-failure.ts'
import { developJxl, findJxlPicture, isSensorJxl, type JxlPicture } from './develop-jxl.ts'
import { developRaw, RAW_BYTES_PER_PIXEL, readSensorSize, type SensorSize } from './develop-raw.ts'
import { checkPixels } from './memory-estimate.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import { swapsSides } from '../../base/formats/exif/orientations.ts'
import type { InspectedPhoto, InspectFile, OpenOptions, PhotoSource } from './photo-source.ts'
import { inAdobeRgb, openBytes } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** A preview of this many pixels on its longer side is shown; without one the sensor data are developed. */
const LARGE_PREVIEW = 1000
/** A RAW file that can show no more than this gets a warning. */
const SMALL_PREVIEW = 500

type RawFile = { bytes: Buffer; name: string; format: string; found: RawPreviews }

/** Reads camera RAW files by the camera's preview; develops them if that is small. */
export const inspectRaw: InspectFile = async (file, format, options) => {
  const bytes = wholeOf(file, format)
  const found = findRawPreviews(bytes, format)
  const raw: RawFile = { bytes, name: basename(file.path ?? ''), format, found }
  const preview = longerSide(found.previews[0])
  const jxl = preview >= LARGE_PREVIEW || format !== 'dng' ? null : findJxlPicture(bytes, LARGE_PREVIEW)
  if (jxl !== null && longerSide(jxl) > preview) return inspectJxl(raw, jxl, options)
  const sensor = preview >= LARGE_PREVIEW || isSensorJxl(bytes) ? null : await readSensorSize(bytes)
  if (sensor !== null && longerSide(sensor) > preview) return inspectSensor(raw, sensor, options)
  const source = await openPreview(raw, options.longSide)
  return { ...source, load: async () => source }
}

const longerSide = (size: SensorSize | undefined): number =>
  size === undefined ? 0 : Math.max(size.width, size.height)

function inspectSensor(raw: RawFile, { width, height }: SensorSize, options: OpenOptions): InspectedPhoto {
  const { longSide } = options
  const isHalf = longSide !== undefined && longerSide({ width, height }) / 2 >= longSide
  const bytesPerPixel = RAW_BYTES_PER_PIXEL[isHalf ? 'half' : 'full']
  return inspectDeveloped(raw, { width, height, bytesPerPixel, orientation: 1 }, options, () =>
    developRaw(raw.bytes, isHalf),
  )
}

const inspectJxl = (raw: RawFile, picture: JxlPicture, options: OpenOptions): InspectedPhoto =>
  inspectDeveloped(raw, { ...picture, orientation: raw.found.orientation ?? 1 }, options, () =>
    developJxl(raw.bytes, picture),
  )

type Developed = SensorSize & { bytesPerPixel: number; orientation: number; maxBytes?: number }

/** The developed picture, as a TIFF in the given orientation; a small preview if that fails. */
function inspectDeveloped(
  raw: RawFile,
  { width, height, bytesPerPixel, orientation, maxBytes }: Developed,
  { longSide, limitMemory = unlimitedMemory }: OpenOptions,
  toTiff: () => Promise<Buffer>,
): InspectedPhoto {
  const upright = swapsSides(orientation) ? { width: height, height: width } : { width, height }
  const properties = { ...upright, format: raw.format, hasAlpha: false }
  const develop = async () => {
    const needed = checkPixels(width, height, bytesPerPixel, maxBytes)
    const tiff = await limitMemory(needed, toTiff)
    return { ...(await openBytes(tiff, 'tiff')), ...properties, orientation }
  }
  const load = async () => {
    try {
      return await develop()
    } catch (error) {
      if (!(error instanceof DecodeFailure) || raw.found.previews.length === 0) throw error
      const small = await openPreview(raw, longSide)
      return { ...small, ...properties, warnings: [error.text, ...small.warnings] }
    }
  }
  return { ...properties, load }
}

async function openPreview(
  { bytes, name, format, found }: RawFile,
  longSide: number | undefined,
): Promise<PhotoSource> {
  const { previews, orientation } = found
  const [largest] = previews
  const chosen = longSide === undefined ? largest : choosePreview(previews, longSide)
  if (largest === undefined || chosen === undefined)
    throw new DecodeFailure('no-preview', say('pictures.rawEmpty', { format: format.toUpperCase() }))
  const stored = bytes.subarray(chosen.offset, chosen.offset + chosen.length)
  const jpeg = orientation === undefined ? stored : withOrientation(stored, orientation)
  const opened = await openBytes(isDcfAdobeRgb(bytes, 0, name) ? inAdobeRgb(jpeg) : jpeg, 'jpeg')
  const [width, height] = swapsSides(opened.orientation)
    ? [largest.height, largest.width]
    : [largest.width, largest.height]
  const warnings =
    Math.max(width, height) < SMALL_PREVIEW
      ? [say('pictures.smallPreview', { format: format.toUpperCase(), width, height })]
      : []
  return { ...opened, width, height, format, warnings }
}
