import { say } from '../../contract/sentences/say.ts'
import type { Bytes } from '../../formats/bytes.ts'
import { directoryAt, type TiffPlace } from '../../formats/tiff/main-picture.ts'
import { tiffTag } from '../../formats/tiff/tiff-directories.ts'
import { DecodeFailure } from './decode-failure.ts'

/** libvips reads strips of more rows than this one row at a time, where the compression lets it. */
const MAX_STRIP_ROWS = 128
/** None, LZW, Deflate, PackBits, and Deflate under its old number. */
const ROW_WISE: ReadonlySet<number> = new Set([1, 5, 8, 32773, 32946])
const CHUNKY = 1

/** How a TIFF keeps the pixels of a picture. */
type Layout = {
  width: number
  height: number
  /** Of a pixel, as stored. */
  pixelBytes: number
  compression: number
  /** True where each colour is kept apart from the others. */
  isPlanar: boolean
  rowsPerStrip: number
  /** 0 where it is kept in strips. */
  tileWidth: number
  tileHeight: number
}

/** A picture of a TIFF as libvips sees it; `pixelBytes` is what a pixel has there. */
type SeenPicture = { width: number; height: number; pixelBytes: number }

/**
 * Bytes that libtiff and libvips hold for strips or tiles while they decode a picture of a TIFF. Throws
 * DecodeFailure where the directory that is read here is not the one that libtiff reads: its tiles may have any size.
 */
export function estimateTiffBytes(bytes: Bytes, place: TiffPlace, { width, height, pixelBytes }: SeenPicture): number {
  const layout = readLayout(bytes, place)
  if (layout.width !== width || layout.height !== height)
    throw new DecodeFailure('damaged', say('pictures.sizeUnclear'))
  const largest = { ...layout, pixelBytes: Math.max(pixelBytes, layout.pixelBytes) }
  return layout.tileWidth > 0 && layout.tileHeight > 0 ? tileBytes(largest) : stripBytes(largest)
}

function readLayout(bytes: Bytes, place: TiffPlace): Layout {
  const main = directoryAt(bytes, place)
  const read = (tag: number, absent: number) => main?.numbers(tag)?.[0] ?? absent
  const height = read(tiffTag.height, 0)
  return {
    width: read(tiffTag.width, 0),
    height,
    pixelBytes: (read(tiffTag.samplesPerPixel, 1) * read(tiffTag.bitsPerSample, 1)) / 8,
    compression: read(tiffTag.compression, 1),
    isPlanar: read(tiffTag.planes, CHUNKY) !== CHUNKY,
    rowsPerStrip: Math.min(height, read(tiffTag.rowsPerStrip, height)),
    tileWidth: read(tiffTag.tileWidth, 0),
    tileHeight: read(tiffTag.tileHeight, 0),
  }
}

/** One strip as stored and once more as libvips holds it. */
function stripBytes({ width, pixelBytes, rowsPerStrip, compression, isPlanar }: Layout): number {
  const isRowWise = rowsPerStrip > MAX_STRIP_ROWS && ROW_WISE.has(compression) && !isPlanar
  return 2 * width * pixelBytes * (isRowWise ? 1 : rowsPerStrip)
}

/** Two rows of tiles are kept, with one to spare, since lines are made across them; and the tile at hand. */
function tileBytes({ width, height, pixelBytes, tileWidth, tileHeight }: Layout): number {
  const [across, down] = [Math.ceil(width / tileWidth), Math.ceil(height / tileHeight)]
  return tileWidth * tileHeight * pixelBytes * ((across + 1) * Math.min(2, down) + 1)
}
