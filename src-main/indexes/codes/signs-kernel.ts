import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'
import { addByte, evenOnes, GROUP_ROWS, setLower, TABLE_BYTES } from './sign-sums.ts'

/** Rows are padded with zeros to a multiple of this many bytes. */
export const BYTES_AT_ONCE = 4
/**
 * Sums over the bits of rows, by tables for four bits at a time: `signs(tables, list, count, groups, groupBytes, out)`,
 * all byte addresses in the memory. `list` holds the numbers of `count` groups of rows, at least 1, 32 bits each; each
 * group has `groupBytes`. Writes 16 sums of 16 bits for each group at `out`, 32 bytes a group, in the order of the
 * rows. The sums of one byte's tables add up to at most 255, those of a row to less than 65,536.
 */
export type SignsKernel = (
  tables: number,
  list: number,
  count: number,
  groups: number,
  groupBytes: number,
  out: number,
) => void

const [TABLES, LIST, COUNT, GROUPS, GROUP_BYTES, OUT] = [0, 1, 2, 3, 4, 5]
const [TABLE_AT, GROUP_AT, GROUP_END] = [6, 7, 8]
const [BITS, LOWER, BOTH, SUM, ODD] = [9, 10, 11, 12, 13]

const oneGroup: Code = op.loop([
  ...Array.from({ length: BYTES_AT_ONCE }, (_, n) =>
    addByte([...op.get(GROUP_AT), ...op.loadV128(n * GROUP_ROWS)], n, { TABLE_AT, BITS, LOWER, BOTH, SUM, ODD }),
  ),
  advance(TABLE_AT, op.i32(BYTES_AT_ONCE * TABLE_BYTES)),
  advance(GROUP_AT, op.i32(BYTES_AT_ONCE * GROUP_ROWS)),
  op.get(GROUP_AT),
  op.get(GROUP_END),
  op.isLessUnsigned,
  op.repeatIf,
])

/** Interleaves four 16-bit numbers of each of two vectors, from a byte on. */
const inTurn = (from: number): Code =>
  op.shuffle(...[0, 2, 4, 6].flatMap((at) => [at, at + 1, at + 16, at + 17].map((byte) => byte + from)))

const outPlace: Code = [
  ...op.get(LIST),
  ...op.loadI32(0),
  ...op.i32(2 * GROUP_ROWS),
  ...op.mul,
  ...op.get(OUT),
  ...op.add,
]

const body: Code[] = [
  setLower(LOWER),
  op.loop([
    op.get(TABLES),
    op.set(TABLE_AT),
    [...op.get(LIST), ...op.loadI32(0), ...op.get(GROUP_BYTES), ...op.mul, ...op.get(GROUPS), ...op.add],
    op.set(GROUP_AT),
    [...op.get(GROUP_AT), ...op.get(GROUP_BYTES), ...op.add, ...op.set(GROUP_END)],
    [...op.zeroV128, ...op.set(SUM), ...op.zeroV128, ...op.set(ODD)],
    oneGroup,
    [...evenOnes(SUM, ODD), ...op.set(SUM)],
    [...outPlace, ...op.get(SUM), ...op.get(ODD), ...inTurn(0), ...op.storeV128(0)],
    [...outPlace, ...op.get(SUM), ...op.get(ODD), ...inTurn(8), ...op.storeV128(16)],
    advance(LIST, op.i32(4)),
    advance(COUNT, op.i32(-1)),
    op.i32(0),
    op.get(COUNT),
    op.isLessUnsigned,
    op.repeatIf,
  ]),
]

/** Compiles the kernel over a memory. */
export function instantiateSigns(memory: WebAssembly.Memory): SignsKernel {
  return instantiate<SignsKernel>(memory, {
    name: 'signs',
    params: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128', 'v128'],
    body,
  })
}
