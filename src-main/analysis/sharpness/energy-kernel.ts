import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../base/wasm/wasm-emitter.ts'

/**
 * Sums of products of differences around each number of a rectangle of 16-bit numbers from 0 to 16,383: `sum(at,
 * rowBytes, width, rows, out)`. `at` is the address two numbers left of the first, and `rowBytes` the bytes from row to
 * row of the picture. `width` is the bytes of a row of the rectangle, a multiple of 16, and `rows` is at least 1. Each
 * sum is written at `out` as two signed 64-bit numbers to be added.
 */
export type EnergyKernel = (at: number, rowBytes: number, width: number, rows: number, out: number) => void

/** Numbers processed at once. */
export const NUMBERS_AT_ONCE = 8
const BYTES_AT_ONCE = 2 * NUMBERS_AT_ONCE
/** Bytes from the leftmost number needed to the number in the middle. */
const MIDDLE = 4

const [AT, ROW_BYTES, WIDTH, ROWS, OUT, LEFT, ABOVE, END, TWICE, ACROSS, DOWN, PRODUCTS] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
]
const FIRST_SUM = 12

/** Numbers this many rows below and columns to the right. */
const numbersAt = (columns: number, rows: number): Code =>
  join(
    op.get(rows < 0 ? ABOVE : LEFT),
    ...Array.from({ length: rows < 0 ? rows + 2 : rows }, () => join(op.get(ROW_BYTES), op.add)),
    op.loadV128(MIDDLE + 2 * columns),
  )

/** Adds eight products: in pairs to 32 bits, which they fill, then to 64. */
const addProducts = (sum: number, a: Code, b: Code): Code =>
  join(
    [...a, ...b, ...op.dotI16, ...op.set(PRODUCTS)],
    [...op.get(sum), ...op.get(PRODUCTS), ...op.lowToI64, ...op.addI64x2],
    [...op.get(PRODUCTS), ...op.highToI64, ...op.addI64x2, ...op.set(sum)],
  )

/** First differences over four numbers: the squares across, those down, and the products of both. */
const slopes: Code = join(
  [...numbersAt(2, 0), ...numbersAt(-2, 0), ...op.subI16x8, ...op.set(ACROSS)],
  [...numbersAt(0, 2), ...numbersAt(0, -2), ...op.subI16x8, ...op.set(DOWN)],
  addProducts(FIRST_SUM, op.get(ACROSS), op.get(ACROSS)),
  addProducts(FIRST_SUM + 1, op.get(DOWN), op.get(DOWN)),
  addProducts(FIRST_SUM + 2, op.get(ACROSS), op.get(DOWN)),
)

/** Squares of second differences: across, down, along the falling diagonal (right and down), along the rising one. */
const bends: Code = join(
  [...numbersAt(0, 0), ...op.i32(1), ...op.shiftLeftI16, ...op.set(TWICE)],
  ...[
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].map(([columns, rows], at) =>
    join(
      [...op.get(TWICE), ...numbersAt(columns!, rows!), ...op.subI16x8],
      [...numbersAt(-columns!, -rows!), ...op.subI16x8, ...op.set(ACROSS)],
      addProducts(FIRST_SUM + at, op.get(ACROSS), op.get(ACROSS)),
    ),
  ),
)

const oneRow = (eight: Code): Code =>
  join(
    [...op.get(AT), ...op.set(LEFT), ...op.get(AT), ...op.get(WIDTH), ...op.add, ...op.set(END)],
    [...op.get(AT), ...op.get(ROW_BYTES), ...op.sub, ...op.get(ROW_BYTES), ...op.sub, ...op.set(ABOVE)],
    op.loop([
      eight,
      advance(LEFT, op.i32(BYTES_AT_ONCE)),
      advance(ABOVE, op.i32(BYTES_AT_ONCE)),
      [...op.get(LEFT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
    ]),
  )

const kernelOf = (name: string, eight: Code, sums: number): WasmFunction => ({
  name,
  params: ['i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32', ...Array.from({ length: 4 + sums }, () => 'v128' as const)],
  body: [
    op.loop([
      oneRow(eight),
      advance(AT, op.get(ROW_BYTES)),
      advance(ROWS, op.i32(-1)),
      [...op.i32(0), ...op.get(ROWS), ...op.isLessUnsigned, ...op.repeatIf],
    ]),
    ...Array.from({ length: sums }, (_, k) => join(op.get(OUT), op.get(FIRST_SUM + k), op.storeV128(16 * k))),
  ],
})

/** Compiles both kernels over a memory: `slopes` writes three sums, `bends` four. */
export const instantiateEnergies = (memory: WebAssembly.Memory): { slopes: EnergyKernel; bends: EnergyKernel } => ({
  slopes: instantiate<EnergyKernel>(memory, kernelOf('sumSlopes', slopes, 3)),
  bends: instantiate<EnergyKernel>(memory, kernelOf('sumBends', bends, 4)),
})
