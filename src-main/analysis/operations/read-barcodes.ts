import type { BarcodeResult } from '../../contract/analysis/operations/barcodes.ts'
import { BARCODE_SIDE, findBarcodes } from '../barcodes/find-barcodes.ts'
import { decodeRaster } from '../decode/decode-raster.ts'
import { openSource } from '../decode/open-source.ts'
import { WORKING_SIDE, type Raster } from '../photo/photo.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

/** Bytes for each pixel: the raster, the reader's copy, and what it derives from that. */
const BYTES_PER_PIXEL = 12

type Openable = Pick<AnalysedPicture, 'photo' | 'origin' | 'limitMemory'>

/** The barcodes of a picture. Rejects with a DecodeFailure if its finer copy cannot be decoded. */
export async function readBarcodes(picture: Openable): Promise<BarcodeResult> {
  const { photo, limitMemory } = picture
  const raster = await finerRaster(picture)
  const barcodes = await limitMemory(raster.width * raster.height * BYTES_PER_PIXEL, () => findBarcodes(raster, photo))
  return { barcodes }
}

/** Codes are small in photos: a larger picture is decoded again, with more pixels than other operations need. */
async function finerRaster({ photo, origin, limitMemory }: Openable): Promise<Raster> {
  if (Math.max(photo.width, photo.height) <= WORKING_SIDE) return photo.pixels
  const source = await openSource(origin, { longSide: BARCODE_SIDE, limitMemory })
  return (await decodeRaster(source, BARCODE_SIDE, limitMemory)).raster
}
