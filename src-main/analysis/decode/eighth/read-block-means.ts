import { setImmediate } from 'node:timers/promises'
import { CODE_ENTRIES, FAST_ENTRIES, fillCodes, fillFastMeans, fillFastRest } from './fast-tables.ts'
import type { HuffmanCodes, JpegScan } from './jpeg-scan.ts'
import { BLOCK, FAILED, instantiateMeans, type MeansKernel } from './means-kernel.ts'
import { instantiateUnstuff, type UnstuffKernel } from './unstuff-kernel.ts'

/** Blocks between two looks at the clock. */
const BLOCKS_AT_ONCE = 8192
/** Milliseconds after which others have their turn. */
const TURN_MS = 4
const PAGE_BYTES = 65_536
/** What a unit may read beyond the end of damaged bytes, and a load beyond its first. */
const SLACK_BYTES = 8192

const TABLE_BYTES = { codes: 2 * CODE_ENTRIES, fastMeans: 4 * FAST_ENTRIES, fastRest: 2 * FAST_ENTRIES } as const
const TOLD = 0
const MEANS_AT = 64
const BLOCKS_AT = 128
const TABLES_AT = 1024
/** Two tables each for means and for the rest, as baseline scans have at most. */
const MEANS_TABLES = [0, 1].map((i) => TABLES_AT + i * (TABLE_BYTES.codes + TABLE_BYTES.fastMeans))
const REST_START = TABLES_AT + 2 * (TABLE_BYTES.codes + TABLE_BYTES.fastMeans)
const REST_TABLES = [0, 1].map((i) => REST_START + i * (TABLE_BYTES.codes + TABLE_BYTES.fastRest))
const DATA_AT = REST_START + 2 * (TABLE_BYTES.codes + TABLE_BYTES.fastRest)

/** Reads the means of one picture's blocks at a time. */
export class BlockMeansReader {
  readonly #memory = new WebAssembly.Memory({ initial: Math.ceil(DATA_AT / PAGE_BYTES), maximum: 65_536 })
  readonly #unstuff: UnstuffKernel = instantiateUnstuff(this.#memory)
  readonly #readMeans: MeansKernel = instantiateMeans(this.#memory)

