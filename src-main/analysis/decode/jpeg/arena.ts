const PAGE_BYTES = 65_536
/** Vectors are read from addresses that are multiples of this many bytes. */
const ALIGNED = 16
/** Bytes that may be read beyond the last piece. */
const SLACK_BYTES = 8192

/** The memory of kernels: pieces are taken one after the other, and all from an address on are released at once. */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  #end = 0

  /** Address of a new piece, with arbitrary content. Views from before this call must be created again. */
  take(bytes: number): number {
    const at = this.#end
    this.#end = Math.ceil((at + bytes) / ALIGNED) * ALIGNED
    const missing = this.#end + SLACK_BYTES - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES))
    return at
  }

  /** Releases everything from an address on. */
  release(from: number): void {
    this.#end = from
  }
}
