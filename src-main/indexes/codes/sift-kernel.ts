import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'
import {
  BITS,
  byHeads,
  bySigns,
  CONSTANTS,
  COSINE,
  cosineOfHeads,
  COSINES,
  COSINES_AT,
  COUNT,
  ERROR,
  estimate,
  GROUP,
  GROUP_BYTES,
  isInTurn,
  KEPT,
  KEPT_AT,
  LIKELY,
  LIST,
  LOCALS,
  MASK,
  MASKS_AT,
  BOUND,
  mostReaches,
  noteCosine,
  NUMBERS,
  NUMBERS_AT,
  OTHERS,
  OTHERS_AT,
  OUT,
  OUT_AT,
  PARAMETERS,
  PRODUCTS,
  PRODUCTS_AT,
  PROMISE_BYTES,
  SUMS,
  SUMS_AT,
} from './sift-rows.ts'
import { GROUP_ROWS } from './sign-sums.ts'

/**
 * Rules out rows by an upper bound of their cosine with a query: `sift(list, count, numbers, products, sums, cosines,
 * others, out, constants)`, all byte addresses in the memory. `list` holds the numbers of `count` groups of a block, at
 * least 1. `MASKS_AT` bytes further it holds a bit for each of their 16 rows that is in question. Both keep what
 * remains; the number of remaining groups is written at `constants`.
 *
 * Sifting by heads reads the integer products at `products`. Sifting by signs adds the sums at `sums` (16 bits, of the
 * first signs) and the products at `others` (32 bits, of all others) to the heads' cosines at `cosines` (16 bits). It
 * writes each row's estimated cosine and its error bound at `out`, 64 bytes each for every group of the block.
 */
export type SiftKernel = (
  list: number,
  count: number,
  numbers: number,
  products: number,
  sums: number,
  cosines: number,
  others: number,
  out: number,
  constants: number,
) => void

const placeIn = (base: number, bytes: number, local: number): Code => [
  ...op.get(GROUP),
  ...op.i32(bytes),
  ...op.mul,
  ...op.get(base),
  ...op.add,
  ...op.set(local),
]

const placesOfGroup: Code[] = [
  placeIn(NUMBERS, GROUP_ROWS * 2, NUMBERS_AT),
  placeIn(PRODUCTS, GROUP_BYTES, PRODUCTS_AT),
  placeIn(SUMS, GROUP_ROWS * 2, SUMS_AT),
  placeIn(COSINES, GROUP_ROWS * 2, COSINES_AT),
]

const bodyOf = (four: (n: number) => Code): Code[] => [
  [...op.i32(0), ...op.set(KEPT), ...op.get(LIST), ...op.set(KEPT_AT)],
  op.loop([
    [...op.get(LIST), ...op.loadI32(0), ...op.set(GROUP)],
    ...placesOfGroup,
    placeIn(OTHERS, GROUP_BYTES, OTHERS_AT),
    placeIn(OUT, GROUP_BYTES, OUT_AT),
    [...op.i32(0), ...op.set(BITS)],
    ...[0, 1, 2, 3].map(four),
    [...op.get(BITS), ...op.get(LIST), ...op.loadI32(MASKS_AT), ...op.andI32, ...op.set(BITS)],
    [...op.get(KEPT_AT), ...op.get(GROUP), ...op.storeI32(0)],
    [...op.get(KEPT_AT), ...op.get(BITS), ...op.storeI32(MASKS_AT)],
    advance(KEPT, [...op.get(BITS), ...op.i32(0), ...op.isNotEqual]),
    [...op.get(KEPT_AT), ...op.get(BITS), ...op.i32(0), ...op.isNotEqual, ...op.i32(2), ...op.shiftLeft],
    [...op.add, ...op.set(KEPT_AT)],
    advance(LIST, op.i32(4)),
    advance(COUNT, op.i32(-1)),
    [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
  ]),
  [...op.get(CONSTANTS), ...op.get(KEPT), ...op.storeI32(0)],
]

function instantiateSift(memory: WebAssembly.Memory, four: (n: number) => Code): SiftKernel {
  return instantiate<SiftKernel>(memory, {
    name: 'sift',
    params: PARAMETERS,
    locals: LOCALS,
    body: bodyOf(four),
  })
}

/** The bits of minus infinity as a float. */
const NOTHING = op.fourI32(0xff800000, 0xff800000, 0xff800000, 0xff800000)

/** Raises a local in the lanes of rows in question. */
const raise = (local: number, by: Code, bits: Code): Code => [
  ...op.get(local),
  ...by,
  ...NOTHING,
  ...op.get(MASK),
  ...bits,
  ...op.and,
  ...bits,
  ...op.isEqualI32x4,
  ...op.choose,
  ...op.maxF32x4,
  ...op.set(local),
]

const promise = (four: number): Code => {
  const bits = op.fourI32(...[0, 1, 2, 3].map((lane) => 1 << (four * 4 + lane)))
  return [
    ...cosineOfHeads(four),
    ...noteCosine(four),
    ...estimate('firstCoded', four),
    ...raise(LIKELY, op.get(COSINE), bits),
    ...raise(BOUND, [...op.get(COSINE), ...op.get(ERROR), ...op.addF32x4], bits),
  ]
}

/**
 * Bounds of groups by heads and first signs: `promise(list, count, numbers, products, sums, cosines, others, out,
 * constants)`, addresses and list as in `SiftKernel`. Stores the heads' cosines at `cosines`. Writes two floats for
 * each group of the block at `out`: the highest estimate of a row's cosine, and the upper bound of all of them.
 */
function instantiatePromise(memory: WebAssembly.Memory): SiftKernel {
  const most = (local: number): Code => {
    const [first, second, third, fourth] = [0, 1, 2, 3].map((lane) => [...op.get(local), ...op.laneF32(lane)])
    return [...first!, ...second!, ...op.maxF32, ...third!, ...fourth!, ...op.maxF32, ...op.maxF32]
  }
  return instantiate<SiftKernel>(memory, {
    name: 'promise',
    params: PARAMETERS,
    locals: LOCALS,
    body: [
      op.loop([
        [...op.get(LIST), ...op.loadI32(0), ...op.set(GROUP)],
        ...placesOfGroup,
        placeIn(OUT, PROMISE_BYTES, OUT_AT),
        [...op.get(LIST), ...op.loadI32(MASKS_AT), ...op.splatI32, ...op.set(MASK)],
        [...NOTHING, ...op.set(LIKELY), ...NOTHING, ...op.set(BOUND)],
        ...[0, 1, 2, 3].map(promise),
        [...op.get(OUT_AT), ...most(LIKELY), ...op.storeF32(0)],
        [...op.get(OUT_AT), ...most(BOUND), ...op.storeF32(4)],
        advance(LIST, op.i32(4)),
        advance(COUNT, op.i32(-1)),
        [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
    ],
  })
}

/** The kernels over a memory: the bounds of groups, and sifting by heads, by the first signs, and by all of them. */
export const instantiateSifts = (memory: WebAssembly.Memory) => ({
  promise: instantiatePromise(memory),
  byHeads: instantiateSift(memory, byHeads),
  byFirstSigns: instantiateSift(memory, bySigns('firstCoded', isInTurn)),
  bySigns: instantiateSift(memory, bySigns('coded', mostReaches)),
})
