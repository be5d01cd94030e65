import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Bytes } from '../../base/formats/bytes.ts'

const PAGE_BYTES = 256 * 1024

/** An open file that is read on demand: for the structure of files too large for memory. */
export class FileBytes implements Bytes {
  readonly length: number
  readonly #descriptor: number
  #page: { start: number; data: Buffer } = { start: 0, data: Buffer.alloc(0) }

  /** `length` is the size of the file in bytes. */
  constructor(descriptor: number, length: number) {
    this.#descriptor = descriptor
    this.length = length
  }

  subarray(start: number, end: number): Buffer {
    const from = Math.max(0, Math.min(start, this.length))
    const to = Math.max(from, Math.min(end, this.length))
    if (to - from > PAGE_BYTES) return this.#read(from, to - from)
    const { start: pageStart, data } = this.#page
    if (from < pageStart || to > pageStart + data.length)
      this.#page = { start: from, data: this.#read(from, Math.min(PAGE_BYTES, this.length - from)) }
    return this.#page.data.subarray(from - this.#page.start, to - this.#page.start)
  }

  #read(from: number, size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size)
    return bytes.subarray(0, readSync(this.#descriptor, bytes, 0, size, from))
  }
}

/** Runs work on bytes in memory, or on those of the file at a path. */
export function withBytes<T>(input: Buffer | string, work: (bytes: Bytes) => T): T {
  if (typeof input !== 'string') return work(input)
  const descriptor = openSync(input, 'r')
  try {
    return work(new FileBytes(descriptor, fstatSync(descriptor).size))
  } finally {
    closeSync(descriptor)
  }
}
