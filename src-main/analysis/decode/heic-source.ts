import { decodeHeic, HEIC_BYTES_PER_PIXEL } from './heic.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import type { InspectFile } from './photo-source.ts'
import { inspectPicture, openPicture, readFacts } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** HEIC files, whose header libvips reads and whose pixels it does not; their sides are those after their own turns. */
export const inspectHeic: InspectFile = async (file, format, options) => {
  const bytes = wholeOf(file, format)
  const { width, height, compression, icc } = await readFacts(bytes)
  if (compression === 'av1') return inspectPicture(file, 'avif', options)
  const { limitMemory = unlimitedMemory } = options
  return {
    width,
    height,
    format,
    hasAlpha: false,
    async load() {
      const pixels = await limitMemory(width * height * HEIC_BYTES_PER_PIXEL, () => decodeHeic(bytes, icc ?? null))
      return { ...(await openPicture({ input: pixels, head: pixels }, 'tiff')), format }
    },
  }
}
