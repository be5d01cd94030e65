import { advance, instantiate, op, type Code } from '../../wasm/wasm-emitter.ts'
import { GROUP_ROWS } from './signs-kernel.ts'
import { MASKS_AT } from './sift-kernel.ts'

/** Rows have a multiple of so many bytes of signs, padded with zeros. */
export const SIGN_BYTES_AT_ONCE = 4

/**
 * Products of a query in whole levels with the signs of single rows: `rowSigns(levels, list, count, rows, rowBytes,
 * total, out)`, all byte addresses in the memory. `list` holds the numbers of `count` groups of 16 rows, at least 1, and
 * `MASKS_AT` bytes further a bit for each of their rows that is asked for; `levels` a signed byte for each bit of a row,
 * `total` is their sum. For each such row one int32 is written at `out`, by its number.
 */
export type RowSignsKernel = (
  levels: number,
  list: number,
  count: number,
  rows: number,
  rowBytes: number,
  total: number,
  out: number,
) => void

const [LEVELS, LIST, COUNT, ROWS, ROW_BYTES, TOTAL, OUT] = [0, 1, 2, 3, 4, 5, 6]
const [MASK, ROW, LEVEL_AT, ROW_AT, ROW_END] = [7, 8, 9, 10, 11]
const [SUM, BIT_OF_BYTE] = [12, 13]

const bitOfByte = op.constantBytes(...Array.from({ length: 16 }, (_, n) => 1 << (n % 8)))
/** Each of two bytes eight times. */
const eightTimes = op.shuffle(...Array.from({ length: 16 }, (_, n) => Math.floor(n / 8)))

/** Adds the levels of those of 16 bits that are set. */
const addTwoBytes = (n: number): Code => [
  ...op.get(SUM),
  ...op.get(ROW_AT),
  ...op.splatTwoBytesFrom(n * 2),
  ...op.zeroV128,
  ...eightTimes,
  ...op.get(BIT_OF_BYTE),
  ...op.and,
  ...op.get(BIT_OF_BYTE),
  ...op.isEqualI8x16,
  ...op.get(LEVEL_AT),
  ...op.loadV128(n * 16),
  ...op.and,
  ...op.addPairsI8,
  ...op.addI16x8,
  ...op.set(SUM),
]

const oneRow: Code = op.loop([
  ...[0, 1].map(addTwoBytes),
  advance(ROW_AT, op.i32(SIGN_BYTES_AT_ONCE)),
  advance(LEVEL_AT, op.i32(SIGN_BYTES_AT_ONCE * 8)),
  [...op.get(ROW_AT), ...op.get(ROW_END), ...op.isLessUnsigned, ...op.repeatIf],
])

const lane = (index: number): Code => [...op.get(SUM), ...op.lane(index)]

const body: Code[] = [
  [...bitOfByte, ...op.set(BIT_OF_BYTE)],
  op.loop([
    [...op.get(LIST), ...op.loadI32(MASKS_AT), ...op.set(MASK)],
    op.loop([
      [...op.get(LIST), ...op.loadI32(0), ...op.i32(GROUP_ROWS), ...op.mul],
      [...op.get(MASK), ...op.lowestBit, ...op.add, ...op.set(ROW)],
      [...op.get(ROW), ...op.get(ROW_BYTES), ...op.mul, ...op.get(ROWS), ...op.add, ...op.set(ROW_AT)],
      [...op.get(ROW_AT), ...op.get(ROW_BYTES), ...op.add, ...op.set(ROW_END)],
      [...op.get(LEVELS), ...op.set(LEVEL_AT), ...op.zeroV128, ...op.set(SUM)],
      oneRow,
      [...op.get(SUM), ...op.addPairsI16, ...op.set(SUM)],
      [...op.get(ROW), ...op.i32(2), ...op.shiftLeft, ...op.get(OUT), ...op.add],
      [...lane(0), ...lane(1), ...op.add, ...lane(2), ...lane(3), ...op.add, ...op.add],
      [...op.i32(1), ...op.shiftLeft, ...op.get(TOTAL), ...op.sub, ...op.storeI32(0)],
      [...op.get(MASK), ...op.get(MASK), ...op.i32(1), ...op.sub, ...op.andI32, ...op.set(MASK)],
      [...op.get(MASK), ...op.i32(0), ...op.isNotEqual, ...op.repeatIf],
    ]),
    advance(LIST, op.i32(4)),
    advance(COUNT, op.i32(-1)),
    [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateRowSigns(memory: WebAssembly.Memory): RowSignsKernel {
  return instantiate<RowSignsKernel>(memory, {
    name: 'rowSigns',
    params: Array.from({ length: 7 }, () => 'i32' as const),
    locals: ['i32', 'i32', 'i32', 'i32', 'i32', 'v128', 'v128'],
    body,
  })
}
