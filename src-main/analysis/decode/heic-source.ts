import { readItemColor } from '../../formats/isobmff/item-colors.ts'
import { decodeHeic, HEIC_BYTES_PER_PIXEL } from './heic.ts'
import { checkNeed, largestPicture } from './memory-estimate.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import type { InspectFile } from './photo-source.ts'
import { inspectPicture, openBytes, readFacts } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** HEIC files, whose header libvips reads and whose pixels it does not; their sides are those after their own turns. */
export const inspectHeic: InspectFile = async (file, format, options) => {
  const bytes = wholeOf(file, format)
  const { width, height, compression, icc } = await readFacts(bytes)
  if (compression === 'av1') return inspectPicture(file, 'avif', options)
  const { limitMemory = unlimitedMemory } = options
  const decodeBytes = largestPicture(bytes, { width, height }) * HEIC_BYTES_PER_PIXEL
  return {
    width,
    height,
    format,
    hasAlpha: false,
    async load() {
      checkNeed(decodeBytes, { width, height })
      const pixels = await limitMemory(decodeBytes, () => decodeHeic(bytes, icc ?? null, readItemColor(bytes).encoding))
      return { ...(await openBytes(pixels, 'tiff')), format }
    },
  }
}
