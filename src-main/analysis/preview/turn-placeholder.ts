import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { inverse } from '../../base/formats/exif/orientations.ts'
import { turnBox, turnSize } from '../../base/formats/exif/turn-box.ts'

/** The ThumbHash of a rotated picture, from that of the unrotated one; rotates the few pixels in it. */
export function turnPlaceholder(turn: number, hash: Uint8Array): Uint8Array {
  if (turn === 1) return hash
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const { width, height } = turnSize(turn, { width: w, height: h })
  const turned = new Uint8Array(rgba.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = turnBox(inverse(turn), { width, height }, { x1: x, y1: y, x2: x + 1, y2: y + 1 })
      const at = (from.y1 * w + from.x1) * 4
      turned.set(rgba.subarray(at, at + 4), (y * width + x) * 4)
    }
  return rgbaToThumbHash(width, height, turned)
}