  /**
   * The mean of each block of a scan, in the order of the scan, as they are stored: to be multiplied by the component's
   * quantum. Null where the bytes are not exactly one whole scan. What is given holds until the next call.
   */
  async read(bytes: Buffer, scan: JpegScan): Promise<Int16Array | null> {
    const unitBlocks = scan.components.reduce((sum, { across, down }) => sum + across * down, 0)
    const units = countUnits(scan)
    const coded = bytes.length - scan.start
    const outAt = alignedTo(4, DATA_AT + coded + SLACK_BYTES)
    this.#reserve(outAt + 2 * units * unitBlocks)
    if (!this.#describe(scan)) return null
    new Uint8Array(this.#memory.buffer).set(bytes.subarray(scan.start), DATA_AT)
    const isWhole = await this.#readSegments({ scan, units, unitBlocks, end: DATA_AT + coded, outAt })
    return isWhole ? new Int16Array(this.#memory.buffer, outAt, units * unitBlocks) : null
  }

  #reserve(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
  }

  /** Writes the tables, and a description of each block of a unit. */
  #describe({ components }: JpegScan): boolean {
    const [means, rest]: [HuffmanCodes[], HuffmanCodes[]] = [[], []]
    let at = BLOCKS_AT
    const numbers = new Int32Array(this.#memory.buffer, 0, TABLES_AT / 4)
    for (const [i, component] of components.entries()) {
      const [meansAt, restAt] = [
        placeOf(component.means, means, MEANS_TABLES),
        placeOf(component.rest, rest, REST_TABLES),
      ]
      if (meansAt === undefined || restAt === undefined) return false
      for (let block = 0; block < component.across * component.down; block++, at += BLOCK.bytes) {
        numbers[(at + BLOCK.codeMean) / 4] = meansAt
        numbers[(at + BLOCK.fastMean) / 4] = meansAt + TABLE_BYTES.codes
        numbers[(at + BLOCK.codeRest) / 4] = restAt
        numbers[(at + BLOCK.fastRest) / 4] = restAt + TABLE_BYTES.codes
        numbers[(at + BLOCK.mean) / 4] = MEANS_AT + 4 * i
      }
    }
    return this.#fillTables(means, rest)
  }

  #fillTables(means: readonly HuffmanCodes[], rest: readonly HuffmanCodes[]): boolean {
    const { buffer } = this.#memory
    for (const [i, codes] of means.entries()) {
      const table = new Uint16Array(buffer, MEANS_TABLES[i], CODE_ENTRIES)
      if (!fillCodes(codes, 11, table)) return false
      fillFastMeans(table, new Int32Array(buffer, MEANS_TABLES[i]! + TABLE_BYTES.codes, FAST_ENTRIES))
    }
    for (const [i, codes] of rest.entries()) {
      const table = new Uint16Array(buffer, REST_TABLES[i], CODE_ENTRIES)
      if (!fillCodes(codes, 255, table)) return false
      fillFastRest(table, new Uint16Array(buffer, REST_TABLES[i]! + TABLE_BYTES.codes, FAST_ENTRIES))
    }
    return true
  }

  /** Each part between restarts begins anew at a whole byte, and ends in the byte before its marker. */
  async #readSegments({ scan, units, unitBlocks, end, outAt }: Segments): Promise<boolean> {
    const told = new Int32Array(this.#memory.buffer, TOLD, 2)
    const data = new Uint8Array(this.#memory.buffer)
    let [from, to, left] = [DATA_AT, DATA_AT, units]
    let turnEnds = performance.now() + TURN_MS
    for (let restart = 0; left > 0; restart++) {
      const first = to
      this.#unstuff(from, end, to, TOLD)
      ;[from, to] = [told[0]!, told[1]!]
      const segmentUnits = scan.restartInterval === 0 ? left : Math.min(left, scan.restartInterval)
      left -= segmentUnits
      const marker = readMarker(data, from, end)
      if (marker === null || marker.value !== (left === 0 ? 0xd9 : 0xd0 + (restart & 7))) return false
      from = marker.end
      new Int32Array(this.#memory.buffer, MEANS_AT, 3).fill(0)
      let position = first * 8
      const step = Math.ceil(BLOCKS_AT_ONCE / unitBlocks)
      for (let done = 0; done < segmentUnits; done += step) {
        if (performance.now() > turnEnds) {
          await setImmediate()
          turnEnds = performance.now() + TURN_MS
        }
        const some = Math.min(step, segmentUnits - done)
        this.#readMeans(position, to * 8, BLOCKS_AT, BLOCKS_AT + unitBlocks * BLOCK.bytes, some, outAt, TOLD)
        position = told[0]!
        if (position === FAILED) return false
        outAt += 2 * some * unitBlocks
      }
      if (to * 8 - position > 7) return false
    }
    return true
  }
}

type Segments = { scan: JpegScan; units: number; unitBlocks: number; end: number; outAt: number }

/** Minimum coded units of the picture. */
export function countUnits({ width, height, components }: JpegScan): number {
  const { across, down } = components[0]!
  return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
}

/** The place of a table, which another component may have as well; undefined where there are too many. */
function placeOf(codes: HuffmanCodes, known: HuffmanCodes[], places: readonly number[]): number | undefined {
  if (!known.includes(codes)) known.push(codes)
  return places[known.indexOf(codes)]
}

/** The marker at a place, before which further 0xff bytes may stand. */
function readMarker(data: Uint8Array, at: number, end: number): { value: number; end: number } | null {
  while (at + 1 < end && data[at] === 0xff && data[at + 1] === 0xff) at++
  return at + 1 < end && data[at] === 0xff ? { value: data[at + 1]!, end: at + 2 } : null
}

const alignedTo = (bytes: number, address: number): number => Math.ceil(address / bytes) * bytes
