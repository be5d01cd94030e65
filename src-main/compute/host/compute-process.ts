import { KEEPS_FREED } from '../../analysis/models/runtime/session-memory.ts'
import { MEMORY_MARK, USED_MARK } from '../marks.ts'
import type { FromCompute, ToCompute } from '../protocol.ts'
import { findEntry, forkProcess, type ForkedProcess } from './forked-process.ts'

/** A running compute process as its owner sees it, however it was started. */
export type ComputeProcess = ForkedProcess<ToCompute, FromCompute, ProcessEnd> & {
  /** Hears now and then, while the process works, how many milliseconds of processor time it has used in all. */
  onUsed(listener: (ms: number) => void): void
}

/** How a process ended, in a few words, and whether it ended itself because it held too much memory. */
export type ProcessEnd = { how: string; isOutOfMemory: boolean }

/** Starts a compute process from its entry file. In Electron's main process this is built on `utilityProcess.fork`. */
export type ForkCompute = (entry: string) => ComputeProcess

/** Where the compute process begins. */
export const computeEntry = (): string => findEntry('compute', import.meta.url)

/** The largest value that glibc takes. */
const MOST_KEPT_BYTES = String(32 * 1024 * 1024)

/** How glibc's malloc treats the memory of a compute process. */
const allocation = {
  // Many arenas keep what libvips' threads gave back.
  MALLOC_ARENA_MAX: '2',
  // Memory goes from one model and one picture to the next, and is not asked of the system anew for each.
  [KEEPS_FREED]: MOST_KEPT_BYTES,
  MALLOC_MMAP_THRESHOLD_: MOST_KEPT_BYTES,
}

const USED_LINE = new RegExp(`${USED_MARK}(\\d+)\n`, 'g')
/** What libraries write whose request for memory the system refused. */
const NO_MEMORY = /out of memory|failed to allocate|bad_alloc|cannot allocate memory/i

/** Starts a compute process under Node. What it writes to stderr goes to `onNoise`; `onStart` gets its process id. */
export function forkNode(
  entry: string,
  onNoise: (text: string) => void = () => undefined,
  onStart: (pid: number) => void = () => undefined,
): ComputeProcess {
  let isOutOfMemory = false
  let onUsed: (ms: number) => void = () => undefined
  const child = forkProcess<ToCompute, FromCompute>(entry, {
    // Pictures live outside the heap, and V8 answers each few of them with incremental marking: a fifth of all
    // processor time.
    // Nobody waits on this process for a frame, so whole collections, far fewer of them, are cheaper. A small nursery
    // costs no time here and keeps a hundred megabytes of dead pictures from waiting in it.
    execArgv: ['--no-incremental-marking', '--max-semi-space-size=4', '--max-old-space-size=1024'],
    env: { ...process.env, ...(process.platform === 'linux' ? allocation : {}) },
    onNoise(text) {
      for (const [, ms] of text.matchAll(USED_LINE)) onUsed(Number(ms))
      const noise = text.replaceAll(USED_LINE, '')
      isOutOfMemory ||= noise.includes(MEMORY_MARK) || NO_MEMORY.test(noise)
      if (noise !== '') onNoise(noise)
    },
    onStart,
  })
  return {
    ...child,
    onExit: (listener) => child.onExit((how) => listener({ how, isOutOfMemory })),
    onUsed: (listener) => void (onUsed = listener),
  }
}
