import { readJpegScan } from './jpeg-scan.ts'
import { meansToRaster, type EighthRaster } from './means-to-raster.ts'
import { BlockMeansReader } from './read-block-means.ts'

/** The stored picture, not turned, with the profile of its colours. */
export type EighthPicture = EighthRaster & { profile: Buffer | null }

/** Larger files are left to libvips: the memory that a reader needs stays with it. */
const MOST_BYTES = 48 * 1024 * 1024

let reader: BlockMeansReader | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * A JPEG at an eighth of its size, in half the time that libvips takes: a pixel is the mean of a block, and all other
 * coefficients, which libjpeg decodes one by one and then leaves out, are passed over several at once. Null where that
 * has fewer than `longSide` pixels on its longer side, and for every file that is not an ordinary, whole baseline JPEG,
 * so that whatever is odd or damaged gets the decoder that knows it. One picture at a time.
 */
export async function decodeEighth(input: Buffer | string, longSide: number): Promise<EighthPicture | null> {
  if (typeof input === 'string' || input.length > MOST_BYTES) return null
  const scan = readJpegScan(input)
  if (scan === null || Math.max(scan.width, scan.height) < 8 * longSide) return null
  const decoded = last.then(async () => {
    const means = await (reader ??= new BlockMeansReader()).read(input, scan)
    return means === null ? null : { ...meansToRaster(means, scan), profile: scan.profile }
  })
  last = decoded.catch(() => undefined)
  return decoded
}
