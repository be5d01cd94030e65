import type { Arena } from './arena.ts'
import { CODE_ENTRIES, FAST_ENTRIES, fillCodes, fillFastKept, fillFastMeans, fillFastRest } from './fast-tables.ts'
import type { HuffmanCodes, JpegScan } from './jpeg-scan.ts'

/** Addresses of the tables of one component. */
export type ComponentTables = {
  codeMean: number
  fastMean: number
  codeRest: number
  fastRest: number
  fastKept: number
}

const CODE_BYTES = 2 * CODE_ENTRIES
/** Baseline scans have at most two tables each for means and for the other coefficients. */
const MAX_TABLES = 2
const MAX_MEAN_SYMBOL = 11
const MAX_SYMBOL = 255

/**
 * Lookup tables for a scan's codes. Most cameras use the same codes for all photos, so the tables are kept from one
 * picture to the next.
 */
export class CodeTables {
  readonly #arena: Arena
  readonly #means: number[]
  readonly #rest: number[]
  readonly #filled = new Map<number, string>()
  #components: ComponentTables[] = []

  constructor(arena: Arena) {
    this.#arena = arena
    const places = (bytes: number) => Array.from({ length: MAX_TABLES }, () => arena.take(bytes))
    this.#means = places(CODE_BYTES + 4 * FAST_ENTRIES.means)
    this.#rest = places(CODE_BYTES + 2 * FAST_ENTRIES.rest + 4 * FAST_ENTRIES.kept)
  }

  /** False if a scan's codes are invalid in a baseline scan. */
  fill({ components }: JpegScan): boolean {
    const means = [...new Set(components.map((component) => component.means))]
    const rest = [...new Set(components.map((component) => component.rest))]
    if (means.length > MAX_TABLES || rest.length > MAX_TABLES) return false
    this.#components = components.map((component) => {
      const codeMean = this.#means[means.indexOf(component.means)]!
      const codeRest = this.#rest[rest.indexOf(component.rest)]!
      const fastRest = codeRest + CODE_BYTES
      return {
        codeMean,
        fastMean: codeMean + CODE_BYTES,
        codeRest,
        fastRest,
        fastKept: fastRest + 2 * FAST_ENTRIES.rest,
      }
    })
    return (
      means.every((codes, i) => this.#fillOnce(codes, this.#means[i]!, fillMeans)) &&
      rest.every((codes, i) => this.#fillOnce(codes, this.#rest[i]!, fillRest))
    )
  }

  /** The tables of a component of the last filled scan. */
  of(component: number): ComponentTables {
    return this.#components[component]!
  }

  #fillOnce(codes: HuffmanCodes, at: number, fill: Fill): boolean {
    const key = `${Buffer.from(codes.counts).toString('latin1')}${Buffer.from(codes.symbols).toString('latin1')}`
    if (this.#filled.get(at) === key) return true
    this.#filled.delete(at)
    if (!fill(codes, this.#arena.memory.buffer, at)) return false
    this.#filled.set(at, key)
    return true
  }
}

type Fill = (codes: HuffmanCodes, buffer: ArrayBuffer, at: number) => boolean

const fillMeans: Fill = (codes, buffer, at) => {
  const table = new Uint16Array(buffer, at, CODE_ENTRIES)
  if (!fillCodes(codes, MAX_MEAN_SYMBOL, table)) return false
  fillFastMeans(table, new Int32Array(buffer, at + CODE_BYTES, FAST_ENTRIES.means))
  return true
}

const fillRest: Fill = (codes, buffer, at) => {
  const table = new Uint16Array(buffer, at, CODE_ENTRIES)
  if (!fillCodes(codes, MAX_SYMBOL, table)) return false
  const fastRest = at + CODE_BYTES
  fillFastRest(table, new Uint16Array(buffer, fastRest, FAST_ENTRIES.rest))
  fillFastKept(table, new Int32Array(buffer, fastRest + 2 * FAST_ENTRIES.rest, FAST_ENTRIES.kept))
  return true
}
