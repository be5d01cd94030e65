import { LUMA_UNIT } from '../../photo/photo.ts'
import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../../base/wasm/wasm-emitter.ts'

/**
 * Reads blocks from the bits of a baseline scan, each as a square of at most 4 x 4 pixels: the mean (DC) and the first
 * other coefficients, as many as the block's description says, each added as a small picture. Later coefficients are
 * skipped, several at once.
 * `readPlanes(position, limit, blocks, blocksEnd, units, result)`: `position` counts bits from address 0 of the memory,
 * and `limit` is the bit at which they end. `units` are minimum coded units, each with the blocks described from
 * `blocks` to `blocksEnd`. A description's `out` advances by its `step` for each unit. The position after the units is
 * written at `result`, or `FAILED` for bits that no encoder writes.
 */
export type PlanesKernel = (
  position: number,
  limit: number,
  blocks: number,
  blocksEnd: number,
  units: number,
  result: number,
) => void

export const FAILED = -1
/** Bits in the index of the fast tables; four lookups take no more than the 57 bits of one load. */
export const FAST_BITS = { means: 10, kept: 11, rest: 13 } as const
/** Rows and columns of a block as stored, in place of eight. */
export type Scale = 1 | 2 | 3 | 4
/** Bits in the index of the tables of single symbols: the longest code. */
export const CODE_BITS = 16
/**
 * A description of a block, as int32. Addresses of: tables, the component's last mean, its small pictures (16 float32
 * for each kept coefficient, the mean first) and its output rows. Then the bytes between two rows and between two
 * units, and the number of kept coefficients, 25 at most.
 */
export const BLOCK = {
  fastMean: 0,
  fastKept: 4,
  fastRest: 8,
  codeMean: 12,
  codeRest: 16,
  mean: 20,
  pictures: 24,
  out: 28,
  stride: 32,
  step: 36,
  kept: 40,
  bytes: 48,
} as const
/** Coefficients of a fast entry at the end of a block, and of an entry without information. */
export const STEPS = { end: 128, unknown: 255 } as const
/** Bits below the number of coefficients in a fast entry for the other coefficients. */
export const LENGTH_BITS = 4
/** Bits below the difference in a fast entry for means. */
export const DIFFERENCE_SHIFT = 8
/** Bits below the number of coefficients in a fast entry for kept ones, and below the value. */
export const KEPT_SHIFT = { steps: 5, value: 13 } as const
/** A pixel is its level, 0 to 255, times this. */
export const LEVEL = LUMA_UNIT

const COEFFICIENTS = 64
/** Coefficients looked up without a new load; with the mean they take no more bits than one load gives. */
const KEPT_AT_ONCE = 4
const PICTURE_BYTES = 64
const [POSITION, LIMIT, BLOCKS, BLOCKS_END, UNITS, RESULT] = [0, 1, 2, 3, 4, 5]
const [BLOCK_AT, TABLE, ENTRY, COUNT, NEXT, SIZE, VALUE, KEPT, PICTURES, BITS] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
const FACTOR = 16
/** The rows of a block, each of four pixels. */
const ROWS = [17, 18, 19, 20] as const
/** Rows and columns of a block, at most four. */
type Rows = readonly number[]

const field = (offset: number): Code => [...op.get(BLOCK_AT), ...op.loadI32(offset)]
const lowBits = (count: number): Code => [...op.get(BITS), ...op.wrapI64, ...op.i32(2 ** count - 1), ...op.andI32]
const drop = (count: Code): Code => [...op.get(BITS), ...count, ...op.extendToI64, ...op.shiftRightI64, ...op.set(BITS)]
const reload: Code = join(
  [...op.get(POSITION), ...op.i32(3), ...op.shiftRight, ...op.loadI64(0), ...op.set(BITS)],
  drop([...op.get(POSITION), ...op.i32(7), ...op.andI32]),
)
const take = (count: Code): Code => join(drop(count), advance(POSITION, count))
const fail: Code = [...op.get(RESULT), ...op.i32(FAILED), ...op.storeI32(0), ...op.end]

