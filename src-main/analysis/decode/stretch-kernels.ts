import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../base/wasm/wasm-emitter.ts'

/**
 * Mixes two rows of bytes: `mixRows(upper, lower, share, to, toEnd)`, addresses in bytes. Writes 16-bit levels times
 * 256, eight at a time: up to seven more than there is room for are written behind the end.
 */
type MixKernel = (upper: number, lower: number, share: number, to: number, toEnd: number) => void

/**
 * Moves a mixed row by half a pixel: `moveRow(row, to, toEnd)`. Three numbers before the row are read, too. Writes bytes,
 * sixteen at a time, so that up to fifteen follow the end.
 */
type MoveKernel = (row: number, to: number, toEnd: number) => void

/**
 * Stretches a mixed row: `stretchRow(row, columns, to, toEnd)`. `columns` has three int32 for each written pixel: the
 * byte offsets of the pixels to its left and right in the row, and the second's share out of 256. Writes four bytes for
 * each pixel, of which the next one overwrites the last.
 */
type StretchKernel = (row: number, columns: number, to: number, toEnd: number) => void

/** Bytes that kernels may write behind the end of a row or read behind it. */
export const SLACK_BYTES = 32
/** Bytes of a pixel's entry for `stretchRow`. */
export const COLUMN_BYTES = 12
/** Bytes of a pixel in a mixed row. */
export const MIXED_PIXEL_BYTES = 6

const isBelow = (local: number, end: number): Code => [
  ...op.get(local),
  ...op.get(end),
  ...op.isLessUnsigned,
  ...op.repeatIf,
]

function makeMix(): WasmFunction {
  const [UPPER, LOWER, SHARE, TO, TO_END, FIRST, SECOND] = [0, 1, 2, 3, 4, 5, 6] as const
  return {
    name: 'mixRows',
    params: ['i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['v128', 'v128'],
    body: [
      [...op.i32(256), ...op.get(SHARE), ...op.sub, ...op.splatI16, ...op.set(FIRST)],
      [...op.get(SHARE), ...op.splatI16, ...op.set(SECOND)],
      op.loop([
        op.get(TO),
        [...op.get(UPPER), ...op.loadEightBytes(0), ...op.get(FIRST), ...op.mulI16x8],
        [...op.get(LOWER), ...op.loadEightBytes(0), ...op.get(SECOND), ...op.mulI16x8],
        [...op.addI16x8, ...op.storeV128(0)],
        advance(UPPER, op.i32(8)),
        advance(LOWER, op.i32(8)),
        advance(TO, op.i32(16)),
        isBelow(TO, TO_END),
      ]),
    ],
  }
}

const halfLevel: Code = op.constantBytes(...new Uint8Array(new Uint16Array(8).fill(128).buffer))

function makeMove(): WasmFunction {
  const [ROW, TO, TO_END, BEFORE, NOW] = [0, 1, 2, 3, 4] as const
  /** The mean of eight numbers and those one pixel before, rounded once: half of the sum, without its carry. */
  const mean = (offset: number): Code =>
    join(
      [...op.get(ROW), ...op.i32(MIXED_PIXEL_BYTES), ...op.sub, ...op.loadV128(offset), ...op.set(BEFORE)],
      [...op.get(ROW), ...op.loadV128(offset), ...op.set(NOW)],
      [...op.get(BEFORE), ...op.get(NOW), ...op.and],
      [...op.get(BEFORE), ...op.get(NOW), ...op.xor, ...op.i32(1), ...op.shiftRightI16, ...op.addI16x8],
      [...halfLevel, ...op.addI16x8, ...op.i32(8), ...op.shiftRightI16],
    )
  return {
    name: 'moveRow',
    params: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128'],
    body: [
      op.loop([
        [...op.get(TO), ...mean(0), ...mean(16), ...op.narrowToBytes, ...op.storeV128(0)],
        advance(ROW, op.i32(32)),
        advance(TO, op.i32(16)),
        isBelow(TO, TO_END),
      ]),
    ],
  }
}

function makeStretch(): WasmFunction {
  const [ROW, COLUMNS, TO, TO_END, SHARE] = [0, 1, 2, 3, 4] as const
  const pixel = (entry: number, factor: Code): Code =>
    join(
      [...op.get(ROW), ...op.get(COLUMNS), ...op.loadI32(entry), ...op.add, ...op.loadV128(0), ...op.lowUnsigned],
      [...factor, ...op.splatI32, ...op.mulI32x4],
    )
  return {
    name: 'stretchRow',
    params: ['i32', 'i32', 'i32', 'i32'],
    locals: ['i32'],
    body: [
      op.loop([
        [...op.get(COLUMNS), ...op.loadI32(8), ...op.set(SHARE)],
        op.get(TO),
        pixel(0, [...op.i32(256), ...op.get(SHARE), ...op.sub]),
        pixel(4, op.get(SHARE)),
        [...op.addI32x4, ...op.i32(1 << 15), ...op.splatI32, ...op.addI32x4],
        [...op.i32(16), ...op.shiftRightSignedI32, ...op.zeroV128, ...op.narrowToI16],
        [...op.zeroV128, ...op.narrowToBytes, ...op.storeFourBytes(0)],
        advance(COLUMNS, op.i32(COLUMN_BYTES)),
        advance(TO, op.i32(3)),
        isBelow(TO, TO_END),
      ]),
    ],
  }
}

export type StretchKernels = { mixRows: MixKernel; moveRow: MoveKernel; stretchRow: StretchKernel }

export const instantiateStretch = (memory: WebAssembly.Memory): StretchKernels => ({
  mixRows: instantiate<MixKernel>(memory, makeMix()),
  moveRow: instantiate<MoveKernel>(memory, makeMove()),
  stretchRow: instantiate<StretchKernel>(memory, makeStretch()),
})
