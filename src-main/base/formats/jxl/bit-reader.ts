/** Reads numbers of a few bits, lowest bits first. */
export class BitReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** True if more was read than there is; beyond the end all bits are 0. */
  get isBeyondEnd(): boolean {
    return this.#at > this.#bytes.length * 8
  }

  /** Number of bits read so far. */
  get at(): number {
    return this.#at
  }

  /** Reads a number of at most 30 bits. */
  read(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++, this.#at++)
      value += (((this.#bytes[this.#at >> 3] ?? 0) >> (this.#at & 7)) & 1) * 2 ** i
    return value
  }
}
