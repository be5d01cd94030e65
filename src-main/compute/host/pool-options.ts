import { availableParallelism, totalmem } from 'node:os'
import type { ComputeStart } from '../protocol.ts'
import type { ComputeProcess } from './compute-process.ts'
import type { WorkerLimits } from './compute-worker.ts'
import type { JobOrder } from './job-order.ts'

export type PoolOptions = {
  start: ComputeStart
  /** Starts one compute process. */
  fork: () => ComputeProcess
  onProblem: (message: string, details: object) => void
  /** Receives errors without a code that a port threw. */
  onPortFault?: ((error: unknown) => void) | undefined
  /** Holds the waiting jobs and chooses the next one. By default first come, first served, pictures on screen first. */
  order?: JobOrder | undefined
  processes?: number | undefined
  limits?: Partial<PoolLimits> | undefined
}

export type PoolLimits = WorkerLimits & {
  /** Milliseconds without work after which all processes end and release their memory. */
  idleMs: number
  /** The pool starts another process, if it may, before any process has more than this many photos in flight. */
  growAt: number
  /** Bytes that large decodes may hold at once, over all processes. */
  memoryBytes: number
  /** A process with more than this many bytes is ended at once; what it worked on is too large. */
  processBytes: number
  /** First pause in milliseconds before a process is started again after a fault; doubles up to 30 s. */
  backOffMs: number
  /** When no process can be started, this many waiting jobs fail at a time; the rest get another try. */
  failTogether: number
}

const MEGABYTE = 1024 * 1024
export const DEFAULT_LIMITS: PoolLimits = {
  inFlight: 2,
  growAt: 2,
  startMs: 60_000,
  stalledMs: 60_000,
  sharedMs: 8_000,
  aloneMs: 19_000,
  residentBytes: 600 * MEGABYTE,
  idleMs: 60_000,
  memoryBytes: 512 * MEGABYTE,
  processBytes: suitableBytes(),
  backOffMs: 250,
  failTogether: Infinity,
}

/**
 * How many processes suit this machine: one for each core, at most four. More would cost more memory than their speed
 * is worth.
 */
export function suitableProcesses(): number {
  return Math.min(4, availableParallelism())
}

/** Processes that may analyse in the background while someone uses the window: all but one core's. */
export function processesBesidePerson(processes: number, cores = availableParallelism()): number {
  return Math.min(processes, Math.max(1, cores - 1))
}

/**
 * Bytes that a compute process may hold, on a machine with this many bytes: half of them. The models and the largest
 * decodable picture (`limits.decodeBytes`) together need 1.5 GB.
 */
export function suitableBytes(machineBytes = usableBytes()): number {
  return Math.min(2048 * MEGABYTE, Math.max(1024 * MEGABYTE, Math.floor(machineBytes / 2)))
}

/** Bytes of memory of the machine, or of the container if that has less. */
function usableBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}
