import { advance, instantiate, op, type Code } from '../../wasm/wasm-emitter.ts'
import { BLOCK_GROUPS, numberAt, type RowNumber } from './row-layout.ts'
import { GROUP_ROWS } from './signs-kernel.ts'

/**
 * Rules rows out by the most that their cosine with a query can be: `sift(list, count, numbers, cosines, sums, others,
 * out, constants)`, all byte addresses in the memory. `list` holds the numbers of `count` groups of a block, at least 1,
 * and `MASKS_AT` bytes further a bit for each of their 16 rows that is in question; both keep what stays, and how many
 * groups that are is written at `constants`.
 *
 * By heads, the integer products at `cosines` become cosines. By signs, the sums at `sums` (16 bits, of the first
 * signs) and products at `others` (32 bits, of all others) add to them; the estimated cosine of each row and how far it
 * may be off are written at `out`, 64 bytes each for every group of the block's.
 */
export type SiftKernel = (
  list: number,
  count: number,
  numbers: number,
  cosines: number,
  sums: number,
  others: number,
  out: number,
  constants: number,
) => void

const [LIST, COUNT, NUMBERS, COSINES, SUMS, OTHERS, OUT, CONSTANTS] = [0, 1, 2, 3, 4, 5, 6, 7]
const [GROUP, BITS, KEPT, NUMBERS_AT, COSINE_AT, SUMS_AT, OTHERS_AT, OUT_AT, KEPT_AT] = [
  8, 9, 10, 11, 12, 13, 14, 15, 16,
]
const [COSINE, LENGTH, CODED, ERROR, MASK] = [17, 18, 19, 20, 21]
/** The bits of minus infinity, as floats. */
const NOTHING = op.fourI32(0xff800000, 0xff800000, 0xff800000, 0xff800000)

/** From the list to the bits of its groups. */
export const MASKS_AT = BLOCK_GROUPS * 4
/** Bytes between what one group has of an output and the next. */
const GROUP_BYTES = GROUP_ROWS * 4
/** Estimates of a block, then errors. */
export const ERRORS_AT = BLOCK_GROUPS * GROUP_BYTES

/** What a search sets, 32 bits each: whole numbers (`kept`, `offset`) and floats. */
export const siftConstants = [
  'kept',
  'offset',
  'least',
  'product',
  'restLength',
  'lengthUnit',
  'shareUnit',
  'headLost',
  'perSum',
  'lost',
  'coded',
  'always',
] as const
type SiftConstant = (typeof siftConstants)[number]
const constant = (name: SiftConstant): Code => [...op.get(CONSTANTS), ...op.splatFrom(siftConstants.indexOf(name) * 4)]

/** A number of four rows as floats. */
const number = (name: RowNumber, four: number): Code => [
  ...op.get(NUMBERS_AT),
  ...op.loadV128(numberAt(name) + (four >> 1) * 16),
  ...(four % 2 === 0 ? op.lowUnsigned : op.highUnsigned),
  ...op.toF32x4,
]

const square = (local: number): Code => [...op.get(local), ...op.get(local), ...op.mulF32x4]

/** How far the cosine of heads may be off, and what sums of floats lose. */
const headError = (four: number): Code => [
  ...number('step', four),
  ...number('headLost', four),
  ...op.mulF32x4,
  ...constant('headLost'),
  ...op.mulF32x4,
  ...constant('always'),
  ...op.addF32x4,
]

/** Sets the bits of the four rows whose most, on the stack, reaches what is wanted. */
const keepThose = (four: number): Code => [
  ...constant('least'),
  ...op.isAtLeastF32x4,
  ...op.signsI32x4,
  ...op.i32(four * 4),
  ...op.shiftLeft,
  ...op.get(BITS),
  ...op.orI32,
  ...op.set(BITS),
]

/** The cosines of four rows' heads, which are kept in place of the products, and the most that their whole can reach. */
const mostByHeads = (four: number): Code => [
  ...op.get(COSINE_AT),
  ...op.loadV128(four * 16),
  ...op.toF32x4,
  ...number('step', four),
  ...op.mulF32x4,
  ...constant('product'),
  ...op.mulF32x4,
  ...op.set(COSINE),
  ...op.get(COSINE_AT),
  ...op.get(COSINE),
  ...op.storeV128(four * 16),
  ...op.get(COSINE),
  ...number('length', four),
  ...constant('restLength'),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...headError(four),
  ...op.addF32x4,
]

const byHeads = (four: number): Code => [...mostByHeads(four), ...keepThose(four)]

/** What the first signs say of the product of the rests, and the others where they are asked, in whole levels. */
const alongSigns = (four: number, withOthers: boolean): Code => [
  ...op.get(SUMS_AT),
  ...op.loadV128((four >> 1) * 16),
  ...(four % 2 === 0 ? op.lowUnsigned : op.highUnsigned),
  ...op.i32(1),
  ...op.shiftLeftI32,
  ...constant('offset'),
  ...op.subI32x4,
  ...(withOthers ? [...op.get(OTHERS_AT), ...op.loadV128(four * 16), ...op.addI32x4] : []),
  ...op.toF32x4,
  ...constant('perSum'),
  ...op.mulF32x4,
]

