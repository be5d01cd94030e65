import { advance, instantiate, op, type Code } from '../../wasm/wasm-emitter.ts'

/** Slots are a multiple of so many bytes long, padded with zeros. */
export const CHECKED_AT_ONCE = 16
const LANES = CHECKED_AT_ONCE / 4
/** Of a slot's first bytes only the length is looked at: the id and the check itself are told. */
const [FIRST, LENGTH_WORD] = [16, 2]

/**
 * Adds up 32-bit numbers in four lanes, and what was added up before each (Fletcher 1982): `sums(at, end, out)`, byte
 * addresses, `end` being at least 16 beyond `at`. Eight numbers are written at `out`.
 */
export type SumsKernel = (at: number, end: number, out: number) => void

const [AT, END, OUT, SUM, SUMS] = [0, 1, 2, 3, 4]

const oneLine: Code = op.loop([
  [...op.get(SUM), ...op.get(AT), ...op.loadV128(0), ...op.addI32x4, ...op.set(SUM)],
  [...op.get(SUMS), ...op.get(SUM), ...op.addI32x4, ...op.set(SUMS)],
  advance(AT, op.i32(CHECKED_AT_ONCE)),
  [...op.get(AT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
])

export function instantiateSums(memory: WebAssembly.Memory): SumsKernel {
  return instantiate<SumsKernel>(memory, {
    name: 'sums',
    params: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128'],
    body: [
      oneLine,
      [...op.get(OUT), ...op.get(SUM), ...op.storeV128(0)],
      [...op.get(OUT), ...op.get(SUMS), ...op.storeV128(CHECKED_AT_ONCE)],
    ],
  })
}

/** The sums of a slot as plain code makes them. */
export function sumsOf(slot: Uint8Array): Int32Array {
  const words = new Int32Array(slot.buffer, slot.byteOffset, slot.length / 4)
  const sums = new Int32Array(2 * LANES)
  for (let at = FIRST / 4; at < words.length; at += LANES)
    for (let lane = 0; lane < LANES; lane++) {
      sums[lane]! += words[at + lane]!
      sums[LANES + lane]! += sums[lane]!
    }
  return sums
}

/**
 * A check of 32 bits of all that a slot holds, given its sums: each change of a few bits changes it, others nearly
 * always.
 */
export function checkOf(words: Int32Array, sums: Int32Array): number {
  let check = mixed(0x6c756d61, words[0]!)
  check = mixed(check, words[LENGTH_WORD]!)
  check = mixed(check, words[LENGTH_WORD + 1]!)
  for (let n = 0; n < 2 * LANES; n++) check = mixed(check, sums[n]!)
  return check
}

function mixed(check: number, word: number): number {
  const next = Math.imul(check ^ word, 0x9e3779b1)
  return next ^ (next >>> 15)
}
