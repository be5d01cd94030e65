import { advance, instantiate, op, type Code } from '../../base/wasm/wasm-emitter.ts'

/** Slots are padded with zeros to a multiple of this many bytes. */
export const CHECKED_AT_ONCE = 16
/** Lanes of 16-bit numbers that are added in parallel, and of their 32-bit sums. */
const LANES = CHECKED_AT_ONCE / 2
export const SUMS = 2 * LANES
/** Of a slot's first bytes only the length is checked here: the caller knows the id and the check itself. */
const [FIRST, LENGTH_WORD] = [16, 2]

/**
 * Adds 16-bit numbers in eight lanes of 32 bits, and also the sums before each addition (Fletcher 1982): `sums(at, end,
 * out)`, byte addresses, `end` at least 16 beyond `at`. Writes sixteen numbers at `out`. Nothing overflows below some
 * 360 additions a lane, that is in vectors of 2,900 numbers, so swapped bytes never cancel out.
 */
export type SumsKernel = (at: number, end: number, out: number) => void

const [AT, END, OUT, LINE, LOW, LOWS, HIGH, HIGHS] = [0, 1, 2, 3, 4, 5, 6, 7]

const addTo = (sum: number, what: Code): Code => [...what, ...op.get(sum), ...op.addI32x4, ...op.set(sum)]
const addHalf = (widen: Code, sum: number, sums: number): Code => [
  ...addTo(sum, [...op.get(LINE), ...widen]),
  ...addTo(sums, op.get(sum)),
]

const oneLine: Code = op.loop([
  [...op.get(AT), ...op.loadV128(0), ...op.set(LINE)],
  addHalf(op.lowUnsigned, LOW, LOWS),
  addHalf(op.highUnsigned, HIGH, HIGHS),
  advance(AT, op.i32(CHECKED_AT_ONCE)),
  [...op.get(AT), ...op.get(END), ...op.isLessUnsigned, ...op.repeatIf],
])

export function instantiateSums(memory: WebAssembly.Memory): SumsKernel {
  const write = (sum: number, place: number): Code => [
    ...op.get(OUT),
    ...op.get(sum),
    ...op.storeV128(place * CHECKED_AT_ONCE),
  ]
  return instantiate<SumsKernel>(memory, {
    name: 'sums',
    params: ['i32', 'i32', 'i32'],
    locals: ['v128', 'v128', 'v128', 'v128', 'v128'],
    body: [oneLine, ...[LOW, HIGH, LOWS, HIGHS].map(write)],
  })
}

/** The sums of a slot, computed in plain code. */
export function sumsOf(slot: Uint8Array): Int32Array {
  const numbers = new Uint16Array(slot.buffer, slot.byteOffset, slot.length / 2)
  const sums = new Int32Array(SUMS)
  for (let at = FIRST / 2; at < numbers.length; at += LANES)
    for (let lane = 0; lane < LANES; lane++) {
      sums[lane]! += numbers[at + lane]!
      sums[LANES + lane]! += sums[lane]!
    }
  return sums
}

/** A 32-bit check of a slot from its sums: any change of a few bits changes it, others nearly always do. */
export function checkOf(words: Int32Array, sums: Int32Array): number {
  let check = mixed(0x6c756d61, words[0]!)
  check = mixed(check, words[LENGTH_WORD]!)
  check = mixed(check, words[LENGTH_WORD + 1]!)
  for (let n = 0; n < SUMS; n++) check = mixed(check, sums[n]!)
  return check
}

function mixed(check: number, word: number): number {
  const next = Math.imul(check ^ word, 0x9e3779b1)
  return next ^ (next >>> 15)
}
