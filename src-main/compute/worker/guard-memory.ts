import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { MEMORY_MARK } from '../memory-mark.ts'

/** Ends this process when it holds too much memory while it works. */
export type MemoryGuard = {
  /** Looks at the memory until the work is done. */
  during<T>(work: () => Promise<T>): Promise<T>
}

type WatchData = { running: Int32Array; mostBytes: number; everyMs: number; mark: string }

/** Decoders fill about 3 MB a millisecond. */
const LOOK_EVERY_MS = 20
/** Between -1000 and 1000: how readily Linux ends a process when the whole machine has no memory left. */
const OOM_SCORE = 600

/**
 * Watches this process from a thread of its own, since a decoder or a model may keep the main thread busy for seconds.
 * What a file needs is estimated before it is decoded; this is for files that lie, and for faults of decoders.
 */
export function guardMemory(mostBytes: number): MemoryGuard {
  offerToEndFirst()
  const running = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WatchData = { running, mostBytes, everyMs: LOOK_EVERY_MS, mark: MEMORY_MARK }
  // As text, since a thread in a file of its own would need an entry in every bundle, and this file would load sharp.
  new Worker(`(${watchMemory.toString()})()`, { eval: true, workerData }).unref()
  return {
    async during(work) {
      if (Atomics.add(running, 0, 1) === 0) Atomics.notify(running, 0)
      try {
        return await work()
      } finally {
        Atomics.sub(running, 0, 1)
      }
    },
  }
}

/** Runs in the thread, which knows nothing but what is in this function; sleeps while nothing is worked on. */
function watchMemory(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { running, mostBytes, everyMs, mark } = workerData as WatchData
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    Atomics.wait(running, 0, 0)
    if (process.memoryUsage.rss() > mostBytes) {
      writeSync(2, `${mark}\n`)
      process.kill(process.pid, 'SIGKILL')
    }
    Atomics.wait(pause, 0, 0, everyMs)
  }
}

/** A machine without memory then loses one photo's process, and neither the library nor other programs. */
function offerToEndFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', `${OOM_SCORE}`)
  } catch {
    // Some containers do not permit it; nothing depends on it.
  }
}
