import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../base/wasm/wasm-emitter.ts'

/**
 * Sums of squared differences around each number of a rectangle of 16-bit numbers from 0 to 16,383: `sumEnergies(at,
 * rowBytes, width, rows, out)`. `at` is the address two numbers left of the first, and `rowBytes` the bytes from row to
 * row of the picture. `width` is the bytes of a row of the rectangle, a multiple of 16, and `rows` is at least 1. It
 * writes four sums at `out`, each as two 64-bit numbers to be added: first differences (over four numbers) across and
 * down, second differences across and down.
 */
export type EnergyKernel = (at: number, rowBytes: number, width: number, rows: number, out: number) => void

/** Numbers processed at once. */
export const NUMBERS_AT_ONCE = 8
const BYTES_AT_ONCE = 2 * NUMBERS_AT_ONCE
/** Bytes from the leftmost number needed to the number in the middle. */
const MIDDLE = 4

const [AT, ROW_BYTES, WIDTH, ROWS, OUT, LEFT, ABOVE, END, TWICE, SQUARES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const SUMS = [10, 11, 12, 13] as const
const [ACROSS_FIRST, DOWN_FIRST, ACROSS_SECOND, DOWN_SECOND] = SUMS

/** Numbers of the row this many above or below. */
const rowAt = (rows: -2 | -1 | 1 | 2): Code =>
  rows < 0
    ? join(op.get(ABOVE), ...(rows === -1 ? [op.get(ROW_BYTES), op.add] : []), op.loadV128(MIDDLE))
    : join(op.get(LEFT), ...Array.from({ length: rows }, () => join(op.get(ROW_BYTES), op.add)), op.loadV128(MIDDLE))
/** Numbers this many places to the left or right. */
const columnAt = (columns: number): Code => join(op.get(LEFT), op.loadV128(MIDDLE + 2 * columns))

/** Adds the squares of eight differences: in pairs to unsigned 32 bits, which they fill, then to 64. */
const addSquares = (sum: number, differences: Code): Code =>
  join(
    [...differences, ...op.set(SQUARES)],
    [...op.get(SQUARES), ...op.get(SQUARES), ...op.dotI16, ...op.set(SQUARES)],
    [...op.get(sum), ...op.get(SQUARES), ...op.lowToI64, ...op.addI64x2],
    [...op.get(SQUARES), ...op.highToI64, ...op.addI64x2, ...op.set(sum)],
  )

const eight: Code = join(
  [...columnAt(0), ...op.i32(1), ...op.shiftLeftI16, ...op.set(TWICE)],
  addSquares(ACROSS_FIRST, join(columnAt(2), columnAt(-2), op.subI16x8)),
  addSquares(DOWN_FIRST, join(rowAt(2), rowAt(-2), op.subI16x8)),
  addSquares(ACROSS_SECOND, join(op.get(TWICE), columnAt(-1), op.subI16x8, columnAt(1), op.subI16x8)),
  addSquares(DOWN_SECOND, join(op.get(TWICE), rowAt(-1), op.subI16x8, rowAt(1), op.subI16x8)),
)

const oneRow: Code = join(
  [...op.get(AT), ...op.set(LEFT), ...op.get(AT), ...op.get(WIDTH), ...op.add, ...op.set(END)],
  [...op.get(AT), ...op.get(ROW_BYTES), ...op.sub, ...op.get(ROW_BYTES), ...op.sub, ...op.set(ABOVE)],
  op.loop([
    eight,
    advance(LEFT, op.i32(BYTES_AT_ONCE)),
    advance(ABOVE, op.i32(BYTES_AT_ONCE)),
    [...op.get(LEFT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
  ]),
)

const kernel: WasmFunction = {
  name: 'sumEnergies',
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128'],
  body: [
    op.loop([
      oneRow,
      advance(AT, op.get(ROW_BYTES)),
      advance(ROWS, op.i32(-1)),
      [...op.i32(0), ...op.get(ROWS), ...op.isLessUnsigned, ...op.repeatIf],
    ]),
    ...SUMS.map((sum, k) => join(op.get(OUT), op.get(sum), op.storeV128(16 * k))),
  ],
}

/** Compiles the kernel over a memory. */
export const instantiateEnergies = (memory: WebAssembly.Memory): EnergyKernel =>
  instantiate<EnergyKernel>(memory, kernel)
