import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../base/wasm/wasm-emitter.ts'

/**
 * Mixes rows of bytes: `mixRows(rows, rowBytes, weights, weightsEnd, to, toEnd)`, addresses in bytes. `weights` has an
 * int16 for each row, in units of 1 / 2^12, and an even number of them. Reads and writes sixteen bytes at a time.
 */
export type MixRowsKernel = (
  rows: number,
  rowBytes: number,
  weights: number,
  weightsEnd: number,
  to: number,
  toEnd: number,
) => void

/**
 * Mixes neighbours in a row of pixels: `mixColumns(row, columns, to, toEnd)`. `columns` has for each written pixel the
 * byte offset of its first neighbour in the row, as int32, and two int16 for each pair of neighbours, in units of
 * 1 / 2^12. Writes four bytes for each pixel, of which the next one overwrites the last.
 */
export type MixColumnsKernel = (row: number, columns: number, to: number, toEnd: number) => void

export const WEIGHT_SHIFT = 12
/** Bytes that kernels may write behind the end of a row or read behind it. */
export const SLACK_BYTES = 64
/** Bytes of a column's entry for `mixColumns`. */
export const columnBytes = (pairs: number): number => 4 + 4 * pairs

const half: Code = [...op.i32(2 ** (WEIGHT_SHIFT - 1)), ...op.splatI32]
const toLevels: Code = [...op.i32(WEIGHT_SHIFT), ...op.shiftRightSignedI32]
/** Eight 16-bit lanes, alternately of two vectors. */
const interleave = (first: number): Code =>
  op.shuffle(...[0, 1, 2, 3].flatMap((i) => [0, 16].flatMap((from) => [0, 1].map((b) => from + 2 * (first + i) + b))))

function makeRows(): WasmFunction {
  const [ROWS, ROW_BYTES, WEIGHTS, END, TO, TO_END, ROW, NEXT, WEIGHT, UPPER, LOWER, PAIR] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ] as const
  const sums = [12, 13, 14, 15] as const
  const addEight = (at: 0 | 1): Code =>
    join(
      [...op.get(ROW), ...op.loadEightBytes(8 * at), ...op.set(UPPER)],
      [...op.get(NEXT), ...op.loadEightBytes(8 * at), ...op.set(LOWER)],
      ...[0, 1].map((i) =>
        join(
          [...op.get(UPPER), ...op.get(LOWER), ...interleave(4 * i), ...op.get(PAIR), ...op.dotI16],
          [...op.get(sums[2 * at + i]!), ...op.addI32x4, ...op.set(sums[2 * at + i]!)],
        ),
      ),
    )
  const levels = (sum: number): Code => [...op.get(sum), ...toLevels]
  return {
    name: 'mixRows',
    params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body: [
      op.loop([
        ...sums.map((sum) => [...half, ...op.set(sum)]),
        [...op.get(ROWS), ...op.set(ROW), ...op.get(WEIGHTS), ...op.set(WEIGHT)],
        op.loop([
          [...op.get(WEIGHT), ...op.splatFrom(0), ...op.set(PAIR)],
          [...op.get(ROW), ...op.get(ROW_BYTES), ...op.add, ...op.set(NEXT)],
          addEight(0),
          addEight(1),
          [...op.get(NEXT), ...op.get(ROW_BYTES), ...op.add, ...op.set(ROW)],
          advance(WEIGHT, op.i32(4)),
          [...op.get(WEIGHT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
        ]),
        op.get(TO),
        [...levels(sums[0]), ...levels(sums[1]), ...op.narrowToI16],
        [...levels(sums[2]), ...levels(sums[3]), ...op.narrowToI16],
        [...op.narrowToBytes, ...op.storeV128(0)],
        advance(ROWS, op.i32(16)),
        advance(TO, op.i32(16)),
        [...op.get(TO), ...op.get(TO_END), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
    ],
  }
}

const PIXEL_BYTES = 3
const NOTHING = 0x80
/** Red, green and blue of two neighbouring pixels as 16-bit lanes, the same colour side by side. */
const pairAt = (pixel: 0 | 2): Code =>
  op.constantBytes(
    ...[0, 1, 2].flatMap((color) => [0, 1].flatMap((i) => [PIXEL_BYTES * (pixel + i) + color, NOTHING])),
    ...Array.from({ length: 4 }, () => NOTHING),
  )

function makeColumns(pairs: number): WasmFunction {
  const [ROW, COLUMNS, TO, TO_END, AT, PIXELS] = [0, 1, 2, 3, 4, 5] as const
  /** Sixteen bytes contain two pairs. */
  const addPair = (_: unknown, pair: number): Code =>
    join(
      pair % 2 === 0 ? [...op.get(AT), ...op.loadV128(2 * PIXEL_BYTES * pair), ...op.set(PIXELS)] : [],
      [...op.get(PIXELS), ...pairAt(pair % 2 === 0 ? 0 : 2), ...op.swizzle],
      [...op.get(COLUMNS), ...op.splatFrom(4 + 4 * pair), ...op.dotI16, ...op.addI32x4],
    )
  return {
    name: 'mixColumns',
    params: ['i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'v128'],
    body: [
      op.loop([
        [...op.get(ROW), ...op.get(COLUMNS), ...op.loadI32(0), ...op.add, ...op.set(AT)],
        [...op.get(TO), ...half],
        ...Array.from({ length: pairs }, addPair),
        [...toLevels, ...op.zeroV128, ...op.narrowToI16, ...op.zeroV128, ...op.narrowToBytes],
        op.storeFourBytes(0),
        advance(COLUMNS, op.i32(columnBytes(pairs))),
        advance(TO, op.i32(PIXEL_BYTES)),
        [...op.get(TO), ...op.get(TO_END), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
    ],
  }
}

export const instantiateMixRows = (memory: WebAssembly.Memory): MixRowsKernel =>
  instantiate<MixRowsKernel>(memory, makeRows())

/** Compiles a kernel for this many pairs of neighbours. */
export const instantiateMixColumns = (memory: WebAssembly.Memory, pairs: number): MixColumnsKernel =>
  instantiate<MixColumnsKernel>(memory, makeColumns(pairs))
