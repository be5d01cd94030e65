import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Lengths are padded with zeros to a multiple of this many floats. */
export const FLOATS_AT_ONCE = 16
const STEP_BYTES = FLOATS_AT_ONCE * 4

/**
 * Dot products of one vector of 32-bit floats with rows of them: `dots(vector, rows, rowBytes, count, out)`, all byte
 * addresses in the memory. `count` is at least 1. Writes one float for each row at `out`.
 */
export type DotsKernel = (vector: number, rows: number, rowBytes: number, count: number, out: number) => void

const [VECTOR, ROWS, ROW_BYTES, COUNT, OUT, POSITION] = [0, 1, 2, 3, 4, 5]
const SUMS = [6, 7, 8, 9]

const at = (local: number): Code => [...op.get(local), ...op.get(POSITION), ...op.add]

/** Four products for each sum, and four sums, so that no addition waits for the one before it. */
const accumulate = (sum: number, n: number): Code => [
  ...op.get(sum),
  ...at(VECTOR),
  ...op.loadV128(n * 16),
  ...at(ROWS),
  ...op.loadV128(n * 16),
  ...op.mulF32x4,
  ...op.addF32x4,
  ...op.set(sum),
]

const oneRow: Code = op.loop([
  ...SUMS.map(accumulate),
  advance(POSITION, op.i32(STEP_BYTES)),
  op.get(POSITION),
  op.get(ROW_BYTES),
  op.isLessUnsigned,
  op.repeatIf,
])

const [first, second, third, fourth] = SUMS.map((sum) => op.get(sum)) as [Code, Code, Code, Code]
const addedUp: Code = [...first, ...second, ...op.addF32x4, ...third, ...fourth, ...op.addF32x4, ...op.addF32x4]
const lane = (index: number): Code => [...op.get(SUMS[0]!), ...op.laneF32(index)]

const body: Code[] = [
  op.loop([
    op.i32(0),
    op.set(POSITION),
    ...SUMS.map((sum) => [...op.zeroV128, ...op.set(sum)]),
    oneRow,
    [...addedUp, ...op.set(SUMS[0]!)],
    op.get(OUT),
    [...lane(0), ...lane(1), ...op.addF32, ...lane(2), ...lane(3), ...op.addF32, ...op.addF32],
    op.storeF32(0),
    advance(ROWS, op.get(ROW_BYTES)),
    advance(OUT, op.i32(4)),
    advance(COUNT, op.i32(-1)),
    op.i32(0),
    op.get(COUNT),
    op.isLessUnsigned,
    op.repeatIf,
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateDots(memory: WebAssembly.Memory): DotsKernel {
  return instantiate<DotsKernel>(memory, {
    name: 'dots',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'v128', 'v128', 'v128', 'v128'],
    body,
  })
}
