import { Semaphore } from 'async-mutex'

/** Runs work that needs `bytes` once there is memory for it; settles as the work does. */
export type MemoryLimiter = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/** Runs work at once; for callers that decode one photo at a time. */
export const unlimitedMemory: MemoryLimiter = (_bytes, work) => work()

/** The semaphore's own cost grows with its capacity, so it counts in parts of the whole, not in bytes. */
const PARTS = 1024

/**
 * Shares `capacity` bytes among running works, first come, first served; small ones run side by side. Work that needs
 * more than the whole capacity runs alone.
 */
export function createMemoryLimiter(capacity: number): MemoryLimiter {
  const semaphore = new Semaphore(PARTS)
  return (bytes, work) =>
    semaphore.runExclusive(work, Math.max(1, Math.min(PARTS, Math.ceil((PARTS * bytes) / capacity))))
}
