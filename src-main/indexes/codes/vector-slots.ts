/// <reference lib="esnext.float16" />
import { closeSync, openSync, readSync } from 'node:fs'
import { dot } from '../../analysis/vectors/unit-vector.ts'
import { unlikenessOf } from '../distances.ts'
import { CHECKED_AT_ONCE, checkOf, sumsOf } from './slot-check.ts'
import { SlotComparison } from './slot-comparison.ts'

/**
 * A slot: its id and a check of its content (32 bits each), the vector's length (64 bits), its numbers (16 bits each).
 */
export const SLOT_HEADER = 16
const LENGTH_AT = 8

export const slotBytesOf = (dimensions: number): number =>
  Math.ceil((SLOT_HEADER + dimensions * 2) / CHECKED_AT_ONCE) * CHECKED_AT_ONCE

export function writeSlot(slot: Uint8Array, id: number, vector: Float32Array): void {
  const { buffer, byteOffset } = slot
  new Float64Array(buffer, byteOffset + LENGTH_AT, 1)[0] = Math.sqrt(dot(vector, vector)) || 1
  new Float16Array(buffer, byteOffset + SLOT_HEADER, vector.length).set(vector)
  const words = new Int32Array(buffer, byteOffset, slot.length / 4)
  words[0] = id
  words[1] = checkOf(words, sumsOf(slot))
}

/** The slots of a file: address of the first, their number, and the length of their vectors. */
export type SlotsPlace = { at: number; rows: number; dimensions: number }

/**
 * Full vectors in a file, one slot a row, each read on demand, in a few microseconds if the system still has it in
 * memory. A vector is returned only if its slot is intact and has the same id.
 */
export class VectorSlots {
  readonly #file: number
  readonly #at: number
  readonly #rows: number
  readonly #comparison: SlotComparison
  readonly #slot: Uint8Array
  readonly #length: Float64Array
  readonly #halves: Uint16Array
  readonly #unit: Float32Array
  /** All numbers of half precision: looking them up takes a quarter of the time of converting them. */
  readonly #values = Float32Array.from(new Float16Array(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer))

  constructor(path: string, { at, rows, dimensions }: SlotsPlace) {
    this.#file = openSync(path, 'r')
    this.#at = at
    this.#rows = rows
    this.#comparison = new SlotComparison(dimensions, slotBytesOf(dimensions))
    this.#slot = this.#comparison.slot
    const { buffer, byteOffset } = this.#slot
    this.#length = new Float64Array(buffer, byteOffset + LENGTH_AT, 1)
    this.#halves = new Uint16Array(buffer, byteOffset + SLOT_HEADER, dimensions)
    this.#unit = new Float32Array(dimensions)
  }

  /** The vector of an id at length 1, valid until the next call; undefined if the row's slot does not have it. */
  read(row: number, id: number): Float32Array | undefined {
    return this.#fetch(row, id) ? this.#present() : undefined
  }

  /** Sets the vector of length 1 that `unlikeness` compares with. */
  prepare(unit: Float32Array): void {
    this.#comparison.prepare(unit)
  }

  /**
   * The unlikeness of an id's vector, as in `unlikenessOf`; Infinity if it certainly exceeds `max`, and undefined if
   * the row's slot does not have the vector.
   */
  unlikeness(row: number, id: number, max: number): number | undefined {
    if (!this.#fetch(row, id)) return undefined
    return this.#comparison.unlikeness(max) ?? unlikenessOf(this.#comparison.unit, this.#present())
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Reads a slot; false if it does not belong to the id. */
  #fetch(row: number, id: number): boolean {
    const slot = this.#slot
    const { length } = slot
    if (row >= this.#rows || readSync(this.#file, slot, 0, length, this.#at + row * length) < length) return false
    return this.#comparison.isWhole(id)
  }

  /** The vector of the last slot read. */
  #present(): Float32Array {
    const [unit, halves, values, size] = [this.#unit, this.#halves, this.#values, this.#length[0]!]
    for (let i = 0; i < unit.length; i++) unit[i] = values[halves[i]!]! / size
    return unit
  }
}
