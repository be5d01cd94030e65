import { dot } from '../../analysis/vectors/unit-vector.ts'
import { instantiateScan, type ScanKernel } from '../scan/scan-kernel.ts'
import { quantiseQuery } from '../scan/quantise.ts'
import type { Parts } from './coder.ts'
import { BLOCK_GROUPS, BLOCK_ROWS, HIGHEST, highestOf, type RowLayout } from './row-layout.ts'
import { ERRORS_AT, instantiateSifts, MASKS_AT, siftConstants, type SiftKernel } from './sift-kernel.ts'
import { instantiateRowSigns, type RowSignsKernel } from './row-signs-kernel.ts'
import { lostOf, toLevels, writeTables } from './sign-tables.ts'
import { GROUP_ROWS, instantiateSigns, type SignsKernel, TABLE_BYTES } from './signs-kernel.ts'

/**
 * Standard deviations that an estimate by signs may be off: the chance of more is one in a billion for each row, since
 * the rotation makes the direction of what signs lose random. All other bounds are sure.
 */
const DEVIATIONS = 6
/** What rounding takes of lengths and shares, and of how far what signs lose may go along a query. */
const [ROUNDING, SHARE_ROUNDING] = [5e-5, 1.001]
const ALL_ROWS = 0xffff

/** Where everything of a search lies in memory, in bytes from its beginning. */
const placesOf = ({ headBytes, signBytes, firstBytes }: RowLayout) => {
  let at = 0
  const place = (bytes: number) => (at += Math.ceil(bytes / 16) * 16) - Math.ceil(bytes / 16) * 16
  const places = {
    query: place(headBytes * 2),
    tables: place(firstBytes * TABLE_BYTES),
    levels: place((signBytes - firstBytes) * 8),
    constants: place(siftConstants.length * 4),
    list: place(MASKS_AT + BLOCK_GROUPS * 4),
    sums: place(BLOCK_ROWS * 2),
    others: place(BLOCK_ROWS * 4),
    cosines: place(BLOCK_ROWS * 4),
    out: place(ERRORS_AT + BLOCK_ROWS * 4),
  }
  return { ...places, bytes: at }
}

/** Memory that a search needs, in bytes. */
export const scratchBytesOf = (layout: RowLayout): number => placesOf(layout).bytes

/**
 * The first `rows` of a block; for each group of 16 of them a bit for every row that is asked for (undefined for all), and
 * the most that the cosine of any such row can be as heads tell it: minus infinity where there is none.
 */
export type BlockPart = { block: number; rows: number; mask: Uint16Array | undefined; promises: Float32Array }
type Floors = { from: number; least: number }
/** Told of a row in question its estimated cosine and how far that may be off. */
export type RowVisitor = (row: number, cosine: number, error: number) => void

/**
 * Rules out the rows of blocks whose cosine with one query cannot reach a floor: by their heads, then by the first of
 * their signs, then by all of them. Each step looks only at what the one before has left in question.
 */
export class BlockScan {
  readonly #memory: WebAssembly.Memory
  readonly #layout: RowLayout
  readonly #blocksAt: number
  readonly #places: ReturnType<typeof placesOf> & { at: number }
  readonly #scan: ScanKernel
  readonly #signs: SignsKernel
  readonly #rowSigns: RowSignsKernel
  readonly #sifts: ReturnType<typeof instantiateSifts>
  /** In how many directions rests can go. */
  readonly #freedom: number
  readonly #list: Int32Array
  readonly #masks: Int32Array
  readonly #floats: Float32Array
  readonly #whole: Int32Array
  readonly #estimates: Float32Array
  readonly #errors: Float32Array
  /** What a level of the rest is worth, how long what levels lose of the first numbers and of all is, and their sum. */
  #levels = { scale: 0, firstLost: 0, lost: 0, total: 0 }

