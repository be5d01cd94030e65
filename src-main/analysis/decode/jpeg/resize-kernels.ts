import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../../base/wasm/wasm-emitter.ts'
import { LEVEL } from './planes-kernel.ts'

/**
 * Adds weighted rows: `mixRows(rows, rowBytes, weights, weightsEnd, to, toEnd)`, addresses in bytes. Rows are int16 and
 * as long as the written one, a multiple of 64 bytes; weights are int16, in units of 1 / 2^14.
 */
export type RowsKernel = (
  rows: number,
  rowBytes: number,
  weights: number,
  weightsEnd: number,
  to: number,
  toEnd: number,
) => void

/**
 * Adds weighted neighbours in a row: `mixColumns(row, starts, weights, to, toEnd)`. For each written number, `starts`
 * has the byte offset of its first neighbour in the row, as int32, and `weights` has as many int16 as the kernel was
 * compiled for, in units of 1 / 2^14. Writes four numbers at a time.
 */
export type ColumnsKernel = (row: number, starts: number, weights: number, to: number, toEnd: number) => void

/** Weights are multiples of 1 / 2^14, since those at an edge may exceed 1. */
export const WEIGHT_SHIFT = 14
/** The number of a column's weights is a multiple of this. */
export const COLUMN_WEIGHTS = 8

const VECTOR = 16
const clamp: Code = join(
  [...op.zeroV128, ...op.maxI16x8],
  [...op.constantBytes(...new Uint8Array(new Int16Array(8).fill(255 * LEVEL).buffer)), ...op.minI16x8],
)

function makeRows(): WasmFunction {
  const [ROWS, ROW_BYTES, WEIGHTS, END, TO, TO_END, ROW, WEIGHT, FACTOR] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
  const sums = [9, 10, 11, 12]
  return {
    name: 'mixRows',
    params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      op.loop([
        ...sums.map((sum) => [...op.zeroV128, ...op.set(sum)]),
        [...op.get(ROWS), ...op.set(ROW), ...op.get(WEIGHTS), ...op.set(WEIGHT)],
        op.loop([
          [...op.get(WEIGHT), ...op.splatTwoBytesFrom(0), ...op.set(FACTOR)],
          ...sums.map((sum, i) =>
            join(
              [...op.get(sum), ...op.get(ROW), ...op.loadV128(i * VECTOR), ...op.get(FACTOR), ...op.mulFractionI16],
              [...op.addI16x8, ...op.set(sum)],
            ),
          ),
          advance(ROW, op.get(ROW_BYTES)),
          advance(WEIGHT, op.i32(2)),
          [...op.get(WEIGHT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
        ]),
        ...sums.map((sum, i) => [
          ...op.get(TO),
          ...op.get(sum),
          ...op.i32(1),
          ...op.shiftLeftI16,
          ...clamp,
          ...op.storeV128(i * VECTOR),
        ]),
        advance(ROWS, op.i32(sums.length * VECTOR)),
        advance(TO, op.i32(sums.length * VECTOR)),
        [...op.get(TO), ...op.get(TO_END), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
    ],
  }
}

const ALL = 4
/** Selects 32-bit lanes of two vectors; those of the second are numbered from 4 on. */
const lanes = (...of: readonly number[]): Code =>
  op.shuffle(...of.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)))

const [COLUMNS_ROW, STARTS, COLUMN_WEIGHTS_AT, COLUMN_TO, COLUMN_TO_END, AT] = [0, 1, 2, 3, 4, 5] as const
const SUMS = [6, 7, 8, 9] as const

/** Four partial sums of the i-th of four numbers. */
const sumNeighbours = (i: number, vectors: number): Code =>
  join(
    [...op.get(COLUMNS_ROW), ...op.get(STARTS), ...op.loadI32(4 * i), ...op.add, ...op.set(AT)],
    ...Array.from({ length: vectors }, (_, v) =>
      join(
        [...op.get(AT), ...op.loadV128(v * VECTOR)],
        [...op.get(COLUMN_WEIGHTS_AT), ...op.loadV128((i * vectors + v) * VECTOR), ...op.dotI16],
        v === 0 ? [] : op.addI32x4,
      ),
    ),
    op.set(SUMS[i]!),
  )

/** The sums of lanes 0 and 2, and of 1 and 3, of two vectors. */
const fold = (a: number, b: number): Code =>
  join(
    [...op.get(a), ...op.get(b), ...lanes(0, 4, 1, 5)],
    [...op.get(a), ...op.get(b), ...lanes(2, 6, 3, 7)],
    op.addI32x4,
  )

const makeColumns = (vectors: number): WasmFunction => ({
  name: 'mixColumns',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'v128', 'v128', 'v128', 'v128'],
  body: [
    op.loop([
      ...SUMS.map((_, i) => sumNeighbours(i, vectors)),
      [...fold(SUMS[0], SUMS[1]), ...op.set(SUMS[0]), ...fold(SUMS[2], SUMS[3]), ...op.set(SUMS[1])],
      [...op.get(COLUMN_TO), ...op.get(SUMS[0]), ...op.get(SUMS[1]), ...lanes(0, 1, 4, 5)],
      [...op.get(SUMS[0]), ...op.get(SUMS[1]), ...lanes(2, 3, 6, 7), ...op.addI32x4],
      [...op.i32(2 ** (WEIGHT_SHIFT - 1)), ...op.splatI32, ...op.addI32x4],
      [...op.i32(WEIGHT_SHIFT), ...op.shiftRightSignedI32, ...op.zeroV128, ...op.narrowToI16, ...clamp],
      op.storeHalf(0, 0),
      advance(STARTS, op.i32(4 * ALL)),
      advance(COLUMN_WEIGHTS_AT, op.i32(ALL * vectors * VECTOR)),
      advance(COLUMN_TO, op.i32(2 * ALL)),
      [...op.get(COLUMN_TO), ...op.get(COLUMN_TO_END), ...op.isLessUnsigned, ...op.repeatIf],
    ]),
  ],
})

export const instantiateRows = (memory: WebAssembly.Memory): RowsKernel => instantiate<RowsKernel>(memory, makeRows())

/** Compiles a kernel for this many weights, a multiple of `COLUMN_WEIGHTS`. */
export const instantiateColumns = (memory: WebAssembly.Memory, weights: number): ColumnsKernel =>
  instantiate<ColumnsKernel>(memory, makeColumns(weights / COLUMN_WEIGHTS))
