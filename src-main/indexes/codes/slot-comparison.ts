import { checkOf, instantiateSums, SUMS, type SumsKernel } from './slot-check.ts'
import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'

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
   * The slot's unlikeness, in the same digits as `unlikenessOf`; Infinity if it exceeds `max`. Undefined for vectors
   * of zeros, and for lengths that it does not support.
   */
  unlikeness(max: number): number | undefined {
    const count = this.#dimensions
    if (count % HALVES_AT_ONCE !== 0) return undefined
    const { plain, scaled, sums, lengths, slot } = this.#places
    const numbers = slot + NUMBERS_IN_SLOT
    this.#dots(scaled, numbers, count, sums)
    const product = this.#product[0]!
    if (product === 0 || !Number.isFinite(product)) return undefined
    const length = this.#lengthOfSlot[0]!
    if (1 - product / length - ROUNDING > max) return Infinity
    this.#lengths[0] = length
    this.#squares(plain, numbers, count, sums, lengths)
    const [first, second, third, fourth] = this.#sums as unknown as [number, number, number, number]
    return (first + second + third + fourth) / 2
  }
}

/** Numbers in one step; lengths must be a multiple of it. */
const HALVES_AT_ONCE = 16
const FOUR = 4
/** Factor for numbers of half precision whose bits are read as those of a 32-bit float. */
const HALF_SCALE = 2 ** 112
/** Keeps the sign, exponent and fraction of a half-precision number that was sign-extended and shifted by 13. */
const SIGN_AND_VALUE = 0x8fffe000 | 0

/**
 * Product of a vector of 32-bit floats with one of half precision: `dots(query, halves, count, out)`, byte addresses.
 * `count` is a multiple of `HALVES_AT_ONCE`. The query is multiplied by `HALF_SCALE` beforehand. Writes one float at
 * `out`.
 */
type HalfDotKernel = (query: number, halves: number, count: number, out: number) => void
/**
 * Squared distance of a vector of 32-bit floats from one of half precision at length 1: `squares(query, halves, count,
 * out, lengths)`. `lengths` holds its length as a 64-bit float and then `HALF_SCALE` as a 32-bit one. Writes four sums
 * of 64-bit floats at `out`: of every fourth square from the first, second, third and fourth on, in this order, just as
 * plain code would add them.
 */
type SquaresKernel = (query: number, halves: number, count: number, out: number, lengths: number) => void

const [QUERY, HALVES, COUNT, OUT, LENGTHS] = [0, 1, 2, 3, 4]

const loadHalves = (four: number): Code => [
  ...op.get(HALVES),
  ...op.loadFourI16(four * FOUR * 2),
  ...op.i32(13),
  ...op.shiftLeftI32,
]
const loadQuery = (four: number): Code => [...op.get(QUERY), ...op.loadV128(four * FOUR * 4)]

const stepOn = (numbers: number): Code[] => [
  advance(QUERY, op.i32(numbers * 4)),
  advance(HALVES, op.i32(numbers * 2)),
  advance(COUNT, op.i32(-numbers)),
  [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
]

function instantiateHalfDots(memory: WebAssembly.Memory): HalfDotKernel {
  const [mask, sums] = [4, [5, 6, 7, 8]]
  const addUp = (sum: number, four: number): Code => [
    ...op.get(sum),
    ...loadHalves(four),
    ...op.get(mask),
    ...op.and,
    ...loadQuery(four),
    ...op.mulF32x4,
    ...op.addF32x4,
    ...op.set(sum),
  ]
  const lane = (index: number): Code => [...op.get(sums[0]!), ...op.laneF32(index)]
  const [first, second, third, fourth] = sums.map((sum) => op.get(sum)) as [Code, Code, Code, Code]
  return instantiate<HalfDotKernel>(memory, {
    name: 'dots',
    params: ['i32', 'i32', 'i32', 'i32'],
    locals: ['v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      [...op.i32(SIGN_AND_VALUE), ...op.splatI32, ...op.set(mask)],
      op.loop([...sums.map(addUp), ...stepOn(HALVES_AT_ONCE)]),
      [...first, ...second, ...op.addF32x4, ...third, ...fourth, ...op.addF32x4, ...op.addF32x4, ...op.set(sums[0]!)],
      [...op.get(OUT), ...lane(0), ...lane(1), ...op.addF32, ...lane(2), ...lane(3), ...op.addF32, ...op.addF32],
      op.storeF32(0),
    ],
  })
}

const [MASK, SCALE, LENGTH, UNIT, FOUR_OF_QUERY, DIFFERENCE, LOW, HIGH] = [5, 6, 7, 8, 9, 10, 11, 12]
const upperHalf = op.shuffle(...Array.from({ length: 16 }, (_, byte) => 8 + (byte % 8)))

/** Adds two of the present four numbers, divided by the length and rounded to 32 bits, beside the query's. */
const addSquares = (sum: number, part: (local: number) => Code): Code => [
  ...part(FOUR_OF_QUERY),
  ...op.firstTwoToF64,
  ...part(UNIT),
  ...op.firstTwoToF64,
  ...op.get(LENGTH),
  ...op.divF64x2,
  ...op.twoToF32,
  ...op.firstTwoToF64,
  ...op.subF64x2,
  ...op.set(DIFFERENCE),
  ...op.get(sum),
  ...op.get(DIFFERENCE),
  ...op.get(DIFFERENCE),
  ...op.mulF64x2,
  ...op.addF64x2,
  ...op.set(sum),
]

function instantiateSquares(memory: WebAssembly.Memory): SquaresKernel {
  return instantiate<SquaresKernel>(memory, {
    name: 'squares',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: Array.from({ length: 8 }, () => 'v128' as const),
    body: [
      [...op.i32(SIGN_AND_VALUE), ...op.splatI32, ...op.set(MASK)],
      [...op.get(LENGTHS), ...op.splatF64From(0), ...op.set(LENGTH)],
      [...op.get(LENGTHS), ...op.splatFrom(8), ...op.set(SCALE)],
      op.loop([
        [...loadHalves(0), ...op.get(MASK), ...op.and, ...op.get(SCALE), ...op.mulF32x4, ...op.set(UNIT)],
        [...loadQuery(0), ...op.set(FOUR_OF_QUERY)],
        addSquares(LOW, op.get),
        addSquares(HIGH, (local) => [...op.get(local), ...op.get(local), ...upperHalf]),
        ...stepOn(FOUR),
      ]),
      [...op.get(OUT), ...op.get(LOW), ...op.storeV128(0)],
      [...op.get(OUT), ...op.get(HIGH), ...op.storeV128(16)],
    ],
  })
}