  /** `at` is where the memory of this search lies, `blocksAt` where the first block does. */
  constructor(memory: WebAssembly.Memory, layout: RowLayout, at: number, blocksAt: number) {
    this.#memory = memory
    this.#layout = layout
    this.#blocksAt = blocksAt
    this.#places = { ...placesOf(layout), at }
    this.#scan = instantiateScan(memory)
    this.#signs = instantiateSigns(memory)
    this.#rowSigns = instantiateRowSigns(memory)
    this.#sifts = instantiateSifts(memory)
    this.#freedom = Math.max(1, layout.dimensions - layout.headSize)
    const { list, constants, out } = this.#places
    const { buffer } = memory
    this.#list = new Int32Array(buffer, at + list, BLOCK_GROUPS)
    this.#masks = new Int32Array(buffer, at + list + MASKS_AT, BLOCK_GROUPS)
    this.#floats = new Float32Array(buffer, at + constants, siftConstants.length)
    this.#whole = new Int32Array(buffer, at + constants, siftConstants.length)
    this.#estimates = new Float32Array(buffer, at + out, BLOCK_ROWS)
    this.#errors = new Float32Array(buffer, at + out + ERRORS_AT, BLOCK_ROWS)
  }

  /** Sets the query by its parts. */
  prepare({ head, rest, restLength }: Parts): void {
    const { headBytes, headSize, signBytes, firstBytes } = this.#layout
    const { at, query, tables, levels: levelsAt } = this.#places
    const { buffer } = this.#memory
    const levels = new Int16Array(buffer, at + query, headBytes)
    const scale = quantiseQuery(head, levels)
    const rounded = head.map((_, i) => levels[i]! * scale)
    const lost = head.map((value, i) => value - rounded[i]!)
    const highest = highestOf(headSize)
    const share = Math.min(1, DEVIATIONS / Math.sqrt(this.#freedom))
    this.#set('product', (scale * highest.step) / HIGHEST)
    this.#set('restLength', (restLength * highest.length) / HIGHEST)
    this.#set('lengthUnit', highest.length / HIGHEST)
    this.#set('shareUnit', highest.share / HIGHEST)
    this.#set('headLost', (lengthOf(rounded) * highest.headLost * highest.step) / HIGHEST ** 2)
    this.#set('lost', share * restLength * SHARE_ROUNDING)
    this.#set('always', lengthOf(lost) + ROUNDING)
    const found = toLevels(rest, signBytes * 8, firstBytes)
    const offset = writeTables(found.levels, new Uint8Array(buffer, at + tables, firstBytes * TABLE_BYTES))
    const others = found.levels.subarray(firstBytes * 8)
    new Int8Array(buffer, at + levelsAt, others.length).set(others)
    this.#whole[siftConstants.indexOf('offset')] = offset
    const [firstLost, allLost] = [firstBytes * 8, rest.length].map((count) => lostOf(rest, found, count)) as [
      number,
      number,
    ]
    this.#levels = {
      scale: found.scale,
      firstLost,
      lost: allLost,
      total: others.reduce((sum, level) => sum + level, 0),
    }
  }

  /** Writes what each group of a part promises. */
  promise({ block, rows, mask, promises }: BlockPart): void {
    promises.fill(-Infinity)
    let count = 0
    for (let group = 0; group * GROUP_ROWS < rows; group++) count += this.#ask(count, group, rows, mask)
    if (count === 0) return
    const blockAt = this.#blocksAt + block * this.#layout.blockBytes
    this.#scanHeads(blockAt, count)
    this.#run(this.#sifts.promise, blockAt, count)
    for (let n = 0; n < count; n++) promises[this.#list[n]!] = this.#estimates[this.#list[n]!]!
  }

  /** Visits the rows of a part whose groups promise a cosine of `from` and which may themselves reach `least`. */
  visit({ block, rows, mask, promises }: BlockPart, { from, least }: Floors, visitor: RowVisitor): void {
    this.#floats[siftConstants.indexOf('least')] = least
    let count = 0
    for (let group = 0; group * GROUP_ROWS < rows; group++)
      if (promises[group]! >= from && promises[group]! > -Infinity) count += this.#ask(count, group, rows, mask)
    if (count === 0) return
    const { byHeads, byFirstSigns, bySigns } = this.#sifts
    const { firstBytes, signBytes, blockBytes } = this.#layout
    const blockAt = this.#blocksAt + block * blockBytes
    this.#scanHeads(blockAt, count)
    count = this.#run(byHeads, blockAt, count)
    if (count > 0) count = this.#run(byFirstSigns, blockAt, this.#sumFirstSigns(blockAt, count))
    if (count > 0 && firstBytes < signBytes) count = this.#run(bySigns, blockAt, this.#multiplyOthers(blockAt, count))
    this.#tell(block, count, visitor)
  }

  /** Puts a group into the list if it has rows that are asked for; how many groups that adds. */
  #ask(count: number, group: number, rows: number, mask: Uint16Array | undefined): 0 | 1 {
    const left = rows - group * GROUP_ROWS
    const bits = (mask === undefined ? ALL_ROWS : mask[group]!) & (left < GROUP_ROWS ? (1 << left) - 1 : ALL_ROWS)
    if (bits === 0) return 0
    this.#list[count] = group
    this.#masks[count] = bits
    return 1
  }

  /** Runs a kernel over the listed groups; how many of them stay. */
  #run(kernel: SiftKernel, blockAt: number, count: number): number {
    const { at, list, cosines, sums, others, out, constants } = this.#places
    const numbers = blockAt + this.#layout.numbersAt
    kernel(at + list, count, numbers, at + cosines, at + sums, at + others, at + out, at + constants)
    return this.#whole[0]!
  }

