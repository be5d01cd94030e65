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
  /** Holds what waits and decides what goes next; first come, first served where absent, pictures to look at first. */
  order?: JobOrder | undefined
  processes?: number | undefined
  limits?: Partial<PoolLimits> | undefined
}

export type PoolLimits = WorkerLimits & {
  /** Milliseconds without work after which all processes end and give their memory back. */
  idleMs: number
  /** Another process is started, as long as more are allowed, before any has more than so many photos in flight. */
  growAt: number
  /** Bytes that heavy decodes may hold at once, in all processes together. */
  memoryBytes: number
  /** A process that holds more than so many bytes is ended at once; what it worked on is too large. */
  processBytes: number
  /** First wait in milliseconds before a process is started again after a fault; doubles up to 30 s. */
  backOffMs: number
  /** So many waiting jobs fail where no process can be started; the others may be luckier. */
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
 * How many processes suit this machine: one for each core. More than four cost more memory than their speed is worth.
 */
export function suitableProcesses(): number {
  return Math.min(4, availableParallelism())
}

/** How many of some processes go on with what nobody waits for while a person works: one core is left to them. */
export function processesBesidePerson(processes: number, cores = availableParallelism()): number {
  return Math.min(processes, Math.max(1, cores - 1))
}

/**
 * What a compute process may hold at most on a machine with so many bytes of memory: half of it. The models and the
 * largest picture that is decoded (`limits.decodeBytes`) together need 1.5 GB.
 */
export function suitableBytes(machineBytes = usableBytes()): number {
  return Math.min(2048 * MEGABYTE, Math.max(1024 * MEGABYTE, Math.floor(machineBytes / 2)))
}

/** Memory of the machine, or of the container where that has less. */
function usableBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}
