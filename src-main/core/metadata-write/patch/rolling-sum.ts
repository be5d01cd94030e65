/** Bytes of a window, and of a block. */
export const BLOCK_BYTES = 4096

/** The sum of rsync's algorithm over one window, which moves on by a byte in a few steps. */
export class RollingSum {
  #low = 0
  #high = 0

  constructor(bytes: Buffer, at: number) {
    const end = Math.min(bytes.length, at + BLOCK_BYTES)
    for (let i = at; i < end; i++) {
      this.#low = (this.#low + bytes[i]!) & 0xffff
      this.#high = (this.#high + this.#low) & 0xffff
    }
  }

  get value(): number {
    return this.#high * 0x10000 + this.#low
  }

  /** Moves the window that begins at `at` on by one byte. */
  roll(bytes: Buffer, at: number): void {
    const gone = bytes[at]!
    const come = bytes[at + BLOCK_BYTES] ?? 0
    this.#low = (this.#low - gone + come) & 0xffff
    this.#high = (this.#high - BLOCK_BYTES * gone + this.#low) & 0xffff
  }
}