/** Sets how long the rests of four rows are, and how long what their signs stand for is. */
const lengths = (share: RowNumber, four: number): Code => [
  ...number('length', four),
  ...constant('lengthUnit'),
  ...op.mulF32x4,
  ...op.set(LENGTH),
  ...op.get(LENGTH),
  ...number(share, four),
  ...constant('shareUnit'),
  ...op.mulF32x4,
  ...op.divF32x4,
  ...op.set(CODED),
]

/** How far the product with what signs stand for may be off: what they do not is at right angles to the rest itself. */
const signError: Code = [
  ...square(CODED),
  ...square(LENGTH),
  ...op.subF32x4,
  ...op.zeroV128,
  ...op.maxF32x4,
  ...op.rootF32x4,
  ...constant('lost'),
  ...op.mulF32x4,
  ...op.get(CODED),
  ...constant('coded'),
  ...op.mulF32x4,
  ...op.addF32x4,
]

const bySigns =
  (share: 'share' | 'firstShare') =>
  (four: number): Code => [
    ...lengths(share, four),
    ...op.get(COSINE_AT),
    ...op.loadV128(four * 16),
    ...alongSigns(four, share === 'share'),
    ...op.get(CODED),
    ...op.mulF32x4,
    ...op.addF32x4,
    ...op.set(COSINE),
    ...signError,
    ...headError(four),
    ...op.addF32x4,
    ...op.set(ERROR),
    ...op.get(OUT_AT),
    ...op.get(COSINE),
    ...op.storeV128(four * 16),
    ...op.get(OUT_AT),
    ...op.get(ERROR),
    ...op.storeV128(ERRORS_AT + four * 16),
    ...op.get(COSINE),
    ...op.get(ERROR),
    ...op.addF32x4,
    ...keepThose(four),
  ]

const placeIn = (base: number, bytes: number, local: number): Code => [
  ...op.get(GROUP),
  ...op.i32(bytes),
  ...op.mul,
  ...op.get(base),
  ...op.add,
  ...op.set(local),
]

const bodyOf = (four: (n: number) => Code): Code[] => [
  [...op.i32(0), ...op.set(KEPT), ...op.get(LIST), ...op.set(KEPT_AT)],
  op.loop([
    [...op.get(LIST), ...op.loadI32(0), ...op.set(GROUP)],
    placeIn(NUMBERS, GROUP_ROWS * 2, NUMBERS_AT),
    placeIn(COSINES, GROUP_BYTES, COSINE_AT),
    placeIn(SUMS, GROUP_ROWS * 2, SUMS_AT),
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
    params: Array.from({ length: 8 }, () => 'i32' as const),
    locals: [...Array.from({ length: 9 }, () => 'i32' as const), 'v128', 'v128', 'v128', 'v128'],
    body: bodyOf(four),
  })
}

/** Sets the most of the rows that are in question, each of the four lanes by itself. */
const promise = (four: number): Code => {
  const bits = op.fourI32(...[0, 1, 2, 3].map((lane) => 1 << (four * 4 + lane)))
  return [
    ...op.get(ERROR),
    ...mostByHeads(four),
    ...NOTHING,
    ...op.get(MASK),
    ...bits,
    ...op.and,
    ...bits,
    ...op.isEqualI32x4,
    ...op.choose,
    ...op.maxF32x4,
    ...op.set(ERROR),
  ]
}

/**
 * The most that the cosine of any row of a group can be as heads tell it: `promise(list, count, numbers, cosines, sums,
 * others, out, constants)`, addresses and list as of `SiftKernel`. One float for each group of the block's is written at
 * `out`.
 */
function instantiatePromise(memory: WebAssembly.Memory): SiftKernel {
  const most = (lane: number): Code => [...op.get(ERROR), ...op.laneF32(lane)]
  return instantiate<SiftKernel>(memory, {
    name: 'promise',
    params: Array.from({ length: 8 }, () => 'i32' as const),
    locals: [...Array.from({ length: 9 }, () => 'i32' as const), 'v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      op.loop([
        [...op.get(LIST), ...op.loadI32(0), ...op.set(GROUP)],
        placeIn(NUMBERS, GROUP_ROWS * 2, NUMBERS_AT),
        placeIn(COSINES, GROUP_BYTES, COSINE_AT),
        placeIn(OUT, 4, OUT_AT),
        [...op.get(LIST), ...op.loadI32(MASKS_AT), ...op.splatI32, ...op.set(MASK)],
        [...NOTHING, ...op.set(ERROR)],
        ...[0, 1, 2, 3].map(promise),
        [...op.get(OUT_AT), ...most(0), ...most(1), ...op.maxF32, ...most(2), ...most(3), ...op.maxF32, ...op.maxF32],
        op.storeF32(0),
        advance(LIST, op.i32(4)),
        advance(COUNT, op.i32(-1)),
        [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
    ],
  })
}

/** The kernels over a memory: how promising groups are, and sifting by heads, by the first signs, by all of them. */
export const instantiateSifts = (memory: WebAssembly.Memory) => ({
  promise: instantiatePromise(memory),
  byHeads: instantiateSift(memory, byHeads),
  byFirstSigns: instantiateSift(memory, bySigns('firstShare')),
  bySigns: instantiateSift(memory, bySigns('share')),
})
