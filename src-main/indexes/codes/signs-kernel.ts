import { advance, instantiate, op, type Code } from '../../wasm/wasm-emitter.ts'

/** Rows of a group, whose bytes lie side by side: first the first byte of each row, then the second of each. */
export const GROUP_ROWS = 16
/** Rows have a multiple of so many bytes, padded with zeros. */
export const BYTES_AT_ONCE = 4
/** Bytes of the tables for one byte of a row: 16 sums for its lower four bits and 16 for its upper ones. */
export const TABLE_BYTES = 32

/**
 * Sums over the bits of rows, by tables for four bits at a time: `signs(tables, list, count, groups, groupBytes, out)`,
 * all byte addresses in the memory. `list` holds the numbers of `count` groups of rows, 32 bits each, at least 1, which
 * have `groupBytes` each. For each group 16 sums of 16 bits are written at `out`, 32 bytes a group, in the order of the
 * rows. The sums of one byte's tables are at most 255 together, those of a row below 65,536.
 */
export type SignsKernel = (
  tables: number,
  list: number,
  count: number,
  groups: number,
  groupBytes: number,
  out: number,
) => void

const [TABLES, LIST, COUNT, GROUPS, GROUP_BYTES, OUT] = [0, 1, 2, 3, 4, 5]
const [TABLE_AT, GROUP_AT, GROUP_END] = [6, 7, 8]
const [BITS, LOWER, BOTH, SUM, ODD] = [9, 10, 11, 12, 13]

/**
 * One byte of 16 rows. Bytes are added as 16-bit numbers, the odd rows once more by themselves: what the even ones have
 * of them is taken away at the end, which costs less than taking bytes apart each time.
 */
const addByte = (n: number): Code => [
  ...op.get(GROUP_AT),
  ...op.loadV128(n * GROUP_ROWS),
  ...op.set(BITS),
  ...op.get(TABLE_AT),
  ...op.loadV128(n * TABLE_BYTES),
  ...op.get(BITS),
  ...op.get(LOWER),
  ...op.and,
  ...op.pickBytes,
  ...op.get(TABLE_AT),
  ...op.loadV128(n * TABLE_BYTES + GROUP_ROWS),
  ...op.get(BITS),
  ...op.i32(4),
  ...op.shiftRightI16,
  ...op.get(LOWER),
  ...op.and,
  ...op.pickBytes,
  ...op.addI8x16,
  ...op.set(BOTH),
  ...op.get(SUM),
  ...op.get(BOTH),
  ...op.addI16x8,
  ...op.set(SUM),
  ...op.get(ODD),
  ...op.get(BOTH),
  ...op.i32(8),
  ...op.shiftRightI16,
  ...op.addI16x8,
  ...op.set(ODD),
]

const oneGroup: Code = op.loop([
  ...Array.from({ length: BYTES_AT_ONCE }, (_, n) => addByte(n)),
  advance(TABLE_AT, op.i32(BYTES_AT_ONCE * TABLE_BYTES)),
  advance(GROUP_AT, op.i32(BYTES_AT_ONCE * GROUP_ROWS)),
  op.get(GROUP_AT),
  op.get(GROUP_END),
  op.isLessUnsigned,
  op.repeatIf,
])

const evenOnes: Code = [...op.get(SUM), ...op.get(ODD), ...op.i32(8), ...op.shiftLeftI16, ...op.subI16x8]

/** The four 16-bit numbers of each of two vectors from a byte on, one of each in turn. */
const inTurn = (from: number): Code =>
  op.shuffle(...[0, 2, 4, 6].flatMap((at) => [at, at + 1, at + 16, at + 17].map((byte) => byte + from)))

const outPlace: Code = [
  ...op.get(LIST),
  ...op.loadI32(0),
  ...op.i32(2 * GROUP_ROWS),
  ...op.mul,
  ...op.get(OUT),
  ...op.add,
]

const body: Code[] = [
  [...op.i32(15), ...op.splatByte, ...op.set(LOWER)],
  op.loop([
    op.get(TABLES),
    op.set(TABLE_AT),
    [...op.get(LIST), ...op.loadI32(0), ...op.get(GROUP_BYTES), ...op.mul, ...op.get(GROUPS), ...op.add],
    op.set(GROUP_AT),
    [...op.get(GROUP_AT), ...op.get(GROUP_BYTES), ...op.add, ...op.set(GROUP_END)],
    [...op.zeroV128, ...op.set(SUM), ...op.zeroV128, ...op.set(ODD)],
    oneGroup,
    [...evenOnes, ...op.set(SUM)],
    [...outPlace, ...op.get(SUM), ...op.get(ODD), ...inTurn(0), ...op.storeV128(0)],
    [...outPlace, ...op.get(SUM), ...op.get(ODD), ...inTurn(8), ...op.storeV128(16)],
    advance(LIST, op.i32(4)),
    advance(COUNT, op.i32(-1)),
    op.i32(0),
    op.get(COUNT),
    op.isLessUnsigned,
    op.repeatIf,
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateSigns(memory: WebAssembly.Memory): SignsKernel {
  return instantiate<SignsKernel>(memory, {
    name: 'signs',
    params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body,
  })
}
