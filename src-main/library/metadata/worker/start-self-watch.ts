import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Settings of the watching thread: the parent's process id, and the maximum memory in bytes. */
export type SelfWatch = { libraryPid: number; residentBytes: number; everyMs: number }

const EVERY_MS = 250
/** The process has about 90 MB; what is read of one file is limited to 16 MB. */
const MAX_RESIDENT_BYTES = 768 * 1024 * 1024

/** Starts the thread that ends this process when the library is gone, or when it uses too much memory. */
export function startSelfWatch(): void {
  const data: SelfWatch = { libraryPid: process.ppid, residentBytes: MAX_RESIDENT_BYTES, everyMs: EVERY_MS }
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  new Worker(watchPath(), { workerData: data, resourceLimits: limits, execArgv: [] }).unref()
}

/** Beside this file as source, or built as `metadata-watch.js` beside the program or its chunks. */
function watchPath(): string {
  const paths = ['./self-watch.ts', './metadata-watch.js', '../metadata-watch.js'].map((candidate) =>
    fileURLToPath(new URL(candidate, import.meta.url)),
  )
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The watching program is missing; looked for ${paths.join(', ')}.`)
  return found
}
