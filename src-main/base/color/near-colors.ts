import { ciede2000, MAX_LIGHTNESS_WEIGHT } from './ciede2000.ts'
import { DifferenceBounds, type LabBox } from './difference-bounds.ts'
import { type Lab, lightnessOf, luminanceOf, luminanceOfLightness, redGreenOf, rgbToLab, yellowBlueOf } from './lab.ts'

/** Levels of each channel in the cells of the table, and in the larger cubes that are judged first. */
const FINEST = 4
const COARSEST = 32
const BITS = 6 // of a channel that identify its cell
const CELLS = 256 / FINEST
const MASK = CELLS - 1
const LARGE_CUBES = (256 / COARSEST) ** 3

/** Colours computed one by one before the table is built. */
const ASKED_BEFORE = 50_000

/** What a cell may be; 0 means that all of its colours are beyond the distance. */
const NEAR = 1
const ASTRIDE = 2

/** The corner of a cube with the lowest red, green and blue. */
type Cube = readonly [r: number, g: number, b: number]

/**
 * The sRGB colours within a CIEDE2000 distance of one colour: exact, and fast for millions of queries. A cube of
 * colours is judged as a whole if all of them are certainly within the distance, or beyond it. Only the colours of
 * other cubes, a few percent, are computed one by one.
 */
export class NearColors {
  readonly #wanted: Lab
  readonly #distance: number
  readonly #bounds: DifferenceBounds
  /** Luminances beyond which lightness alone differs too much: three table lookups rule out most colours. */
  readonly #darkest: number
  readonly #lightest: number
  /** Null until there were enough queries to make judging thousands of cubes worthwhile. */
  #cells: Uint8Array | null = null
  readonly #judged = new Uint8Array(CELLS ** 3)
  /** Number of large cubes that were judged. */
  #count = 0
  #asked = 0

  constructor(wanted: Lab, distance: number) {
    this.#wanted = wanted
    this.#distance = distance
    this.#bounds = new DifferenceBounds(wanted)
    const reach = distance * MAX_LIGHTNESS_WEIGHT + 1e-6
    this.#darkest = luminanceOfLightness(wanted[0] - reach) - 1e-9
    this.#lightest = luminanceOfLightness(wanted[0] + reach) + 1e-9
  }

  /** Judges all cubes, before very many queries; it resumes work that was interrupted. */
  *prepare(): Generator<undefined, void, undefined> {
    for (; this.#cells === null; yield) this.#judgeNext()
  }

  /** Whether a colour is near; red, green and blue are in the lower 24 bits. */
  has(color: number): boolean {
    if (this.#cells === null && this.#asked++ < ASKED_BEFORE) return this.#isNear(color)
    while (this.#cells === null) this.#judgeNext()
    const cells = this.#cells
    const red = (color >>> (24 - BITS)) & MASK
    const green = (color >>> (16 - BITS)) & MASK
    const cell = cells[(red << (2 * BITS)) | (green << BITS) | ((color >>> (8 - BITS)) & MASK)]
    return cell === ASTRIDE ? this.#isNear(color) : cell === NEAR
  }

  #isNear(color: number): boolean {
    const light = luminanceOf((color >>> 16) & 255, (color >>> 8) & 255, color & 255)
    if (light < this.#darkest || light > this.#lightest) return false
    return ciede2000(this.#wanted, rgbToLab((color >>> 16) & 255, (color >>> 8) & 255, color & 255)) <= this.#distance
  }

  #judgeNext(): void {
    const at = this.#count++
    const [r, g, b] = [at & 7, (at >> 3) & 7, at >> 6]
    this.#judge(this.#judged, [r * COARSEST, g * COARSEST, b * COARSEST], COARSEST)
    if (this.#count === LARGE_CUBES) this.#cells = this.#judged
  }

  #judge(cells: Uint8Array, cube: Cube, side: number): void {
    const r = cube[0]
    const g = cube[1]
    const b = cube[2]
    const last = side - 1
    if (luminanceOf(r + last, g + last, b + last) < this.#darkest || luminanceOf(r, g, b) > this.#lightest) return
    this.#bounds.judge(boxOf(r, g, b, side), this.#distance)
    if (this.#bounds.min > this.#distance) return
    if (this.#bounds.max <= this.#distance) return fill(cells, cube, side, NEAR)
    if (side === FINEST) return fill(cells, cube, side, ASTRIDE)
    const half = side / 2
    for (let at = 0; at < 8; at++)
      this.#judge(cells, [r + (at & 1) * half, g + ((at >> 1) & 1) * half, b + (at >> 2) * half], half)
  }
}

function fill(cells: Uint8Array, cube: Cube, side: number, cell: typeof NEAR | typeof ASTRIDE): void {
  const red = cube[0] / FINEST
  const green = cube[1] / FINEST
  const blue = cube[2] / FINEST
  const count = side / FINEST
  for (let i = red; i < red + count; i++)
    for (let j = green; j < green + count; j++) {
      const start = (i * CELLS + j) * CELLS + blue
      cells.fill(cell, start, start + count)
    }
}

/**
 * The smallest box around a cube of sRGB colours. In sRGB, L rises with each channel, a rises with red and blue and
 * falls with green, and b rises with red and green and falls with blue. The minimum and maximum of each are therefore
 * at corners.
 */
export function boxOf(r: number, g: number, b: number, side: number): LabBox {
  const red = r + side - 1
  const green = g + side - 1
  const blue = b + side - 1
  return {
    low: [lightnessOf(r, g, b), redGreenOf(r, green, b), yellowBlueOf(r, g, blue)],
    high: [lightnessOf(red, green, blue), redGreenOf(red, g, blue), yellowBlueOf(red, green, b)],
  }
}
