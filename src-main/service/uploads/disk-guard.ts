import { statfs } from 'node:fs/promises'
import { diskAlmostFull } from './upload-errors.ts'

/** Kept free, so that the database and the rest of the machine continue to work. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
const CHECK_AGAIN_MS = 250

/** A stream reserves this much at a time: few know their length, and most are short. */
const STEP_BYTES = 8 * 1024 * 1024

/** Disk space for a picture that is being received. */
export type Reservation = {
  /** Makes sure that the next bytes have space; throws ServiceError 503 if they do not. */
  beforeWriting(bytes: number): Promise<void>
  /** Returns unused space. */
  [Symbol.dispose](): void
}

/** Tracks the free space of the disk for pictures, minus what active streams may still write. */
export class DiskGuard {
  readonly #folder: string
  readonly #minFreeBytes: number
  #freeBytes = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Bytes that active streams may still write. */
  #reserved = 0
  /** Total of written bytes, and the part that the last check of the disk included. */
  #written = 0
  #writtenWhenLooked = 0

  constructor(folder: string, minFreeBytes = MIN_FREE_BYTES) {
    this.#folder = folder
    this.#minFreeBytes = minFreeBytes
  }

  /** Reserves space for the start of a stream; throws ServiceError 503 if there is none. */
  async reserve(): Promise<Reservation> {
    await this.#take(STEP_BYTES)
    let left = STEP_BYTES
    return {
      beforeWriting: async (bytes) => {
        if (left < bytes) {
          await this.#take(STEP_BYTES + bytes)
          left += STEP_BYTES + bytes
        }
        left -= bytes
        this.#reserved -= bytes
        this.#written += bytes
      },
      [Symbol.dispose]: () => {
        this.#reserved -= left
        left = 0
      },
    }
  }

  /** Whether the disk has space for more than the active streams; also false if it does not answer. */
  async hasRoom(): Promise<boolean> {
    try {
      await this.#checkSpace(CHECK_AGAIN_MS)
    } catch {
      return false
    }
    return this.#room >= STEP_BYTES
  }

  async #take(bytes: number): Promise<void> {
    await this.#checkSpace(CHECK_AGAIN_MS)
    if (this.#room < bytes) await this.#checkSpace(0) // files deleted meanwhile may be enough
    if (this.#room < bytes) throw diskAlmostFull(new Error(`${this.#freeBytes} bytes are free`))
    this.#reserved += bytes
  }

  get #room(): number {
    const seen = this.#freeBytes - (this.#written - this.#writtenWhenLooked)
    return seen - this.#minFreeBytes - this.#reserved
  }

  async #checkSpace(oldestMs: number): Promise<void> {
    if (performance.now() - this.#lookedAt <= oldestMs) return
    // Read before the check: what is written during it may count twice, but never not at all.
    const written = this.#written
    const { bavail, bsize } = await statfs(this.#folder)
    this.#freeBytes = bavail * bsize
    this.#writtenWhenLooked = written
    this.#lookedAt = performance.now()
  }
}
