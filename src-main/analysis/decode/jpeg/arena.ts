const PAGE_BYTES = 65_536
/** Addresses that vectors are read from lie at multiples of so many bytes. */
const ALIGNED = 16
/** What may be read beyond the end of what lies last. */
const SLACK_BYTES = 8192

/** The memory of kernels: pieces are taken one behind the other, and all behind a place are given back at once. */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  #end = 0

  /** The address of so many bytes, which hold whatever was there before. What was looked at before must be again. */
  take(bytes: number): number {
    const at = this.#end
    this.#end = Math.ceil((at + bytes) / ALIGNED) * ALIGNED
    const missing = this.#end + SLACK_BYTES - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES))
    return at
  }

  /** Gives back all that lies at an address and behind it. */
  release(from: number): void {
    this.#end = from
  }
}
