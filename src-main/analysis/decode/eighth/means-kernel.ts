import { advance, instantiate, join, op, type Code, type WasmFunction } from '../../../wasm/wasm-emitter.ts'

/**
 * Reads the means of blocks (their DC coefficients) from the bits of a baseline scan and passes over all others:
 * `readMeans(position, limit, blocks, blocksEnd, units, out, told)`. `position` counts bits from address 0 of the
 * memory, `limit` is the bit at which they end; `units` are minimum coded units, each of the blocks described from
 * `blocks` to `blocksEnd`. For each block one int16 is written at `out`; at `told` the position after them, or
 * `FAILED` where the bits are none that an encoder writes.
 */
export type MeansKernel = (
  position: number,
  limit: number,
  blocks: number,
  blocksEnd: number,
  units: number,
  out: number,
  told: number,
) => void

export const FAILED = -1
/** Bits by which the fast tables are indexed; four look-ups take no more than the 57 bits that one load gives. */
export const FAST_BITS = 13
/** Bits by which the tables of single symbols are indexed: the longest code. */
export const CODE_BITS = 16
/** What a description of a block holds: addresses, as int32. */
export const BLOCK = { fastMean: 0, fastRest: 4, codeMean: 8, codeRest: 12, mean: 16, bytes: 20 } as const
/** Coefficients that a fast entry of the rest says where a block ends, and where it cannot say anything. */
export const STEPS = { end: 128, unknown: 255 } as const
/** Bits of a fast entry below its coefficients. */
export const LENGTH_BITS = 4
/** A fast entry of means has its difference above so many bits. */
export const DIFFERENCE_SHIFT = 8

const COEFFICIENTS = 64
const [POSITION, LIMIT, BLOCKS, BLOCKS_END, UNITS, OUT, TOLD] = [0, 1, 2, 3, 4, 5, 6]
const [BLOCK_AT, REST, ENTRY, COUNT, NEXT, SIZE, VALUE, BITS] = [7, 8, 9, 10, 11, 12, 13, 14]

const field = (offset: number): Code => [...op.get(BLOCK_AT), ...op.loadI32(offset)]
const lowBits = (count: number): Code => [...op.get(BITS), ...op.wrapI64, ...op.i32(2 ** count - 1), ...op.andI32]
const drop = (count: Code): Code => [...op.get(BITS), ...count, ...op.extendToI64, ...op.shiftRightI64, ...op.set(BITS)]
const reload: Code = join(
  [...op.get(POSITION), ...op.i32(3), ...op.shiftRight, ...op.loadI64(0), ...op.set(BITS)],
  drop([...op.get(POSITION), ...op.i32(7), ...op.andI32]),
)
const fail: Code = [...op.get(TOLD), ...op.i32(FAILED), ...op.storeI32(0), ...op.end]

/** An entry of a table of single symbols: its length above its symbol. */
const readCode = (table: number): Code =>
  join(
    [...field(table), ...lowBits(CODE_BITS), ...op.i32(1), ...op.shiftLeft, ...op.add, ...op.loadU16(0)],
    op.set(ENTRY),
    [...op.get(ENTRY), ...op.isZero, ...op.when([fail])],
    drop([...op.get(ENTRY), ...op.i32(8), ...op.shiftRight]),
    advance(POSITION, [...op.get(ENTRY), ...op.i32(8), ...op.shiftRight]),
  )

