import { say } from '../../contract/sentences/say.ts'
import { readJxlHeader } from '../../base/formats/jxl/jxl-header.ts'
import { DecodeFailure } from './decode-failure.ts'
import { decodeJxl, JXL_BYTES_PER_PIXEL } from './jxl.ts'
import { limits } from './limits.ts'
import { checkPixels } from './memory-estimate.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import type { InspectFile } from './photo-source.ts'
import { openBytes } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** Reads JPEG XL files, which libvips does not support. */
export const inspectJxl: InspectFile = async (file, format, { limitMemory = unlimitedMemory }) => {
  const bytes = wholeOf(file, format)
  const header = readJxlHeader(bytes)
  if (header === null) throw new DecodeFailure('damaged', say('pictures.jxlNoHeader'))
  const { width, height } = header
  const needed = checkPixels(width, height, JXL_BYTES_PER_PIXEL, limits.aloneBytes)
  return {
    width,
    height,
    format,
    hasAlpha: false,
    ...(header.isAnimated ? { media: 'animation' as const } : {}),
    async load() {
      const pixels = await limitMemory(needed, () => decodeJxl(bytes))
      return { ...(await openBytes(pixels, 'tiff')), format }
    },
  }
}
