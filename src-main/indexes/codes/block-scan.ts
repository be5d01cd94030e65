import { dot } from '../../analysis/vectors/unit-vector.ts'
import { instantiateScan, type ScanKernel } from '../scan/scan-kernel.ts'
import { quantiseQuery } from '../scan/quantise.ts'
import { createRandom } from './rotation.ts'
import { type Places, placesOf, wholeOf } from './scan-places.ts'
import { BLOCK_GROUPS, BLOCK_ROWS, HIGHEST, highestOf, type Parts, type RowLayout } from './row-layout.ts'
import { instantiateSifts, type SiftKernel } from './sift-kernel.ts'
import { ERRORS_AT, MASKS_AT, PROMISE_BYTES, siftConstants } from './sift-rows.ts'
import { instantiateRowSigns, type RowSignsKernel } from './row-signs-kernel.ts'
import { lostOf, toLevels, writeTables } from './sign-tables.ts'
import { GROUP_ROWS, TABLE_BYTES } from './sign-sums.ts'
import { instantiateSigns, type SignsKernel } from './signs-kernel.ts'

/**
 * Standard deviations that an estimate may be off. The chance of more is one in a billion for each row, since rotations
 * make the errors of signs and of head bytes random in direction.
 */
const DEVIATIONS = 6
/**
 * In this many directions or more, errors of both kinds are random and their squares add up; in fewer, the errors
 * themselves do.
 */
const RANDOM_FROM = 62
/**
 * Bounds of rounding errors: of the numbers of rows and of cosines, and of the spread along a query that signs lose.
 */
const [ROUNDING, SPREAD_ROUNDING] = [1.5e-4, 1.001]
const ALL_ROWS = 0xffff
const SEED = 29

/**
 * The first `rows` of a block. `mask` has, for each group of 16 rows, a bit for every requested row; undefined means
 * all. `likely` and `most` are what heads and first signs tell of these rows: the highest estimate of a cosine, and its
 * upper bound. Both are minus infinity if no row is requested.
 */
type BlockPart = {
  block: number
  rows: number
  mask: Uint16Array | undefined
  likely: Float32Array
  most: Float32Array
}
/** The least cosine that rows must be able to reach, and the range of estimates by first signs to visit now. */
type Floors = { min: number; from: number; below: number }
/** Receives a row in question, its estimated cosine and the bound of the estimate's error. */
export type RowVisitor = (row: number, cosine: number, error: number) => void

type Sweep = {
  /** Number of rows, counted from 0. */
  rows: number
  /** A bit for each requested row, by groups of 16 rows; all rows when absent. */
  mask?: Uint16Array | undefined
  /** The least wanted cosine; called for each block, since it may rise. */
  floor: () => number
  /** Number of the likeliest groups to visit before all others; none if the floor does not rise. */
  first: number
  /** Called after those visits, to raise the floor. */
  raise?: () => void
}

/**
 * Rules out the rows of blocks whose cosine with one query cannot reach a floor: by their heads, then by their first
 * signs, then by all signs. Each step checks only the rows that the one before has left in question.
 */
export class BlockScan {
  readonly #memory: WebAssembly.Memory
  readonly #layout: RowLayout
  readonly #blocksAt: number
  readonly #places: Places & { at: number }
  readonly #scan: ScanKernel
  readonly #signs: SignsKernel
  readonly #rowSigns: RowSignsKernel
  readonly #sifts: ReturnType<typeof instantiateSifts>
  /** The number of directions in which rests can point. */
  readonly #freedom: number
  readonly #list: Int32Array
  readonly #masks: Int32Array
  readonly #floats: Float32Array
  readonly #whole: Int32Array
  readonly #rows: Int32Array
  readonly #addresses: Int32Array
  readonly #promises: Float32Array
  /** Random thresholds by which the numbers of a query are rounded up or down. */
  readonly #chances: Float32Array
  readonly #estimates: Float32Array
  readonly #errors: Float32Array
  /** How far along the query the error of signs may go, for a rest of length 1. */
  #spread = 0
  /**
   * The value of one level of the rest, the error of levels for the first numbers and for all, and the offset of other
   * sums.
   */
  #levels = { scale: 0, firstLost: 0, lost: 0, offset: 0 }

