import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { Job } from './job.ts'

export type TimeLimits = {
  /** A process that is not ready after so many milliseconds does not start. */
  startMs: number
  /**
   * A file of which nothing comes for this many milliseconds is given up, since its disk or network share stands still;
   * so is work that takes no processor time for so long. Only time counts in which the process could run.
   */
  stalledMs: number
  /**
   * After this many milliseconds of processor time without an answer a process with several photos is ended and they
   * are tried one by one.
   */
  sharedMs: number
  /** Most processor time in milliseconds for a photo, both tries together; both limits on a machine of usual speed. */
  aloneMs: number
}

export type InFlightOptions = {
  limits: TimeLimits
  /** Shared by all processes. */
  memory: MemoryLimiter
  /** True while the process works on other jobs too. */
  isShared(): boolean
  /** See `slownessNow`: a slower machine has more processor time. */
  slowness(): number
  /** The job took longer than it may. */
  onLate(): void
  /** Nothing of the job's file has come for too long. */
  onStalled(): void
}

/** What a process did since its last report. */
export type WorkReport = {
  /** Milliseconds in which it could run, whatever it did. */
  ranMs: number
  /** The job's share of the processor time, in milliseconds. */
  usedMs: number
  /** Nothing was computed, for any job. */
  isIdle: boolean
}

/** A job that a process has: how long it may take still, and the memory that it was given. */
export class InFlightJob {
  readonly job: Job
  readonly #options: InFlightOptions
  /** What gives memory back, by the ticket under which it was asked for. */
  readonly #held = new Map<number, () => void>()
  #isReading = true
  /** Requests for memory that wait for others. */
  #waiting = 0
  #usedMs = 0
  /** How long nothing has come of the file, or nothing was computed. */
  #quietMs = 0
  /** Work may be quiet for so much longer. */
  #extraMs = 0
  #wasAloneWhenLooked = false
  #hasEnded = false

  constructor(job: Job, options: InFlightOptions) {
    this.job = job
    this.#options = options
  }

  /** True while processor time of the process may be this job's. */
  get isWorking(): boolean {
    return !this.#hasEnded && !this.#isReading && this.#waiting === 0
  }

  /** More of the file was read. */
  noteProgress(): void {
    if (this.#isReading) this.#quietMs = 0
  }

  /** The file is read; from here on its time counts. */
  noteWork(extraMs: number): void {
    this.#isReading = false
    this.#extraMs = extraMs
    this.#beginAnew()
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

  /** Calls `onGranted` once there is memory for it. Waiting for others is not the job's own time. */
  acquireMemory(ticket: number, bytes: number, onGranted: () => void): void {
    this.#waiting++
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    this.#held.set(ticket, release)
    void this.#options.memory(bytes, async () => {
      this.#waiting--
      if (this.#hasEnded) return
      this.#beginAnew()
      onGranted()
      await released
    })
  }

  releaseMemory(ticket: number): void {
    this.#held.get(ticket)?.()
    this.#held.delete(ticket)
  }

  /** The job was answered, or its process is gone. */
  end(): void {
    this.#hasEnded = true
    for (const release of this.#held.values()) release()
  }

  #beginAnew(): void {
    this.#usedMs = 0
    this.#quietMs = 0
    this.#wasAloneWhenLooked = false
  }

  #noteQuiet(ranMs: number, onTooLong: () => void): void {
    this.#quietMs += ranMs
    if (this.#quietMs >= this.#options.limits.stalledMs + this.#extraMs) onTooLong()
  }

  /** A job that shares its process is looked at early; one that is alone gets the rest of its time. */
  #isLate(): boolean {
    const { limits, isShared } = this.#options
    if (this.job.isAlone) return this.#hasUsed(limits.aloneMs - limits.sharedMs)
    if (this.#usedMs < limits.sharedMs) return false
    if (!this.#wasAloneWhenLooked && isShared()) return true
    this.#wasAloneWhenLooked = true
    return this.#hasUsed(limits.aloneMs)
  }

  #hasUsed(mostMs: number): boolean {
    return this.#usedMs >= mostMs && this.#usedMs >= mostMs * this.#options.slowness()
  }
}
