import { thumbHashToAverageRGBA } from 'thumbhash'
import { lumaOf } from '../../../base/color/luma.ts'

/** The content of a photo: its placeholder (ThumbHash) and its content vector, of unit length. */
export type Appearance = { placeholder: Uint8Array | null; model: number; vector: Float32Array | null }

/**
 * The minimum cosine between content vectors of similar photos, by the vectors' length. MobileNetV2 gives 1280 numbers:
 * 99 % of unrelated photos are below 0.69, a moved frame has 0.91 and more. The bundled features are closer together:
 * unrelated photos are below 0.95, a moved frame has 0.99.
 */
const alikeContent = ({ length }: Float32Array): number => (length === 1280 ? 0.8 : 0.96)
/** Or the minimum correlation of their coarse light and shade, which 1 % of unrelated photos reach. */
const ALIKE_SHADE = 0.7

/**
 * Whether two consecutive photos show the same; without their content, time and camera alone decide. Either measure is
 * enough: a moving subject changes light and shade, and another exposure changes a model's result.
 */
export function areAlike(a: Appearance, b: Appearance): boolean {
  const content = a.vector && b.vector && a.model === b.model ? dot(a.vector, b.vector) : null
  if (a.vector !== null && content !== null && content >= alikeContent(a.vector)) return true
  const shade = shadeLikeness(a.placeholder, b.placeholder)
  if (shade === null) return content === null
  return shade >= ALIKE_SHADE
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/**
 * How well the light and shade of two photos agree, -1 to 1, whatever their exposure: ThumbHash stores the lowest
 * frequencies of the luminance separately from its mean and its contrast. Null if one of them is unknown.
 */
export function shadeLikeness(a: Uint8Array | null, b: Uint8Array | null): number | null {
  const [one, other] = [shadeOf(a), shadeOf(b)]
  if (one === null || other === null) return null
  if (one.length !== other.length || isLandscape(a) !== isLandscape(b)) return -1
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    product += one[i]! * other[i]!
    ofOne += one[i]! ** 2
    ofOther += other[i]! ** 2
  }
  return product / Math.sqrt(ofOne * ofOther)
}

/** Mean light of a photo on a scale of stops, from its placeholder; null if that is unknown. */
export function lightOf(hash: Uint8Array | null): number | null {
  if (hash === null || hash.length <= HEADER_BYTES) return null
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  return Math.log2(Math.max(DARKEST, lumaOf(r, g, b)) ** GAMMA)
}

/** The level that shows this light, 0 to 1. */
export const levelOf = (light: number): number => 2 ** (light / GAMMA)

/** Of sRGB, roughly; and the least brightness that differs from black. */
const [GAMMA, DARKEST] = [2.2, 1 / 255]
const HEADER_BYTES = 5
/** Half a byte each, so that 7.5 is none. */
const NONE = 7.5

/** The frequencies of a ThumbHash's luminance; null without one. */
function shadeOf(hash: Uint8Array | null): number[] | null {
  if (hash === null || hash.length <= HEADER_BYTES) return null
  const [, , third = 0, fourth = 0] = hash
  const hasAlpha = third >> 7 === 1
  const [long, short] = [hasAlpha ? 5 : 7, Math.max(3, fourth & 7)]
  const [columns, rows] = isLandscape(hash) ? [long, short] : [short, long]
  const start = HEADER_BYTES + (hasAlpha ? 1 : 0)
  return Array.from({ length: countFrequencies(columns, rows) }, (_, i) => {
    const byte = hash[start + (i >> 1)] ?? 0
    return (i % 2 === 0 ? byte & 15 : byte >> 4) - NONE
  })
}

const isLandscape = (hash: Uint8Array | null): boolean => (hash?.[4] ?? 0) >> 7 === 1

/** Frequencies that ThumbHash stores of these columns and rows: a triangle, without the mean. */
function countFrequencies(columns: number, rows: number): number {
  let count = 0
  for (let y = 0; y < rows; y++) for (let x = y === 0 ? 1 : 0; x * rows < columns * (rows - y); x++) count++
  return count
}
