import { rgbaToThumbHash } from 'thumbhash'
import { fitRaster } from '../decode/fit-raster.ts'
import { encodable } from '../decode/source-pixels.ts'
import type { DecodedPhoto, Raster } from '../photo/photo.ts'
import type { Step } from '../step/step.ts'

const THUMBNAIL_SIDE = 320
/**
 * ThumbHash reads at most 100 pixels per side and keeps far less; a small raster hashes in well under a millisecond.
 */
const PLACEHOLDER_SIDE = 48

/** The grid's thumbnail, and the few bytes that replace it until it is loaded. */
export const previewStep: Step = {
  name: 'preview',
  version: 2,
  tasks: [],
  side: THUMBNAIL_SIDE,
  run: async ({ photo }) => {
    const small = await shrinkTo(photo, THUMBNAIL_SIDE)
    const thumbnail = await encodeThumbnail(photo.wide ? await shrinkWide(photo.wide) : small, photo.wide !== undefined)
    return {
      width: photo.width,
      height: photo.height,
      format: photo.format,
      thumbnail,
      placeholder: makePlaceholder(small),
    }
  },
}

/** WebP: about 8 KB at this size; the lowest effort costs a third of the default for 5 % more bytes. */
async function encodeThumbnail(raster: Raster, isWide: boolean): Promise<Uint8Array> {
  return encodable(raster, isWide).webp({ quality: 75, effort: 0 }).toBuffer()
}

const shrinkWide = (raster: Raster): Promise<Raster> =>
  Math.max(raster.width, raster.height) > THUMBNAIL_SIDE
    ? fitRaster(raster, { width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
    : Promise.resolve(raster)

/** The placeholder is so coarse that the mean of each block of pixels is all it needs. */
function makePlaceholder(raster: Raster): Uint8Array {
  const scale = Math.min(1, PLACEHOLDER_SIDE / Math.max(raster.width, raster.height))
  const width = Math.max(1, Math.round(raster.width * scale))
  const height = Math.max(1, Math.round(raster.height * scale))
  return rgbaToThumbHash(width, height, averageBlocks(raster, width, height))
}

function averageBlocks({ width, height, data }: Raster, columns: number, rows: number): Uint8Array {
  const rgba = new Uint8Array(columns * rows * 4)
  for (let row = 0, at = 0; row < rows; row++) {
    const [top, bottom] = blockBounds(row, rows, height)
    for (let column = 0; column < columns; column++, at += 4) {
      const [left, right] = blockBounds(column, columns, width)
      let [r, g, b] = [0, 0, 0]
      for (let y = top; y < bottom; y++) {
        const end = 3 * (y * width + right)
        for (let from = 3 * (y * width + left); from < end; from += 3) {
          r += data[from]!
          g += data[from + 1]!
          b += data[from + 2]!
        }
      }
      const count = (bottom - top) * (right - left)
      rgba[at] = Math.round(r / count)
      rgba[at + 1] = Math.round(g / count)
      rgba[at + 2] = Math.round(b / count)
      rgba[at + 3] = 255
    }
  }
  return rgba
}

function blockBounds(index: number, count: number, size: number): [from: number, to: number] {
  const from = Math.floor((index * size) / count)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * size) / count))]
}

/** At most `side` pixels on the longer side, never larger than the photo. */
async function shrinkTo(photo: DecodedPhoto, side: number): Promise<Raster> {
  const { width, height } = photo.pixels
  const scale = side / Math.max(width, height)
  if (scale >= 1) return photo.pixels
  return photo.fitted({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'squash',
  })
}