  /** Products of heads, run by run of groups that lie side by side. */
  #scanHeads(blockAt: number, count: number): void {
    const { headBytes } = this.#layout
    const { at, query, cosines } = this.#places
    const list = this.#list
    for (let first = 0; first < count;) {
      let last = first
      while (last + 1 < count && list[last + 1] === list[last]! + 1) last++
      const row = list[first]! * GROUP_ROWS
      const fours = ((last - first + 1) * GROUP_ROWS) / 4
      this.#scan(at + query, blockAt + row * headBytes, headBytes, fours, at + cosines + row * 4)
      first = last + 1
    }
  }

  /** Sums of the first signs of all rows of the listed groups, whose count it gives back. */
  #sumFirstSigns(blockAt: number, count: number): number {
    const { signsAt, firstBytes, dimensions } = this.#layout
    const { at, list, tables, sums } = this.#places
    this.#signs(at + tables, at + list, count, blockAt + signsAt, firstBytes * GROUP_ROWS, at + sums)
    this.#set('perSum', this.#levels.scale / Math.sqrt(Math.min(dimensions, firstBytes * 8)))
    this.#set('coded', this.#levels.firstLost)
    return count
  }

  /** Products of the other signs of those rows of the listed groups that are still in question. */
  #multiplyOthers(blockAt: number, count: number): number {
    const { othersAt, signBytes, firstBytes, dimensions } = this.#layout
    const { at, list, levels, others } = this.#places
    const { scale, lost, total } = this.#levels
    this.#rowSigns(at + levels, at + list, count, blockAt + othersAt, signBytes - firstBytes, total, at + others)
    this.#set('perSum', scale / Math.sqrt(dimensions))
    this.#set('coded', lost)
    return count
  }

  #tell(block: number, count: number, visitor: RowVisitor): void {
    const [estimates, errors] = [this.#estimates, this.#errors]
    for (let n = 0; n < count; n++) {
      const first = this.#list[n]! * GROUP_ROWS
      for (let bits = this.#masks[n]!; bits !== 0; bits &= bits - 1) {
        const row = first + 31 - Math.clz32(bits & -bits)
        visitor(block * BLOCK_ROWS + row, estimates[row]!, errors[row]!)
      }
    }
  }

  #set(name: (typeof siftConstants)[number], value: number): void {
    this.#floats[siftConstants.indexOf(name)] = value
  }
}

const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector))
