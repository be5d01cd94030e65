/// <reference lib="esnext.float16" />
import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { dot } from '../../analysis/vectors/unit-vector.ts'

/** A slot: its id and the CRC-32 of the rest (32 bits each), the vector's length (64 bits), its numbers (16 bits each). */
const SLOT_HEADER = 16
const AFTER_CRC = 8

export const slotBytesOf = (dimensions: number): number => Math.ceil((SLOT_HEADER + dimensions * 2) / 8) * 8

export function writeSlot(slot: Uint8Array, id: number, vector: Float32Array): void {
  const { buffer, byteOffset } = slot
  new Float64Array(buffer, byteOffset + AFTER_CRC, 1)[0] = Math.sqrt(dot(vector, vector)) || 1
  new Float16Array(buffer, byteOffset + SLOT_HEADER, vector.length).set(vector)
  new Uint32Array(buffer, byteOffset, 2).set([id, crc32(slot.subarray(AFTER_CRC))])
}

/** Where the slots of a file are: the first one's place, and how many there are of which length. */
export type SlotsPlace = { at: number; rows: number; dimensions: number }

/**
 * Full vectors in a file, one slot a row, each read when it is wanted: in a few microseconds where the system still has
 * it in memory. A vector is given only where its slot is whole and says the same id.
 */
export class VectorSlots {
  readonly #file: number
  readonly #at: number
  readonly #rows: number
  readonly #slot: Uint8Array<ArrayBuffer>
  readonly #head: Uint32Array
  readonly #length: Float64Array
  readonly #halves: Uint16Array
  readonly #unit: Float32Array
  /** Every number of half precision: looking them up takes a quarter of the time of converting them. */
  readonly #values = Float32Array.from(new Float16Array(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer))

  constructor(path: string, { at, rows, dimensions }: SlotsPlace) {
    this.#file = openSync(path, 'r')
    this.#at = at
    this.#rows = rows
    this.#slot = new Uint8Array(slotBytesOf(dimensions))
    this.#head = new Uint32Array(this.#slot.buffer, 0, 2)
    this.#length = new Float64Array(this.#slot.buffer, AFTER_CRC, 1)
    this.#halves = new Uint16Array(this.#slot.buffer, SLOT_HEADER, dimensions)
    this.#unit = new Float32Array(dimensions)
  }

  /** The vector of an id at length 1, until the next call; undefined where the row's slot does not have it. */
  read(row: number, id: number): Float32Array | undefined {
    const { length } = this.#slot
    if (row >= this.#rows || readSync(this.#file, this.#slot, 0, length, this.#at + row * length) < length)
      return undefined
    if (this.#head[0] !== id || this.#head[1] !== crc32(this.#slot.subarray(AFTER_CRC))) return undefined
    const [unit, halves, values, size] = [this.#unit, this.#halves, this.#values, this.#length[0]!]
    for (let i = 0; i < unit.length; i++) unit[i] = values[halves[i]!]! / size
    return unit
  }

  close(): void {
    closeSync(this.#file)
  }
}