/** An entry of a table of single symbols: its length above its symbol. */
const readCode = (table: number): Code =>
  join(
    [...field(table), ...lowBits(CODE_BITS), ...op.i32(1), ...op.shiftLeft, ...op.add, ...op.loadU16(0)],
    op.set(ENTRY),
    [...op.get(ENTRY), ...op.isZero, ...op.when([fail])],
    take([...op.get(ENTRY), ...op.i32(8), ...op.shiftRight]),
    [...op.get(ENTRY), ...op.i32(15), ...op.andI32, ...op.set(SIZE)],
  )

/** The lowest SIZE bits as a number, first bit highest; negative where that is 0 (T.81, F.2.2.1, EXTEND). */
const readValue: Code = join(
  [...op.i32(0), ...op.set(VALUE), ...op.get(SIZE), ...op.set(NEXT)],
  op.loop([
    [...op.get(VALUE), ...op.i32(1), ...op.shiftLeft, ...lowBits(1), ...op.orI32, ...op.set(VALUE)],
    drop(op.i32(1)),
    [...advance(NEXT, op.i32(-1)), ...op.get(NEXT), ...op.repeatIf],
  ]),
  advance(POSITION, op.get(SIZE)),
  [...op.get(VALUE), ...op.get(SIZE), ...op.i32(1), ...op.sub, ...op.shiftRight, ...op.isZero],
  op.when([
    [...op.get(VALUE), ...op.i32(1), ...op.add, ...op.i32(1), ...op.get(SIZE), ...op.shiftLeft, ...op.sub],
    op.set(VALUE),
  ]),
)

/** A difference whose code and bits are longer than a fast entry. */
const slowMean: Code = join(
  readCode(BLOCK.codeMean),
  [...op.i32(0), ...op.set(VALUE)],
  [...op.get(SIZE), ...op.when([readValue])],
  reload,
)

/** An entry of a fast table of 32-bit numbers. */
const lookUp = (table: Code, bits: number): Code =>
  join([...table, ...lowBits(bits), ...op.i32(2), ...op.shiftLeft, ...op.add, ...op.loadI32(0)], op.set(ENTRY))
const entryPart = (shift: number, mask: number): Code => [
  ...op.get(ENTRY),
  ...(shift === 0 ? [] : [...op.i32(shift), ...op.shiftRight]),
  ...op.i32(mask),
  ...op.andI32,
]
const entryAbove = (shift: number): Code => [...op.get(ENTRY), ...op.i32(shift), ...op.shiftRightSigned]

/** The mean of a block, to which the other coefficients are added. */
const readMean: Code = join(
  reload,
  lookUp(field(BLOCK.fastMean), FAST_BITS.means),
  op.block([
    op.block([
      [...op.get(ENTRY), ...op.isZero, ...op.leaveIf(0)],
      [...entryAbove(DIFFERENCE_SHIFT), ...op.set(VALUE)],
      [...entryPart(0, 2 ** DIFFERENCE_SHIFT - 1), ...op.set(SIZE)],
      take(op.get(SIZE)),
      op.leave(1),
    ]),
    slowMean,
  ]),
  [...field(BLOCK.mean), ...field(BLOCK.mean), ...op.loadI32(0), ...op.get(VALUE), ...op.add, ...op.set(VALUE)],
  [...op.get(VALUE), ...op.storeI32(0)],
)

const four = (number: number): Code =>
  op.constantBytes(...new Uint8Array(Float32Array.of(number, number, number, number).buffer))
/** Adds a half, so that truncation rounds. */
const MIDDLE = four(128 * LEVEL + 0.5)
const splatValue: Code = [...op.get(VALUE), ...op.splatI32, ...op.toF32x4, ...op.set(FACTOR)]
const changed = (row: number, picture: Code): Code => [
  ...op.get(FACTOR),
  ...picture,
  ...op.loadV128(16 * row),
  ...op.mulF32x4,
]

const startRows = (rows: Rows): Code =>
  join(
    splatValue,
    ...rows.map((local, row) => [...MIDDLE, ...changed(row, op.get(PICTURES)), ...op.addF32x4, ...op.set(local)]),
  )

/** Adds the small picture of the coefficient NEXT - 1; SIZE holds its address. */
const addPicture = (rows: Rows): Code =>
  join(
    [...op.get(PICTURES), ...op.get(NEXT), ...op.i32(Math.log2(PICTURE_BYTES)), ...op.shiftLeft, ...op.add],
    [...op.i32(PICTURE_BYTES), ...op.sub, ...op.set(SIZE)],
    splatValue,
    ...rows.map((local, row) => [...op.get(local), ...changed(row, op.get(SIZE)), ...op.addF32x4, ...op.set(local)]),
  )

