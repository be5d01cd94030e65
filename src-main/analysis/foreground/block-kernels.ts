import { advance, instantiate, op, type Code, type WasmFunction } from '../../base/wasm/wasm-emitter.ts'

/**
 * Adds rows of bytes to one of 16-bit sums: `sumRows(rows, rowBytes, rowsEnd, to, toEnd)`, addresses in bytes; at most
 * 257 rows. Reads eight bytes at a time, beyond the end of a row as well.
 */
export type SumRowsKernel = (rows: number, rowBytes: number, rowsEnd: number, to: number, toEnd: number) => void

/**
 * The rounded means of blocks in a row of such sums: `meanOfBlocks(sums, blockBytes, count, to, toEnd)`. `count` is the
 * number of pixels that are summed in a block. Writes four bytes for each pixel, of which the next one overwrites the
 * last.
 */
export type MeanKernel = (sums: number, blockBytes: number, count: number, to: number, toEnd: number) => void

/** Bytes that kernels may read or write behind an end. */
export const SLACK_BYTES = 16
/** Bytes of a pixel in a row of sums. */
export const SUM_BYTES = 6

const untilEnd = (local: number, end: number): Code => [
  ...op.get(local),
  ...op.get(end),
  ...op.isLessUnsigned,
  ...op.repeatIf,
]

function makeSumRows(): WasmFunction {
  const [ROWS, ROW_BYTES, ROWS_END, TO, TO_END, ROW, SUM] = [0, 1, 2, 3, 4, 5, 6] as const
  return {
    name: 'sumRows',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'v128'],
    body: [
      op.loop([
        [...op.zeroV128, ...op.set(SUM), ...op.get(ROWS), ...op.set(ROW)],
        op.loop([
          [...op.get(SUM), ...op.get(ROW), ...op.loadEightBytes(0), ...op.addI16x8, ...op.set(SUM)],
          advance(ROW, op.get(ROW_BYTES)),
          untilEnd(ROW, ROWS_END),
        ]),
        [...op.get(TO), ...op.get(SUM), ...op.storeV128(0)],
        advance(ROWS, op.i32(8)),
        advance(TO, op.i32(16)),
        untilEnd(TO, TO_END),
      ]),
    ],
  }
}

function makeMean(): WasmFunction {
  const [SUMS, BLOCK_BYTES, COUNT, TO, TO_END, END, SUM, COUNTS] = [0, 1, 2, 3, 4, 5, 6, 7] as const
  return {
    name: 'meanOfBlocks',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'v128', 'v128'],
    body: [
      [...op.get(COUNT), ...op.splatI32, ...op.toF32x4, ...op.set(COUNTS)],
      op.loop([
        [...op.zeroV128, ...op.set(SUM)],
        [...op.get(SUMS), ...op.get(BLOCK_BYTES), ...op.add, ...op.set(END)],
        op.loop([
          [...op.get(SUM), ...op.get(SUMS), ...op.loadV128(0), ...op.lowUnsigned, ...op.addI32x4, ...op.set(SUM)],
          advance(SUMS, op.i32(SUM_BYTES)),
          untilEnd(SUMS, END),
        ]),
        [...op.get(TO), ...op.get(SUM), ...op.toF32x4, ...op.get(COUNTS), ...op.divF32x4],
        [...op.fourF32(0.5), ...op.addF32x4, ...op.truncateF32x4],
        [...op.zeroV128, ...op.narrowToI16, ...op.zeroV128, ...op.narrowToBytes, ...op.storeFourBytes(0)],
        advance(TO, op.i32(3)),
        untilEnd(TO, TO_END),
      ]),
    ],
  }
}

export type BlockKernels = { sumRows: SumRowsKernel; meanOfBlocks: MeanKernel }

export const instantiateBlocks = (memory: WebAssembly.Memory): BlockKernels => ({
  sumRows: instantiate<SumRowsKernel>(memory, makeSumRows()),
  meanOfBlocks: instantiate<MeanKernel>(memory, makeMean()),
})