  /** `at` is the address of this search's memory, `blocksAt` that of the first block. */
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
    const { list, constants, out, rows, rowAddresses } = this.#places
    const { buffer } = memory
    this.#list = new Int32Array(buffer, at + list, BLOCK_GROUPS)
    this.#masks = new Int32Array(buffer, at + list + MASKS_AT, BLOCK_GROUPS)
    this.#floats = new Float32Array(buffer, at + constants, siftConstants.length)
    this.#whole = new Int32Array(buffer, at + constants, siftConstants.length)
    this.#rows = new Int32Array(buffer, at + rows, BLOCK_ROWS)
    this.#addresses = new Int32Array(buffer, at + rowAddresses, BLOCK_ROWS)
    this.#promises = new Float32Array(buffer, at + out, (BLOCK_GROUPS * PROMISE_BYTES) / 4)
    const random = createRandom(SEED)
    this.#chances = Float32Array.from({ length: layout.dimensions }, () => random() / 2 ** 32)
    this.#estimates = new Float32Array(buffer, at + out, BLOCK_ROWS)
    this.#errors = new Float32Array(buffer, at + out + ERRORS_AT, BLOCK_ROWS)
  }

  /** Sets the query by its parts. */
  prepare({ head: [common, ...others], rest, restLength }: Parts): void {
    const { headBytes, headSize } = this.#layout
    const { at, query } = this.#places
    const head = Float32Array.from(others)
    const levels = new Int16Array(this.#memory.buffer, at + query, headBytes)
    const scale = quantiseQuery(head, levels)
    const rounded = head.map((_, i) => levels[i]! * scale)
    const lost = head.map((value, i) => value - rounded[i]!)
    const highest = highestOf(headSize)
    this.#set('product', (scale * highest.step) / HIGHEST)
    this.#set('common', (common! * highest.common) / HIGHEST)
    this.#set('commonBase', -common!)
    this.#set('restLength', (restLength * highest.length) / HIGHEST)
    const perDirection = deviationsAmong(headSize - 1)
    this.#set('headLost', (perDirection * lengthOf(rounded) * highest.headLost * highest.step) / HIGHEST ** 2)
    this.#set('surely', 1 / perDirection)
    this.#set('smaller', Math.min(this.#freedom, headSize - 1) < RANDOM_FROM ? 1 : Math.SQRT2 - 1)
    this.#spread = deviationsAmong(this.#freedom) * restLength * SPREAD_ROUNDING
    this.#set('always', lengthOf(lost) + ROUNDING)
    this.#prepareSigns(rest)
  }

  #prepareSigns(rest: Float32Array): void {
    const { signBytes, firstBytes } = this.#layout
    const { at, tables, otherTables } = this.#places
    const { buffer } = this.#memory
    const otherBytes = wholeOf(signBytes - firstBytes)
    const found = toLevels(rest, (firstBytes + otherBytes) * 8, Math.max(firstBytes, otherBytes), this.#chances)
    const tablesOf = (place: number, bytes: number) => new Uint8Array(buffer, at + place, bytes * TABLE_BYTES)
    this.#whole[siftConstants.indexOf('offset')] = writeTables(found.levels, tablesOf(tables, firstBytes))
    this.#levels = {
      scale: found.scale,
      firstLost: lostOf(rest, found, firstBytes * 8),
      lost: lostOf(rest, found, rest.length),
      offset: writeTables(found.levels.subarray(firstBytes * 8), tablesOf(otherTables, otherBytes)),
    }
  }

  /**
   * Visits all requested rows whose cosine with the query may reach the floor. It first reads heads and first signs of
   * all groups, so that the likeliest groups can raise the floor for the others.
   */
  sweep({ rows, mask, floor, first, raise }: Sweep, visitor: RowVisitor): void {
    const blocks = Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, (_, block) => block)
    const [likely, most] = [1, 2].map(() => new Float32Array(blocks.length * BLOCK_GROUPS)) as [
      Float32Array,
      Float32Array,
    ]
    const parts = blocks.map((block) => {
      const [start, end] = [block * BLOCK_GROUPS, (block + 1) * BLOCK_GROUPS]
      const count = Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS)
      const of = (values: Float32Array) => values.subarray(start, end)
      return { block, rows: count, mask: mask?.subarray(start, end), likely: of(likely), most: of(most) }
    })
    for (const part of parts) this.#promise(part, floor())
    const from = first === 0 ? Infinity : likeliest(likely, first)
    if (first > 0) {
      for (const part of parts) this.#visit(part, { min: floor(), from, below: Infinity }, visitor)
      raise?.()
    }
    for (const part of parts) this.#visit(part, { min: floor(), from: -Infinity, below: from }, visitor)
  }

  /** Writes the bounds of each group of a part, for rows that may reach `min` by their heads; before any visit. */
  #promise({ block, rows, mask, likely, most }: BlockPart, min: number): void {
    likely.fill(-Infinity)
    most.fill(-Infinity)
    let count = 0
    for (let group = 0; group * GROUP_ROWS < rows; group++) count += this.#ask(count, group, rows, mask)
    if (count === 0) return
    const blockAt = this.#blocksAt + block * this.#layout.blockBytes
    this.#scanHeads(blockAt, count)
    if (min > 0) {
      this.#set('least', min)
      count = this.#run(this.#sifts.byHeads, blockAt, count)
      if (count === 0) return
    }
    this.#sumFirstSigns(blockAt, count)
    this.#run(this.#sifts.promise, blockAt, count)
    for (let n = 0; n < count; n++) {
      const group = this.#list[n]!
      likely[group] = this.#promises[group * 2]!
      most[group] = this.#promises[group * 2 + 1]!
    }
  }

  /** Visits the rows of a part that may reach `min` and whose cosine is estimated from `from` to `below`. */
  #visit({ block, rows, mask, likely, most }: BlockPart, { min, from, below }: Floors, visitor: RowVisitor): void {
    let count = 0
    for (let group = 0; group * GROUP_ROWS < rows; group++)
      if (likely[group]! >= from && most[group]! >= min && most[group]! > -Infinity)
        count += this.#ask(count, group, rows, mask)
    if (count === 0) return
    this.#set('least', min)
    this.#set('from', from)
    this.#set('below', below)
    const { byFirstSigns, bySigns } = this.#sifts
    const { firstBytes, signBytes, blockBytes } = this.#layout
    const blockAt = this.#blocksAt + block * blockBytes
    this.#take('firstCoded', Math.min(this.#layout.dimensions, firstBytes * 8), this.#levels.firstLost)
    count = this.#run(byFirstSigns, blockAt, count)
    if (count > 0 && firstBytes < signBytes) {
      this.#multiplyOthers(blockAt, count)
      count = this.#run(bySigns, blockAt, count)
    }
    this.#tell(block, count, visitor)
  }

  /** Adds a group to the list if it has requested rows; returns how many groups that adds. */
  #ask(count: number, group: number, rows: number, mask: Uint16Array | undefined): 0 | 1 {
    const left = rows - group * GROUP_ROWS
    const bits = (mask === undefined ? ALL_ROWS : mask[group]!) & (left < GROUP_ROWS ? (1 << left) - 1 : ALL_ROWS)
    if (bits === 0) return 0
    this.#list[count] = group
    this.#masks[count] = bits
    return 1
  }

  /** Runs a kernel over the listed groups; returns how many of them remain. */
  #run(kernel: SiftKernel, blockAt: number, count: number): number {
    const { at, list, products, others, out, constants } = this.#places
    const { numbersAt, sumsAt, cosinesAt } = this.#layout
    const [numbers, sums, cosines] = [numbersAt, sumsAt, cosinesAt].map((place) => blockAt + place) as Three
    kernel(at + list, count, numbers, at + products, sums, cosines, at + others, at + out, at + constants)
    return this.#whole[0]!
  }

  /** Products of heads, computed for each run of adjacent groups. */
  #scanHeads(blockAt: number, count: number): void {
    const { headBytes } = this.#layout
    const { at, query, products } = this.#places
    const list = this.#list
    for (let first = 0; first < count;) {
      let last = first
      while (last + 1 < count && list[last + 1] === list[last]! + 1) last++
      const row = list[first]! * GROUP_ROWS
      const fours = ((last - first + 1) * GROUP_ROWS) / 4
      this.#scan(at + query, blockAt + row * headBytes, headBytes, fours, at + products + row * 4)
      first = last + 1
    }
  }

  /** Stores sums of the first signs of all rows of the listed groups. */
  #sumFirstSigns(blockAt: number, count: number): void {
    const { signsAt, sumsAt, firstBytes, dimensions } = this.#layout
    const { at, list, tables } = this.#places
    this.#signs(at + tables, at + list, count, blockAt + signsAt, firstBytes * GROUP_ROWS, blockAt + sumsAt)
    this.#take('firstCoded', Math.min(dimensions, firstBytes * 8), this.#levels.firstLost)
  }

  /**
   * Sets the value of `count` signs and its possible error. The error is orthogonal to the rest; its length, the root
   * of `coded ** 2 - length ** 2`, is bounded by a tangent.
   */
  #take(signs: 'coded' | 'firstCoded', count: number, lost: number): void {
    const { dimensions, headSize } = this.#layout
    const highest = highestOf(headSize)
    // The usual length of a rest along its signs, as a share of the length that the signs represent; the tangent
    // touches there.
    const usual = Math.sqrt((2 / Math.PI) * (count / dimensions))
    const perSpread = this.#spread / Math.sqrt(1 - usual ** 2)
    this.#set('perSum', ((this.#levels.scale / Math.sqrt(count)) * highest[signs]) / HIGHEST)
    this.#set('perCoded', (perSpread * highest[signs]) / HIGHEST)
    this.#set('lost', (lost * highest[signs]) / HIGHEST)
    this.#set('perLength', (perSpread * usual * highest.length) / HIGHEST)
  }

  /** Products of the other signs, for rows of the listed groups that are still in question. */
  #multiplyOthers(blockAt: number, count: number): void {
    const { othersAt, signBytes, firstBytes, dimensions } = this.#layout
    const { at, otherTables, rows: rowsAt, rowAddresses, others } = this.#places
    const { lost, offset } = this.#levels
    const rowBytes = signBytes - firstBytes
    const [rows, addresses] = [this.#rows, this.#addresses]
    let found = 0
    for (let n = 0; n < count; n++) {
      const first = this.#list[n]! * GROUP_ROWS
      for (let bits = this.#masks[n]!; bits !== 0; bits &= bits - 1) {
        const row = first + 31 - Math.clz32(bits & -bits)
        rows[found] = row
        addresses[found++] = blockAt + othersAt + row * rowBytes
      }
    }
    // The kernel takes sixteen rows at a time; the last row is repeated to fill up.
    for (; found % GROUP_ROWS !== 0; found++) {
      rows[found] = rows[found - 1]!
      addresses[found] = addresses[found - 1]!
    }
    this.#rowSigns(at + otherTables, at + rowAddresses, found, wholeOf(rowBytes), offset, at + rowsAt, at + others)
    this.#take('coded', dimensions, lost)
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

/** The most that a unit vector may go along another if its direction is random among `directions`. */
const deviationsAmong = (directions: number): number => Math.min(1, DEVIATIONS / Math.sqrt(Math.max(1, directions)))

type Three = [number, number, number]

const lengthOf = (vector: Float32Array): number => Math.sqrt(dot(vector, vector))

/** Steps in which cosines from -1 to 1 are counted. */
const STEPS = 4096

/** The bound above which at least `count` groups are the likeliest, and few more; with fewer groups, all are. */
function likeliest(likely: Float32Array, count: number): number {
  const counts = new Uint32Array(STEPS + 1)
  const stepOf = (cosine: number) => Math.max(0, Math.min(STEPS, Math.floor(((cosine + 1) / 2) * STEPS)))
  for (const cosine of likely) if (cosine > -Infinity) counts[stepOf(cosine)]!++
  let [step, found] = [STEPS, 0]
  while (step > 0 && (found += counts[step]!) < count) step--
  return step === 0 ? -Number.MAX_VALUE : (step / STEPS) * 2 - 1
}