/** One kept coefficient; leaves the enclosing block if there is none or the entry has no information. */
const keepOne = (rows: Rows): Code =>
  join(
    lookUp(op.get(TABLE), FAST_BITS.kept),
    [...op.get(COUNT), ...entryPart(KEPT_SHIFT.steps, 255), ...op.add, ...op.set(NEXT)],
    [...op.get(NEXT), ...op.get(KEPT), ...op.isGreaterUnsigned, ...op.leaveIf(0)],
    take(entryPart(0, 2 ** KEPT_SHIFT.steps - 1)),
    [...entryAbove(KEPT_SHIFT.value), ...op.set(VALUE)],
    addPicture(rows),
    [...op.get(NEXT), ...op.set(COUNT)],
  )

/**
 * The first coefficients, in a loop. It leaves the enclosing block for skipped coefficients, and the next outer block
 * at the end of all.
 */
const keepSome = (rows: Rows): Code[] => [
  op.block([...Array.from({ length: KEPT_AT_ONCE }, () => keepOne(rows)), reload, op.leave(1)]),
  [...op.get(NEXT), ...op.get(COUNT), ...op.sub, ...op.i32(STEPS.unknown), ...op.isNotEqual],
  op.when([
    take(entryPart(0, 2 ** KEPT_SHIFT.steps - 1)),
    [...op.get(NEXT), ...op.i32(STEPS.end), ...op.isAtLeastUnsigned, ...op.leaveIf(3)],
    reload,
    [...op.get(NEXT), ...op.set(COUNT), ...op.leave(2)],
  ]),
  reload,
  readCode(BLOCK.codeRest),
  [...entryPart(4, 15), ...op.get(COUNT), ...op.add, ...op.i32(1), ...op.add, ...op.set(COUNT)],
  [...op.get(SIZE), ...op.isZero],
  op.when([
    [...entryPart(4, 15), ...op.isZero, ...op.leaveIf(3)], // the end of the block
    [...entryPart(4, 15), ...op.i32(15), ...op.isNotEqual, ...op.when([fail])],
  ]),
  [...op.get(SIZE)],
  op.when([
    readValue,
    [...op.get(COUNT), ...op.set(NEXT)],
    [...op.get(COUNT), ...op.get(KEPT), ...op.isGreaterUnsigned, ...op.isZero, ...op.when([addPicture(rows)])],
  ]),
  reload,
  [...op.get(COUNT), ...op.get(KEPT), ...op.isLessUnsigned, ...op.leaveIf(0)],
]

/** Skips the coefficients of one fast entry; leaves the enclosing block if that may be the last. */
const skipSome: Code = join(
  [...op.get(TABLE), ...lowBits(FAST_BITS.rest), ...op.i32(1), ...op.shiftLeft, ...op.add, ...op.loadU16(0)],
  op.set(ENTRY),
  [...op.get(COUNT), ...op.get(ENTRY), ...op.i32(LENGTH_BITS), ...op.shiftRight, ...op.add, ...op.set(NEXT)],
  [...op.get(NEXT), ...op.i32(COEFFICIENTS), ...op.isAtLeastUnsigned, ...op.leaveIf(0)],
  take(entryPart(0, 2 ** LENGTH_BITS - 1)),
  [...op.get(NEXT), ...op.set(COUNT)],
)

/** True if the entry's symbols end exactly at the end of the block, or at an earlier end-of-block symbol. */
const isLastOfBlock: Code = join(
  [...op.get(NEXT), ...op.i32(COEFFICIENTS), ...op.isEqual],
  [...op.get(NEXT), ...op.i32(STEPS.end), ...op.sub, ...op.i32(COEFFICIENTS), ...op.isLessUnsigned],
  op.orI32,
)