/** The lowest SIZE bits as a number, first bit highest; negative where that is 0 (T.81, F.2.2.1, EXTEND). */
const readValue: Code = join(
  [...op.i32(0), ...op.set(VALUE), ...op.get(SIZE), ...op.set(COUNT)],
  op.loop([
    [...op.get(VALUE), ...op.i32(1), ...op.shiftLeft, ...lowBits(1), ...op.orI32, ...op.set(VALUE)],
    drop(op.i32(1)),
    [...advance(COUNT, op.i32(-1)), ...op.get(COUNT), ...op.repeatIf],
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
  [...op.get(ENTRY), ...op.i32(15), ...op.andI32, ...op.set(SIZE), ...op.i32(0), ...op.set(VALUE)],
  [...op.get(SIZE), ...op.when([readValue])],
  reload,
)

const readMean: Code = join(
  reload,
  [...field(BLOCK.fastMean), ...lowBits(FAST_BITS), ...op.i32(2), ...op.shiftLeft, ...op.add, ...op.loadI32(0)],
  op.set(ENTRY),
  op.block([
    op.block([
      [...op.get(ENTRY), ...op.isZero, ...op.leaveIf(0)],
      [...op.get(ENTRY), ...op.i32(DIFFERENCE_SHIFT), ...op.shiftRightSigned, ...op.set(VALUE)],
      [...op.get(ENTRY), ...op.i32(2 ** DIFFERENCE_SHIFT - 1), ...op.andI32, ...op.set(SIZE)],
      drop(op.get(SIZE)),
      advance(POSITION, op.get(SIZE)),
      op.leave(1),
    ]),
    slowMean,
  ]),
  [...field(BLOCK.mean), ...op.loadI32(0), ...op.get(VALUE), ...op.add, ...op.set(VALUE)],
  [...field(BLOCK.mean), ...op.get(VALUE), ...op.storeI32(0)],
  [...op.get(OUT), ...op.get(VALUE), ...op.storeI16(0)],
  advance(OUT, op.i32(2)),
)

/** Passes over the coefficients of one fast entry; leaves the block around where that may be the last. */
const passSome: Code = join(
  [...op.get(REST), ...lowBits(FAST_BITS), ...op.i32(1), ...op.shiftLeft, ...op.add, ...op.loadU16(0)],
  op.set(ENTRY),
  [...op.get(COUNT), ...op.get(ENTRY), ...op.i32(LENGTH_BITS), ...op.shiftRight, ...op.add, ...op.set(NEXT)],
  [...op.get(NEXT), ...op.i32(COEFFICIENTS), ...op.isAtLeastUnsigned, ...op.leaveIf(0)],
  [...op.get(ENTRY), ...op.i32(2 ** LENGTH_BITS - 1), ...op.andI32, ...op.set(SIZE)],
  drop(op.get(SIZE)),
  advance(POSITION, op.get(SIZE)),
  [...op.get(NEXT), ...op.set(COUNT)],
)

/** True where the entry's symbols reach exactly to the end of the block, or to its end-of-block symbol before that. */
const isLastOfBlock: Code = join(
  [...op.get(NEXT), ...op.i32(COEFFICIENTS), ...op.isEqual],
  [...op.get(NEXT), ...op.i32(STEPS.end), ...op.sub, ...op.i32(COEFFICIENTS), ...op.isLessUnsigned],
  op.orI32,
)

/** One symbol, where several at once would reach into the next block or are too long; the loop is one around. */
const passOne: Code[] = [
  reload,
  readCode(BLOCK.codeRest),
  [...op.get(ENTRY), ...op.i32(15), ...op.andI32, ...op.set(SIZE)],
  [...op.get(ENTRY), ...op.i32(4), ...op.shiftRight, ...op.i32(15), ...op.andI32, ...op.set(NEXT)],
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
  [...op.i32(1), ...op.set(COUNT), ...field(BLOCK.fastRest), ...op.set(REST)],
  op.block([
    op.loop([
      op.block([passSome, passSome, passSome, reload, op.leave(1)]),
      isLastOfBlock,
      op.when([advance(POSITION, [...op.get(ENTRY), ...op.i32(2 ** LENGTH_BITS - 1), ...op.andI32]), op.leave(2)]),
      ...passOne,
    ]),
  ]),
)

const kernel: WasmFunction = {
  name: 'readMeans',
  params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  locals: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i64'],
  body: [
    op.loop([
      [...op.get(BLOCKS), ...op.set(BLOCK_AT)],
      op.loop([
        readMean,
        passRest,
        advance(BLOCK_AT, op.i32(BLOCK.bytes)),
        [...op.get(BLOCK_AT), ...op.get(BLOCKS_END), ...op.isLessUnsigned, ...op.repeatIf],
      ]),
      [...op.get(POSITION), ...op.get(LIMIT), ...op.isGreaterUnsigned, ...op.when([fail])],
      [...advance(UNITS, op.i32(-1)), ...op.get(UNITS), ...op.repeatIf],
    ]),
    [...op.get(TOLD), ...op.get(POSITION), ...op.storeI32(0)],
  ],
}

/** Compiles the kernel over a memory. */
export const instantiateMeans = (memory: WebAssembly.Memory): MeansKernel => instantiate<MeansKernel>(memory, kernel)
