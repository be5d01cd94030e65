import { sharp } from '../decode/libvips.ts'

/** Pixels per side of what pictures are compared by. */
const SIGNATURE_SIDE = 32

/**
 * A picture as 32 by 32 pixels of sRGB, three bytes each, row by row, whatever its shape: what pictures are compared
 * by. Takes the bytes of a thumbnail; rejects where they are no picture.
 */
export async function pictureSignature(thumbnail: Uint8Array): Promise<Uint8Array> {
  return sharp(thumbnail)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SIGNATURE_SIDE, SIGNATURE_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
}
