import { say } from '../../contract/sentences/say.ts'
import { readBmpHeader, type BmpHeader } from '../../base/formats/bmp/bmp-header.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { decodeBmp } from './decode-bmp.ts'
import { DecodeFailure } from './decode-failure.ts'
import { checkPixels } from './memory-estimate.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import type { InspectFile } from './photo-source.ts'
import { openBytes } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'

/** For the pixels, and for the TIFF that they are copied into. */
const BYTES_PER_PIXEL = 6
const BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 24, 32])
/** A file with less than this part of its pixels is only a header. */
const MIN_PART = 1 / 100

/** Reads BMP files, which libvips does not support. */
export const inspectBmp: InspectFile = async (file, format, { limitMemory = unlimitedMemory }) => {
  const bytes = wholeOf(file, format)
  const header = readBmpHeader(bytes)
  if (header === null || !BITS.has(header.bits))
    throw new DecodeFailure('unsupported-format', say('pictures.bmpUnsupported'))
  const { width, height } = header
  const needed = checkPixels(width, height, BYTES_PER_PIXEL)
  if (!hasPixels(bytes, header)) throw new DecodeFailure('damaged', say('pictures.bmpCut'))
  return {
    width,
    height,
    format,
    hasAlpha: false,
    async load() {
      return limitMemory(needed, async () => {
        const { data, isComplete } = decodeBmp(bytes, header)
        const pixels = pixelsToTiff({ width, height, data, profile: header.profile })
        const warnings = isComplete ? [] : [say('pictures.partDecoded', { sentence: say('pictures.cutOff') })]
        return { ...(await openBytes(pixels, 'tiff')), format, warnings }
      })
    },
  }
}

function hasPixels(bytes: Buffer, { width, height, bits, compression, pixelsAt }: BmpHeader): boolean {
  const there = bytes.length - pixelsAt
  return compression === 'none' ? there * 8 >= width * height * bits * MIN_PART : there > 2
}