/** One symbol, if several at once would reach into the next block or are too long; the loop encloses it. */
const skipOne: Code[] = [
  reload,
  readCode(BLOCK.codeRest),
  [...entryPart(4, 15), ...op.set(NEXT)],
  [...op.get(SIZE), ...op.isZero],
  op.when([
    [...op.get(NEXT), ...op.isZero, ...op.leaveIf(2)], // the end of the block
    [...op.get(NEXT), ...op.i32(15), ...op.isNotEqual, ...op.when([fail])],
  ]),
  advance(POSITION, op.get(SIZE)),
  advance(COUNT, [...op.get(NEXT), ...op.i32(1), ...op.add]),
  [...op.get(COUNT), ...op.i32(COEFFICIENTS), ...op.isGreaterUnsigned, ...op.when([fail])],
  [...op.get(COUNT), ...op.i32(COEFFICIENTS), ...op.isEqual, ...op.leaveIf(1)],
  reload,
  op.leave(0),
]

const passRest: Code = join(
  [...field(BLOCK.fastRest), ...op.set(TABLE)],
  op.block([
    op.loop([
      op.block([skipSome, skipSome, skipSome, reload, op.leave(1)]),
      isLastOfBlock,
      op.when([advance(POSITION, entryPart(0, 2 ** LENGTH_BITS - 1)), op.leave(2)]),
      ...skipOne,
    ]),
  ]),
)

const readRest = (rows: Rows): Code =>
  join(
    [...op.i32(1), ...op.set(COUNT), ...field(BLOCK.kept), ...op.set(KEPT)],
    op.block([
      op.block([
        [...op.get(KEPT), ...op.i32(1), ...op.isEqual, ...op.leaveIf(0)],
        [...field(BLOCK.fastKept), ...op.set(TABLE)],
        op.loop(keepSome(rows)),
      ]),
      passRest,
    ]),
  )

const clamped = (first: number, second: number): Code =>
  join(
    [...op.get(first), ...op.truncateF32x4, ...op.get(second), ...op.truncateF32x4, ...op.narrowToI16],
    [...op.zeroV128, ...op.maxI16x8],
    [...op.constantBytes(...new Uint8Array(new Int16Array(8).fill(255 * LEVEL).buffer)), ...op.minI16x8],
    op.set(FACTOR),
  )
const storeRow = (half: 0 | 1): Code =>
  join([...op.get(NEXT), ...op.get(FACTOR), ...op.storeHalf(half, 0)], advance(NEXT, op.get(SIZE)))

/** Rows of four pixels; if fewer are wanted, blocks beside and below overwrite the rest later. */
const storeRows = (rows: Rows): Code =>
  join(
    [...field(BLOCK.out), ...op.set(NEXT), ...field(BLOCK.stride), ...op.set(SIZE)],
    ...rows.map((local, row) =>
      row % 2 === 0 ? join(clamped(local, rows[row + 1] ?? local), storeRow(0)) : storeRow(1),
    ),
    [...op.get(BLOCK_AT), ...field(BLOCK.out), ...field(BLOCK.step), ...op.add, ...op.storeI32(BLOCK.out)],
  )

const makeKernel = (rows: Rows): WasmFunction => ({
  name: 'readPlanes',
  params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  locals: [
    ...Array.from({ length: 9 }, () => 'i32' as const),
    'i64',
    ...Array.from({ length: 1 + rows.length }, () => 'v128' as const),
  ],
  body: [
    op.loop([
      [...op.get(BLOCKS), ...op.set(BLOCK_AT)],
      op.loop([
        readMean,
        [...field(BLOCK.pictures), ...op.set(PICTURES)],
        startRows(rows),
        readRest(rows),
        storeRows(rows),
        advance(BLOCK_AT, op.i32(BLOCK.bytes)),
        [...op.get(BLOCK_AT), ...op.get(BLOCKS_END), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
      [...op.get(POSITION), ...op.get(LIMIT), ...op.isGreaterUnsigned, ...op.when([fail])],
      [...advance(UNITS, op.i32(-1)), ...op.get(UNITS), ...op.repeatIf],
    ]),
    [...op.get(RESULT), ...op.get(POSITION), ...op.storeI32(0)],
  ],
})

/** Compiles the kernel over a memory, for blocks of at most `rows` rows. */
export const instantiatePlanes = (memory: WebAssembly.Memory, rows: Scale): PlanesKernel =>
  instantiate<PlanesKernel>(memory, makeKernel(ROWS.slice(0, rows)))
