import { sharp } from '../decode/libvips.ts'

/** Pixels per side of the compared signatures. */
const SIGNATURE_SIDE = 32

/**
 * A picture as 32 by 32 pixels of sRGB, three bytes each, row by row, whatever its shape, for comparing pictures. Takes
 * the bytes of a thumbnail; rejects if they are no picture.
 */
export async function pictureSignature(thumbnail: Uint8Array): Promise<Uint8Array> {
  return sharp(thumbnail)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SIGNATURE_SIDE, SIGNATURE_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
}
