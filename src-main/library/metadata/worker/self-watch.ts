import { workerData } from 'node:worker_threads'
import type { SelfWatch } from './start-self-watch.ts'

// A thread beside the one that reads files. An endless loop there notices neither that the library is gone nor that
// memory runs out: this thread does, and ends the process.
const { libraryPid, residentBytes, everyMs } = workerData as SelfWatch

setInterval(() => {
  if (isOrphan() || process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL')
}, everyMs)

/** Windows keeps the number of a dead parent; elsewhere another process takes its place. */
function isOrphan(): boolean {
  if (process.ppid !== libraryPid) return true
  try {
    process.kill(libraryPid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
