import { KEEPS_FREED } from '../../analysis/models/runtime/session-memory.ts'
import { MEMORY_MARK, USED_MARK } from '../marks.ts'
import type { FromCompute, ToCompute } from '../protocol.ts'
import { findEntry, forkProcess, type ForkedProcess } from './forked-process.ts'

/** A running compute process as its owner sees it, however it was started. */
export type ComputeProcess = ForkedProcess<ToCompute, FromCompute, ProcessEnd> & {
  /** Receives, now and then while the process works, its total processor time in milliseconds. */
  onUsed(listener: (ms: number) => void): void
}

/** How a process ended, in a few words, and whether it ended itself because it held too much memory. */
export type ProcessEnd = { how: string; isOutOfMemory: boolean }

/** Starts a compute process from its entry file. In Electron's main process this is built on `utilityProcess.fork`. */
export type ForkCompute = (entry: string) => ComputeProcess

/** Entry file of the compute process. */
export const computeEntry = (): string => findEntry('compute', import.meta.url)

/** The largest value that glibc accepts. */
const MAX_KEPT_BYTES = String(32 * 1024 * 1024)

/** How glibc's malloc treats the memory of a compute process. */
const allocation = {
  // With many arenas, memory that libvips' threads have freed stays with the process.
  MALLOC_ARENA_MAX: '2',
  // Freed memory serves the next model or picture, without a request to the system each time.
  [KEEPS_FREED]: MAX_KEPT_BYTES,
  MALLOC_MMAP_THRESHOLD_: MAX_KEPT_BYTES,
}

const USED_LINE = new RegExp(`${USED_MARK}(\\d+)\n`, 'g')
/** What libraries write when the system refuses them memory. */
const NO_MEMORY = /out of memory|failed to allocate|bad_alloc|cannot allocate memory/i

/**
 * Starts a compute process under Node. `onNoise` receives what it writes to stderr; `onStart` receives its process id.
 */
export function forkNode(
  entry: string,
  onNoise: (text: string) => void = () => undefined,
  onStart: (pid: number) => void = () => undefined,
): ComputeProcess {
  let isOutOfMemory = false
  let onUsed: (ms: number) => void = () => undefined
  const child = forkProcess<ToCompute, FromCompute>(entry, {
    // Pictures live outside the heap, and V8 answers every few of them with incremental marking, which takes a fifth of
    // all processor time. Nobody waits for a frame of this process, so a few whole collections are cheaper. A small
    // nursery costs no time here and keeps a hundred megabytes of dead pictures from waiting in it.
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
