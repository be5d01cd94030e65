import { withOrientation } from '../../formats/exif/exif-orientation.ts'
import { choosePreview, findRawPreviews } from '../../formats/raw/raw-preview.ts'
import { DecodeFailure } from './decode-failure.ts'
import { swapsSides } from './orient-raster.ts'
import type { InspectFile } from './photo-source.ts'
import { openPicture } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** A RAW file whose largest preview is shorter than this gets a warning. */
const SMALL_PREVIEW = 500

/** RAW files of cameras, by the preview that the camera put into them. */
export const inspectRaw: InspectFile = async (file, format, { longSide }) => {
  const bytes = wholeOf(file, format)
  const { previews, orientation } = findRawPreviews(bytes, format)
  const [largest] = previews
  const chosen = longSide === undefined ? largest : choosePreview(previews, longSide)
  if (largest === undefined || chosen === undefined)
    throw new DecodeFailure(
      'no-preview',
      `The ${format.toUpperCase()} file holds no preview picture, and its sensor data is not developed here.`,
    )
  const stored = bytes.subarray(chosen.offset, chosen.offset + chosen.length)
  const jpeg = orientation === undefined ? stored : withOrientation(stored, orientation)
  const opened = await openPicture({ input: jpeg, head: jpeg }, 'jpeg')
  const [width, height] = swapsSides(opened.orientation)
    ? [largest.height, largest.width]
    : [largest.width, largest.height]
  const warnings =
    Math.max(width, height) < SMALL_PREVIEW
      ? [`The ${format.toUpperCase()} file holds only a small preview of ${width} x ${height} pixels.`]
      : []
  const source = { ...opened, width, height, format, warnings }
  return { ...source, load: async () => source }
}
