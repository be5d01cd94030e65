import { op, type Code } from '../../base/wasm/wasm-emitter.ts'
import { BLOCK_GROUPS, numberAt, type RowNumber } from './row-layout.ts'
import { GROUP_ROWS } from './sign-sums.ts'

/** The parameters and locals of the sifting kernels (`sift-kernel.ts`), by their numbers. */
export const [LIST, COUNT, NUMBERS, PRODUCTS, SUMS, COSINES, OTHERS, OUT, CONSTANTS] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
export const PARAMETERS = Array.from({ length: 9 }, () => 'i32' as const)
export const [GROUP, BITS, KEPT, NUMBERS_AT, PRODUCTS_AT, SUMS_AT, COSINES_AT, OTHERS_AT, OUT_AT, KEPT_AT] = [
  9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
]
export const [COSINE, CODED, ERROR, MASK, LIKELY, BOUND] = [19, 20, 21, 22, 23, 24]
export const LOCALS = [
  ...Array.from({ length: 10 }, () => 'i32' as const),
  ...Array.from({ length: 6 }, () => 'v128' as const),
]
/** Bytes from the list to the bits of its groups. */
export const MASKS_AT = BLOCK_GROUPS * 4
/** Bytes between two groups in an output. */
export const GROUP_BYTES = GROUP_ROWS * 4
/** Bytes of a group's bounds: two floats. */
export const PROMISE_BYTES = 8
/** Bytes from the estimates of a block to their errors. */
export const ERRORS_AT = BLOCK_GROUPS * GROUP_BYTES

/** Constants that a search sets, 32 bits each: whole numbers (`kept`, `offset`) and floats. */
export const siftConstants = [
  'kept',
  'offset',
  'least',
  'from',
  'below',
  'product',
  'common',
  'commonBase',
  'restLength',
  'headLost',
  'surely',
  'smaller',
  'lost',
  'perSum',
  'perCoded',
  'perLength',
  'always',
] as const
/** Steps from 0 to 1 in which cosines of heads are stored. */
export const COSINE_STEPS = 32_000
type SiftConstant = (typeof siftConstants)[number]
const constant = (name: SiftConstant): Code => [...op.get(CONSTANTS), ...op.splatFrom(siftConstants.indexOf(name) * 4)]

/** A number of four rows, as floats. */
const number = (name: RowNumber, four: number): Code => [
  ...op.get(NUMBERS_AT),
  ...op.loadV128(numberAt(name) + (four >> 1) * 16),
  ...(four % 2 === 0 ? op.lowUnsigned : op.highUnsigned),
  ...op.toF32x4,
]

/** Error bound of the heads' cosine, from the rounding of a row's head. */
const headError = (four: number): Code => [
  ...number('step', four),
  ...number('headLost', four),
  ...op.mulF32x4,
  ...constant('headLost'),
  ...op.mulF32x4,
]

/** Sets the bits of those of four rows whose lane on the stack is set. */
const keepThose = (four: number): Code => [
  ...op.signsI32x4,
  ...op.i32(four * 4),
  ...op.shiftLeft,
  ...op.get(BITS),
  ...op.orI32,
  ...op.set(BITS),
]

/** Computes the cosines of four rows' heads. */
export const cosineOfHeads = (four: number): Code => [
  ...op.get(PRODUCTS_AT),
  ...op.loadV128(four * 16),
  ...op.toF32x4,
  ...number('step', four),
  ...op.mulF32x4,
  ...constant('product'),
  ...op.mulF32x4,
  ...number('common', four),
  ...constant('common'),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...constant('commonBase'),
  ...op.addF32x4,
  ...op.set(COSINE),
]

/** Keeps rows that may reach the floor, whatever their rests are. */
export const byHeads = (four: number): Code => [
  ...cosineOfHeads(four),
  ...op.get(COSINE),
  ...number('length', four),
  ...constant('restLength'),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...headError(four),
  ...constant('surely'),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...constant('always'),
  ...op.addF32x4,
  ...constant('least'),
  ...op.isAtLeastF32x4,
  ...keepThose(four),
]

export const noteCosine = (four: number): Code => [
  ...op.get(COSINES_AT),
  ...op.get(COSINE),
  ...op.fourF32(COSINE_STEPS),
  ...op.mulF32x4,
  ...op.nearestF32x4,
  ...op.truncateF32x4,
  ...op.zeroV128,
  ...op.narrowToI16,
  ...op.storeHalf(0, four * 8),
]

const notedCosine = (four: number): Code => [
  ...op.get(COSINES_AT),
  ...op.loadFourI16(four * 8),
  ...op.toF32x4,
  ...op.fourF32(1 / COSINE_STEPS),
  ...op.mulF32x4,
  ...op.set(COSINE),
]

/** The rests' product by the first signs, and the others on request, in whole levels. */
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

type Signs = 'coded' | 'firstCoded'

/**
 * An upper bound of the root of two squares' sum, for numbers that are not negative: at most a twelfth too large, or
 * their sum.
 */
const bothErrors: Code = [
  ...op.get(ERROR),
  ...op.get(CODED),
  ...op.maxF32x4,
  ...op.get(ERROR),
  ...op.get(CODED),
  ...op.minF32x4,
  ...constant('smaller'),
  ...op.mulF32x4,
  ...op.addF32x4,
]

/** Adds the rests' estimates by signs to the cosines of four rows' heads, and sets the error bounds. */
export const estimate = (signs: Signs, four: number): Code => [
  ...number(signs, four),
  ...op.set(CODED),
  ...op.get(COSINE),
  ...alongSigns(four, signs === 'coded'),
  ...op.get(CODED),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...op.set(COSINE),
  ...op.get(CODED),
  ...constant('perCoded'),
  ...op.mulF32x4,
  ...number('length', four),
  ...constant('perLength'),
  ...op.mulF32x4,
  ...op.subF32x4,
  ...op.set(ERROR),
  ...op.get(CODED),
  ...constant('lost'),
  ...op.mulF32x4,
  ...headError(four),
  ...op.addF32x4,
  ...op.set(CODED),
  ...bothErrors,
  ...constant('always'),
  ...op.addF32x4,
  ...op.set(ERROR),
]

export const mostReaches: Code = [
  ...op.get(COSINE),
  ...op.get(ERROR),
  ...op.addF32x4,
  ...constant('least'),
  ...op.isAtLeastF32x4,
]

export const bySigns =
  (signs: Signs, isKept: Code) =>
  (four: number): Code => [
    ...notedCosine(four),
    ...estimate(signs, four),
    ...op.get(OUT_AT),
    ...op.get(COSINE),
    ...op.storeV128(four * 16),
    ...op.get(OUT_AT),
    ...op.get(ERROR),
    ...op.storeV128(ERRORS_AT + four * 16),
    ...isKept,
    ...keepThose(four),
  ]

/** Sifting by first signs also selects rows by their estimates, so that the likeliest can be visited first. */
export const isInTurn: Code = [
  ...mostReaches,
  ...op.get(COSINE),
  ...constant('from'),
  ...op.isAtLeastF32x4,
  ...op.and,
  ...op.get(COSINE),
  ...constant('below'),
  ...op.isBelowF32x4,
  ...op.and,
]
