import type { Pixels } from '../pictures/use-photo-pixels.ts'

/** Faces are measured at this size, in pixels, so that a larger face is not sharper for its size. */
export const MEASURED_SIDE = 128

/**
 * How sharp a picture is: the variance of its Laplacian, 0 without any detail, some hundred in sharp pictures of faces.
 * After J. L. Pech-Pacheco, G. Cristóbal, J. Chamorro-Martínez and J. Fernández-Valdivia, “Diatom autofocusing in
 * brightfield microscopy: a comparative study”, ICPR 2000. It compares pictures of the same thing at the same size, in
 * the same light; noise counts as detail.
 */
export function measureSharpness(pixels: Pixels): number {
  const { width, height } = pixels
  const grey = toGrey(pixels)
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const value =
        (grey[at - 1] ?? 0) +
        (grey[at + 1] ?? 0) +
        (grey[at - width] ?? 0) +
        (grey[at + width] ?? 0) -
        4 * (grey[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

/** Luma of ITU-R BT.601, 0 to 255. */
function toGrey({ data, width, height }: Pixels): Float32Array {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0)
  return grey
}

/** From this variance on, a face counts as fully sharp. */
const FULL = 1500

/** Sharpness as a mark from 0 to 100, in steps that look even. */
export const markOf = (variance: number): number =>
  Math.round(100 * Math.min(1, Math.log1p(Math.max(0, variance)) / Math.log1p(FULL)))
