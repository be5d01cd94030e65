import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '../errors/service-error.ts'

/** Kept free, so that the database and the rest of the machine go on working. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
const LOOK_AGAIN_MS = 250

export type DiskGuard = {
  /** Throws ServiceError 503 where the disk of a file is almost full. */ check(path: string): Promise<void>
}

/** Watches the free space of the disk that pictures are written to. */
export function createDiskGuard(leastFreeBytes = MIN_FREE_BYTES): DiskGuard {
  let free = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    async check(path) {
      if (performance.now() - lookedAt > LOOK_AGAIN_MS) {
        const { bavail, bsize } = await statfs(dirname(path))
        free = bavail * bsize
        lookedAt = performance.now()
      }
      if (free < leastFreeBytes) throw refuseFull(new Error(`${free} bytes are free`))
    },
  }
}

/** The error that clients see when no more can be written. */
export const refuseFull = (cause: unknown): ServiceError =>
  new ServiceError(
    503,
    'The disk of the server is almost full, so no pictures are taken at present. Try again later.',
    { 'Retry-After': '60' },
    { cause },
  )
