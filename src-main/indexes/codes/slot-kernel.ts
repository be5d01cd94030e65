import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Numbers in one step; lengths must be a multiple of it. */
export const HALVES_AT_ONCE = 16
const FOUR = 4
/** Factor for numbers of half precision whose bits are read as those of a 32-bit float. */
export const HALF_SCALE = 2 ** 112
/** Keeps the sign, exponent and fraction of a half-precision number that was sign-extended and shifted by 13. */
const SIGN_AND_VALUE = 0x8fffe000 | 0

/**
 * Product of a vector of 32-bit floats with one of half precision: `dots(query, halves, count, out)`, byte addresses.
 * `count` is a multiple of `HALVES_AT_ONCE`. The query is multiplied by `HALF_SCALE` beforehand. Writes one float at
 * `out`.
 */
export type HalfDotKernel = (query: number, halves: number, count: number, out: number) => void
/**
 * Squared distance of a vector of 32-bit floats from one of half precision at length 1: `squares(query, halves, count,
 * out, lengths)`. `lengths` holds its length as a 64-bit float and then `HALF_SCALE` as a 32-bit one. Writes four sums
 * of 64-bit floats at `out`: of every fourth square from the first, second, third and fourth on, in this order, just as
 * plain code would add them.
 */
export type SquaresKernel = (query: number, halves: number, count: number, out: number, lengths: number) => void

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

export function instantiateHalfDots(memory: WebAssembly.Memory): HalfDotKernel {
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

export function instantiateSquares(memory: WebAssembly.Memory): SquaresKernel {
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
