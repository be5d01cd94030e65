import { statfs } from 'node:fs/promises'
import { diskAlmostFull } from './upload-errors.ts'

/** Kept free, so that the database and the rest of the machine go on working. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
const CHECK_AGAIN_MS = 250

/** A stream reserves so much at a time: few know how long they will be, and most are short. */
const STEP_BYTES = 8 * 1024 * 1024

/** Room on the disk for a picture that is being received. */
export type Reservation = {
  /** Makes sure of room for bytes that are written next; throws ServiceError 503 where there is none. */
  beforeWriting(bytes: number): Promise<void>
  /** Gives back what was not written. */
  [Symbol.dispose](): void
}

/** Watches the free space of the disk that pictures are written to, less what streams under way may still write. */
export class DiskGuard {
  readonly #folder: string
  readonly #minFreeBytes: number
  #freeBytes = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Bytes that streams under way may still write. */
  #reserved = 0
  /** Bytes written in all, and those of them that the last look at the disk saw. */
  #written = 0
  #writtenWhenLooked = 0

  constructor(folder: string, minFreeBytes = MIN_FREE_BYTES) {
    this.#folder = folder
    this.#minFreeBytes = minFreeBytes
  }

  /** Reserves room for the beginning of a stream; throws ServiceError 503 where there is none. */
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

  /** True while the disk has room for more than is under way; false also where it does not answer. */
  async hasRoom(): Promise<boolean> {
    try {
      await this.#look(CHECK_AGAIN_MS)
    } catch {
      return false
    }
    return this.#room >= STEP_BYTES
  }

  async #take(bytes: number): Promise<void> {
    await this.#look(CHECK_AGAIN_MS)
    if (this.#room < bytes) await this.#look(0) // what was deleted meanwhile may be enough
    if (this.#room < bytes) throw diskAlmostFull(new Error(`${this.#freeBytes} bytes are free`))
    this.#reserved += bytes
  }

  get #room(): number {
    const seen = this.#freeBytes - (this.#written - this.#writtenWhenLooked)
    return seen - this.#minFreeBytes - this.#reserved
  }

  async #look(oldestMs: number): Promise<void> {
    if (performance.now() - this.#lookedAt <= oldestMs) return
    // Before the look: what is written during it may count twice, and never not at all.
    const written = this.#written
    const { bavail, bsize } = await statfs(this.#folder)
    this.#freeBytes = bavail * bsize
    this.#writtenWhenLooked = written
    this.#lookedAt = performance.now()
  }
}
