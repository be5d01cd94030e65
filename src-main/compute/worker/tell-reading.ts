import type { ReadWatch } from '../../analysis/decode/read-watch.ts'
import type { OwnerPort } from './owner-port.ts'

/** The owner hears of progress in reading so often at most, in milliseconds; what counts there are many seconds. */
const TELL_MS = 1000
/** How much longer than the first time reading a file again may take. */
const REREAD_FACTOR = 2

/** Tells the owner how the reading of a task's file goes and when the work on it begins. */
export function tellReading(owner: Pick<OwnerPort, 'post'>, id: number): ReadWatch {
  let toldMs = performance.now()
  return {
    reading() {
      const nowMs = performance.now()
      if (nowMs - toldMs < TELL_MS) return
      toldMs = nowMs
      owner.post({ kind: 'reading', id })
    },
    read: (rereadMs) => owner.post({ kind: 'working', id, extraMs: rereadMs * REREAD_FACTOR }),
  }
}
