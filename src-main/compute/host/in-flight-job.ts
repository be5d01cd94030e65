import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { Job } from './job.ts'

export type TimeLimits = {
  /** A process that is not ready after this many milliseconds counts as failed to start. */
  startMs: number
  /**
   * A file that delivers nothing for this many milliseconds is given up, since its disk or network share does not
   * respond. So is work that takes no processor time for this long. Only time in which the process could run counts.
   */
  stalledMs: number
  /**
   * A process with several photos is ended after this many milliseconds of processor time without an answer; the photos
   * are then tried one by one.
   */
  sharedMs: number
  /**
   * Maximum processor time in milliseconds for a photo, over both tries. Both limits are for a machine of usual speed.
   */
  aloneMs: number
}

export type InFlightOptions = {
  limits: TimeLimits
  /** Shared by all processes. */
  memory: MemoryLimiter
  /** True while the process works on other jobs too. */
  isShared(): boolean
  /** See `slownessNow`: a slower machine gets more processor time. */
  slowness(): number
  /** The job took longer than it may. */
  onLate(): void
  /** The job's file has delivered nothing for too long. */
  onStalled(): void
}

/** What a process did since its last report. */
export type WorkReport = {
  /** Milliseconds in which it could run, busy or not. */
  ranMs: number
  /** The job's share of the processor time, in milliseconds. */
  usedMs: number
  /** True if it computed nothing for any job. */
  isIdle: boolean
}

/** A job in a process: its remaining time and the memory that it holds. */
export class InFlightJob {
  readonly job: Job
  readonly #options: InFlightOptions
  /** Releases memory, by the ticket of its request. */
  readonly #held = new Map<number, () => void>()
  #isReading = true
  /** Requests for memory that wait for others. */
  #waiting = 0
  #usedMs = 0
  /** Milliseconds since the file delivered anything, or since anything was computed. */
  #quietMs = 0
  /** Work may be quiet for this much longer. */
  #extraMs = 0
  #wasAloneWhenLooked = false
  #hasEnded = false

  constructor(job: Job, options: InFlightOptions) {
    this.job = job
    this.#options = options
  }

  /** True while the job may use processor time. */
  get isWorking(): boolean {
    return !this.#hasEnded && !this.#isReading && this.#waiting === 0
  }

  /** More of the file was read. */
  noteProgress(): void {
    if (this.#isReading) this.#quietMs = 0
  }

  /** The file is read; from here on the job's time counts. */
  noteWork(extraMs: number): void {
    this.#isReading = false
    this.#extraMs = extraMs
    this.#restart()
  }

  /** Calls `onLate` or `onStalled` once the job's time is up. */
  noteReport({ ranMs, usedMs, isIdle }: WorkReport): void {
    if (this.#hasEnded) return
    if (this.#isReading) return this.#noteQuiet(ranMs, this.#options.onStalled)
    if (!this.isWorking) return
    if (isIdle) return this.#noteQuiet(ranMs, this.#options.onLate)
    this.#quietMs = 0
    this.#usedMs += usedMs
    if (this.#isLate()) this.#options.onLate()
  }

  /** Calls `onGranted` once there is memory. Waiting for others does not count as the job's time. */
  acquireMemory(ticket: number, bytes: number, onGranted: () => void): void {
    this.#waiting++
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    this.#held.set(ticket, release)
    void this.#options.memory(bytes, async () => {
      this.#waiting--
      if (this.#hasEnded) return
      this.#restart()
      onGranted()
      await released
    })
  }

  releaseMemory(ticket: number): void {
    this.#held.get(ticket)?.()
    this.#held.delete(ticket)
  }

  /** The job was answered, or its process has ended. */
  end(): void {
    this.#hasEnded = true
    for (const release of this.#held.values()) release()
  }

  #restart(): void {
    this.#usedMs = 0
    this.#quietMs = 0
    this.#wasAloneWhenLooked = false
  }

  #noteQuiet(ranMs: number, onTooLong: () => void): void {
    this.#quietMs += ranMs
    if (this.#quietMs >= this.#options.limits.stalledMs + this.#extraMs) onTooLong()
  }

  /** A job in a shared process is checked early; a job alone gets the rest of its time. */
  #isLate(): boolean {
    const { limits, isShared } = this.#options
    if (this.job.isAlone) return this.#hasUsed(limits.aloneMs - limits.sharedMs)
    if (this.#usedMs < limits.sharedMs) return false
    if (!this.#wasAloneWhenLooked && isShared()) return true
    this.#wasAloneWhenLooked = true
    return this.#hasUsed(limits.aloneMs)
  }

  #hasUsed(maxMs: number): boolean {
    return this.#usedMs >= maxMs && this.#usedMs >= maxMs * this.#options.slowness()
  }
}
