/** How similar two pictures are, by their signatures. */
export type PictureDifference = {
  /** Root mean square of the differences of red, green and blue, 0 to 255. */
  color: number
  /** Correlation of the brightness, -1 to 1: 1 for the same picture, even brighter or without colours. */
  shape: number
}

/** Compares two signatures of `pictureSignature`. */
export function comparePictures(a: Uint8Array, b: Uint8Array): PictureDifference {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return { color: Math.sqrt(sum / a.length), shape: correlation(brightness(a), brightness(b)) }
}

/** Rec. 709 weights, of the encoded values. */
function brightness(signature: Uint8Array): Float64Array {
  const values = new Float64Array(signature.length / 3)
  for (let i = 0; i < values.length; i++)
    values[i] = 0.2126 * signature[3 * i]! + 0.7152 * signature[3 * i + 1]! + 0.0722 * signature[3 * i + 2]!
  return values
}

/** A picture of one tone has no shape: it correlates with nothing. */
function correlation(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, squaresA, squaresB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB]
    both += x * y
    squaresA += x * x
    squaresB += y * y
  }
  const scale = Math.sqrt(squaresA * squaresB)
  return scale < FLAT * a.length ? 0 : both / scale
}

/** Variance of brightness below which a picture has one tone: the compression's remains mean nothing. */
const FLAT = 4

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
