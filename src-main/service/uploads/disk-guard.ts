import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskAlmostFull } from './upload-errors.ts'

/** Kept free, so that the database and the rest of the machine go on working. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
const CHECK_AGAIN_MS = 250

/** Watches the free space of the disk that pictures are written to. */
export class DiskGuard {
  readonly #minFreeBytes: number
  #freeBytes = 0
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(minFreeBytes = MIN_FREE_BYTES) {
    this.#minFreeBytes = minFreeBytes
  }

  /** Throws ServiceError 503 where the disk of a file is almost full. */
  async check(path: string): Promise<void> {
    if (performance.now() - this.#checkedAt > CHECK_AGAIN_MS) {
      const { bavail, bsize } = await statfs(dirname(path))
      this.#freeBytes = bavail * bsize
      this.#checkedAt = performance.now()
    }
    if (this.#freeBytes < this.#minFreeBytes) throw diskAlmostFull(new Error(`${this.#freeBytes} bytes are free`))
  }
}
