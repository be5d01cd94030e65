import { checkOf, instantiateSums, SUMS, type SumsKernel } from './slot-check.ts'
import {
  HALF_SCALE,
  HALVES_AT_ONCE,
  type HalfDotKernel,
  instantiateHalfDots,
  instantiateSquares,
  type SquaresKernel,
} from './slot-kernel.ts'

const PAGE = 65_536
/** Offset of the length in a slot, and of its numbers. */
const [LENGTH_IN_SLOT, NUMBERS_IN_SLOT] = [8, 16]
/** Error bound of a cosine in 32-bit floats. */
const ROUNDING = 2e-5

/**
 * Compares a vector with one slot in memory: first roughly with 32-bit floats, which rules most out, then to the last
 * digit. Works for lengths that are a multiple of 16; for others it returns undefined.
 */
export class SlotComparison {
  /** Where a slot is to be read to. */
  readonly slot: Uint8Array
  readonly #dimensions: number
  readonly #places: { plain: number; scaled: number; sums: number; lengths: number; checked: number; slot: number }
  readonly #plain: Float32Array
  readonly #scaled: Float32Array
  readonly #dots: HalfDotKernel
  readonly #squares: SquaresKernel
  readonly #checks: SumsKernel
  readonly #words: Int32Array
  readonly #checked: Int32Array
  readonly #product: Float32Array
  readonly #sums: Float64Array
  readonly #lengths: Float64Array
  readonly #lengthOfSlot: Float64Array

  constructor(dimensions: number, slotBytes: number) {
    const sums = dimensions * 8
    const places = {
      plain: 0,
      scaled: dimensions * 4,
      sums,
      lengths: sums + 32,
      checked: sums + 48,
      slot: sums + 48 + SUMS * 4,
    }
    const pages = Math.ceil((places.slot + slotBytes + 16) / PAGE)
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
    const { buffer } = memory
    this.#dimensions = dimensions
    this.#places = places
    this.slot = new Uint8Array(buffer, places.slot, slotBytes)
    this.#plain = new Float32Array(buffer, places.plain, dimensions)
    this.#scaled = new Float32Array(buffer, places.scaled, dimensions)
    this.#checks = instantiateSums(memory)
    this.#words = new Int32Array(buffer, places.slot, slotBytes / 4)
    this.#checked = new Int32Array(buffer, places.checked, SUMS)
    this.#product = new Float32Array(buffer, places.sums, 1)
    this.#sums = new Float64Array(buffer, places.sums, 4)
    this.#lengths = new Float64Array(buffer, places.lengths, 1)
    new Float32Array(buffer, places.lengths + 8, 1)[0] = HALF_SCALE
    this.#lengthOfSlot = new Float64Array(buffer, places.slot + LENGTH_IN_SLOT, 1)
    this.#dots = instantiateHalfDots(memory)
    this.#squares = instantiateSquares(memory)
  }

  /** The vector that slots are compared with. */
  get unit(): Float32Array {
    return this.#plain
  }

  /** Whether the slot is intact and belongs to an id. */
  isWhole(id: number): boolean {
    const { slot, checked } = this.#places
    const words = this.#words
    if (words[0]! >>> 0 !== id) return false
    this.#checks(slot + NUMBERS_IN_SLOT, slot + this.slot.length, checked)
    return words[1] === checkOf(words, this.#checked)
  }

  prepare(unit: Float32Array): void {
    this.#plain.set(unit)
    for (let i = 0; i < unit.length; i++) this.#scaled[i] = unit[i]! * HALF_SCALE
  }

  /**
   * The slot's unlikeness, in the same digits as `unlikenessOf`; Infinity if it exceeds `most`. Undefined for vectors
   * of zeros, and for lengths that it does not support.
   */
  unlikeness(most: number): number | undefined {
    const count = this.#dimensions
    if (count % HALVES_AT_ONCE !== 0) return undefined
    const { plain, scaled, sums, lengths, slot } = this.#places
    const numbers = slot + NUMBERS_IN_SLOT
    this.#dots(scaled, numbers, count, sums)
    const product = this.#product[0]!
    if (product === 0 || !Number.isFinite(product)) return undefined
    const length = this.#lengthOfSlot[0]!
    if (1 - product / length - ROUNDING > most) return Infinity
    this.#lengths[0] = length
    this.#squares(plain, numbers, count, sums, lengths)
    const [first, second, third, fourth] = this.#sums as unknown as [number, number, number, number]
    return (first + second + third + fourth) / 2
  }
}
