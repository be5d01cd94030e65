import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'
import { addByte, evenOnes, GROUP_ROWS, setLower, TABLE_BYTES } from './sign-sums.ts'

/** Bytes of each row taken at a time. Bytes read beyond a row's end count nothing if their tables are 0. */
export const SIGN_BYTES_AT_ONCE = 16

/**
 * Products of a query in whole levels with the signs of single rows at any address: `rowSigns(tables, rows, count,
 * rowBytes, offset, list, out)`, all byte addresses in the memory. `rows` holds the addresses of the signs of `count`
 * rows, 32 bits each, a multiple of 16; `rowBytes` is a multiple of 16. `tables` are those of the sums over all choices
 * of four levels, and `offset` is the excess of twice their sum. `list` holds for each row the index of the int32 at
 * `out` that receives its product. Sixteen rows at a time are transposed, so that the same byte of all of them lies
 * side by side.
 */
export type RowSignsKernel = (
  tables: number,
  rows: number,
  count: number,
  rowBytes: number,
  offset: number,
  list: number,
  out: number,
) => void

const [TABLES, ROWS, COUNT, ROW_BYTES, OFFSET, LIST, OUT] = [0, 1, 2, 3, 4, 5, 6]
const [POSITION, TABLE_AT] = [7, 8]
const [LOWER, BOTH, SUM, ODD] = [9, 10, 11, 12]
const EVEN = Array.from({ length: GROUP_ROWS }, (_, n) => 13 + n)
const ODDS = Array.from({ length: GROUP_ROWS }, (_, n) => 13 + GROUP_ROWS + n)

const loadRow = (n: number): Code => [
  ...op.get(ROWS),
  ...op.loadI32(n * 4),
  ...op.get(POSITION),
  ...op.add,
  ...op.loadV128(0),
  ...op.set(EVEN[n]!),
]

/** Interleaves the lower, or upper, eight bytes of two vectors. */
const interleaved = (from: number): Code =>
  op.shuffle(...Array.from({ length: 8 }, (_, n) => [from + n, from + n + 16]).flat())

/** One of four equal steps that transpose 16 rows of 16 bytes: each interleaves rows that are half of all apart. */
const turn = (from: readonly number[], to: readonly number[]): Code[] =>
  Array.from({ length: GROUP_ROWS / 2 }, (_, n) => {
    const both = [...op.get(from[n]!), ...op.get(from[n + GROUP_ROWS / 2]!)]
    return [...both, ...interleaved(0), ...op.set(to[2 * n]!), ...both, ...interleaved(8), ...op.set(to[2 * n + 1]!)]
  })

const sixteenBytes: Code = op.loop([
  ...EVEN.map((_, n) => loadRow(n)),
  ...turn(EVEN, ODDS),
  ...turn(ODDS, EVEN),
  ...turn(EVEN, ODDS),
  ...turn(ODDS, EVEN),
  ...EVEN.map((column, n) => addByte(op.get(column), n, { TABLE_AT, LOWER, BOTH, SUM, ODD, BITS: column })),
  advance(TABLE_AT, op.i32(SIGN_BYTES_AT_ONCE * TABLE_BYTES)),
  advance(POSITION, op.i32(SIGN_BYTES_AT_ONCE)),
  [...op.get(POSITION), ...op.get(ROW_BYTES), ...op.isLessUnsigned, ...op.repeatIf],
])

const writeProduct = (n: number): Code => [
  ...op.get(LIST),
  ...op.loadI32(n * 4),
  ...op.i32(2),
  ...op.shiftLeft,
  ...op.get(OUT),
  ...op.add,
  ...op.get(n % 2 === 0 ? SUM : ODD),
  ...op.laneU16(n >> 1),
  ...op.i32(1),
  ...op.shiftLeft,
  ...op.get(OFFSET),
  ...op.sub,
  ...op.storeI32(0),
]

const body: Code[] = [
  setLower(LOWER),
  op.loop([
    [...op.get(TABLES), ...op.set(TABLE_AT), ...op.i32(0), ...op.set(POSITION)],
    [...op.zeroV128, ...op.set(SUM), ...op.zeroV128, ...op.set(ODD)],
    sixteenBytes,
    [...evenOnes(SUM, ODD), ...op.set(SUM)],
    ...EVEN.map((_, n) => writeProduct(n)),
    advance(ROWS, op.i32(GROUP_ROWS * 4)),
    advance(LIST, op.i32(GROUP_ROWS * 4)),
    advance(COUNT, op.i32(-GROUP_ROWS)),
    [...op.i32(0), ...op.get(COUNT), ...op.isLessUnsigned, ...op.repeatIf],
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateRowSigns(memory: WebAssembly.Memory): RowSignsKernel {
  return instantiate<RowSignsKernel>(memory, {
    name: 'rowSigns',
    params: Array.from({ length: 7 }, () => 'i32' as const),
    locals: ['i32', 'i32', ...Array.from({ length: 4 + 2 * GROUP_ROWS }, () => 'v128' as const)],
    body,
  })
}
