import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Rows that the kernel takes at a time, so that each part of the query is loaded once for all of them. */
export const ROWS_AT_ONCE = 4
/** Row lengths are padded with zeros to a multiple of this many bytes. */
export const LANE_BYTES = 16

/**
 * Dot products of one 16-bit query with int8 rows: `scan(query, rows, rowBytes, groups, out)`, all byte addresses in
 * the memory. `groups` counts groups of four rows and is at least 1. Writes one int32 for each row at `out`.
 */
export type ScanKernel = (query: number, rows: number, rowBytes: number, groups: number, out: number) => void

const [QUERY, ROWS, ROW_BYTES, GROUPS, OUT] = [0, 1, 2, 3, 4]
const [POSITION, QUERY_AT, ROW_AT] = [5, 6, 7]
const ROW_VALUES = 8
const QUERY_LOW = 9
const QUERY_HIGH = 10
const SUMS = [11, 12, 13, 14]

/** Adds 16 products to one row's sum and moves on to the next row. */
function accumulate(sum: number): Code {
  const half = (widen: Code, query: number): Code => [...op.get(ROW_VALUES), ...widen, ...op.get(query), ...op.dotI16]
  return [
    ...op.get(ROW_AT),
    ...op.loadV128(0),
    ...op.set(ROW_VALUES),
    ...op.get(sum),
    ...half(op.widenLow, QUERY_LOW),
    ...op.addI32x4,
    ...half(op.widenHigh, QUERY_HIGH),
    ...op.addI32x4,
    ...op.set(sum),
    ...advance(ROW_AT, op.get(ROW_BYTES)),
  ]
}

function storeSum(sum: number, row: number): Code {
  const lanes = [0, 1, 2, 3].flatMap((lane) => [...op.get(sum), ...op.lane(lane)])
  return [...op.get(OUT), ...lanes, ...op.add, ...op.add, ...op.add, ...op.storeI32(row * 4)]
}

/** All 16-byte pieces of four rows against the query. */
const scanFourRows: Code = op.loop([
  op.get(QUERY_AT),
  op.loadV128(0),
  op.set(QUERY_LOW),
  op.get(QUERY_AT),
  op.loadV128(LANE_BYTES),
  op.set(QUERY_HIGH),
  advance(QUERY_AT, op.i32(2 * LANE_BYTES)),
  op.get(ROWS),
  op.get(POSITION),
  op.add,
  op.set(ROW_AT),
  ...SUMS.map(accumulate),
  advance(POSITION, op.i32(LANE_BYTES)),
  op.get(POSITION),
  op.get(ROW_BYTES),
  op.isLessUnsigned,
  op.repeatIf,
])

const body: Code[] = [
  op.loop([
    op.get(QUERY),
    op.set(QUERY_AT),
    op.i32(0),
    op.set(POSITION),
    ...SUMS.map((sum) => [...op.zeroV128, ...op.set(sum)]),
    scanFourRows,
    ...SUMS.map(storeSum),
    advance(ROWS, [...op.get(ROW_BYTES), ...op.i32(2), ...op.shiftLeft]),
    advance(OUT, op.i32(4 * ROWS_AT_ONCE)),
    op.get(GROUPS),
    op.i32(1),
    op.sub,
    op.set(GROUPS),
    op.i32(0),
    op.get(GROUPS),
    op.isLessUnsigned,
    op.repeatIf,
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateScan(memory: WebAssembly.Memory): ScanKernel {
  return instantiate<ScanKernel>(memory, {
    name: 'scan',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body,
  })
}
