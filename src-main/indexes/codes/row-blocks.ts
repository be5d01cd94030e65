import { ROW_LEVELS } from '../scan/quantise.ts'
import {
  BLOCK_ROWS,
  HIGHEST,
  highestOf,
  numberAt,
  numbersOfRow,
  type Parts,
  type RowLayout,
  type RowNumber,
} from './row-layout.ts'
import { SIGN_BYTES_AT_ONCE } from './row-signs-kernel.ts'
import { GROUP_ROWS } from './sign-sums.ts'

const PAGE = 65_536
const MAX_GROWTH_PAGES = 1024
/** Growing memory gets room for this share more than is needed. */
const SHARE_MORE = 0.25

/**
 * The codes of vectors by row (0, 1, 2, …), in blocks (`row-layout.ts`) of a memory that threads can share. A head
 * takes a byte a number, a rest one bit a number: its sign after a random rotation (RaBitQ, Gao and Long 2024).
 */
export class RowBlocks {
  readonly layout: RowLayout
  readonly memory: WebAssembly.Memory
  /** Address of the first block; the memory before it belongs to searches. */
  readonly at: number
  readonly #highest: Readonly<Record<RowNumber, number>>

  constructor(layout: RowLayout, scratchBytes: number) {
    this.layout = layout
    this.at = Math.ceil(scratchBytes / PAGE) * PAGE
    this.memory = new WebAssembly.Memory({ initial: this.at / PAGE, maximum: PAGE, shared: true })
    this.#highest = highestOf(layout.headSize)
  }

  /** Memory held, in bytes. */
  get bytes(): number {
    return this.memory.buffer.byteLength
  }

  /** Makes room for exactly this many rows. */
  reserve(rows: number): void {
    this.#reserve(rows, 0)
  }

  /** The bytes of the first rows, in whole blocks. A write may move them. */
  view(rows: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.at, Math.ceil(rows / BLOCK_ROWS) * this.layout.blockBytes)
  }

  write(row: number, parts: Parts): void {
    this.#reserve(row + 1, SHARE_MORE)
    this.#writeHead(row, parts.head)
    this.#writeRest(row, parts)
  }

  move(from: number, to: number): void {
    const { headBytes, signBytes } = this.layout
    const bytes = new Uint8Array(this.memory.buffer)
    const [headFrom, headTo] = [this.#headOf(from, headBytes), this.#headOf(to, headBytes)]
    bytes.copyWithin(headTo, headFrom, headFrom + headBytes)
    for (const name of numbersOfRow)
      bytes.copyWithin(this.#numberOf(to, name), this.#numberOf(from, name), this.#numberOf(from, name) + 2)
    for (let byte = 0; byte < signBytes; byte++) bytes[this.#signsOf(to, byte)] = bytes[this.#signsOf(from, byte)]!
  }

  #writeHead(row: number, [common, ...head]: Float32Array): void {
    this.#set(row, 'common', 1 + common!, Math.round)
    let largest = 0
    for (const value of head) largest = Math.max(largest, Math.abs(value))
    const step = this.#set(row, 'step', largest / ROW_LEVELS, Math.ceil)
    const bytes = new Int8Array(this.memory.buffer, this.#headOf(row, this.layout.headBytes), head.length)
    let lost = 0
    for (let i = 0; i < head.length; i++) {
      const level = step > 0 ? head[i]! / step : 0
      const whole = Math.round(level)
      bytes[i] = whole
      lost += (level - whole) ** 2
    }
    this.#set(row, 'headLost', Math.sqrt(lost), Math.ceil)
  }

  #writeRest(row: number, { rest, restLength }: Parts): void {
    const { signBytes, firstBytes } = this.layout
    const bytes = new Uint8Array(this.memory.buffer)
    let [sum, firstSum] = [0, 0]
    for (let byte = 0; byte < signBytes; byte++) {
      const eight = rest.subarray(byte * 8, byte * 8 + 8)
      let bits = 0
      for (let i = 0; i < eight.length; i++) {
        sum += Math.abs(eight[i]!)
        if (eight[i]! >= 0) bits |= 1 << i
      }
      bytes[this.#signsOf(row, byte)] = bits
      if (byte === firstBytes - 1) firstSum = sum
    }
    const length = this.#set(row, 'length', restLength, Math.round)
    const codedOf = (total: number, count: number) => (total > 0 ? (restLength * length * Math.sqrt(count)) / total : 0)
    this.#set(row, 'coded', codedOf(sum, rest.length), Math.round)
    this.#set(row, 'firstCoded', codedOf(firstSum, Math.min(rest.length, firstBytes * 8)), Math.round)
  }

  /** Stores a number of a row in 16 bits; returns the stored value. */
  #set(row: number, name: RowNumber, value: number, rounded: (value: number) => number): number {
    const highest = this.#highest[name]
    const kept = Math.min(HIGHEST, rounded((value / highest) * HIGHEST))
    new Uint16Array(this.memory.buffer, this.#numberOf(row, name), 1)[0] = kept
    return (kept / HIGHEST) * highest
  }

  #reserve(rows: number, share: number): void {
    const held = this.bytes
    // The kernel may read the last row beyond its end.
    const needed = this.at + Math.ceil(rows / BLOCK_ROWS) * this.layout.blockBytes + SIGN_BYTES_AT_ONCE
    const missing = Math.ceil((needed - held) / PAGE)
    const generous = Math.min(Math.ceil((held / PAGE) * share), MAX_GROWTH_PAGES, PAGE - held / PAGE)
    if (missing > 0) this.memory.grow(Math.max(missing, generous))
  }

  #blockOf(row: number): number {
    return this.at + Math.floor(row / BLOCK_ROWS) * this.layout.blockBytes
  }

  #headOf(row: number, headBytes: number): number {
    return this.#blockOf(row) + (row % BLOCK_ROWS) * headBytes
  }

  #numberOf(row: number, name: RowNumber): number {
    return this.#blockOf(row) + this.layout.numbersAt + numberAt(name) + (row % BLOCK_ROWS) * 2
  }

  /** Address of a byte of a row's signs. */
  #signsOf(row: number, byte: number): number {
    const { signsAt, othersAt, signBytes, firstBytes } = this.layout
    const inBlock = row % BLOCK_ROWS
    if (byte >= firstBytes)
      return this.#blockOf(row) + othersAt + inBlock * (signBytes - firstBytes) + byte - firstBytes
    const group = Math.floor(inBlock / GROUP_ROWS)
    return this.#blockOf(row) + signsAt + (group * firstBytes + byte) * GROUP_ROWS + (row % GROUP_ROWS)
  }
}
