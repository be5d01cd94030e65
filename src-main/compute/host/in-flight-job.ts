import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { Job } from './job.ts'

export type TimeLimits = {
  /** A process that is not ready after so many milliseconds does not start. */
  startMs: number
  /** A file of which nothing comes for this many milliseconds is given up; its disk or network share stands still. */
  stalledMs: number
  /**
   * After this many milliseconds of work without an answer a process with several photos is ended and they are tried
   * one by one.
   */
  sharedMs: number
  /** Longest work in milliseconds for a photo, both tries together. */
  aloneMs: number
}

export type InFlightOptions = {
  limits: TimeLimits
  /** Shared by all processes. */
  memory: MemoryLimiter
  /** How many times longer work takes than usual. */
  slowness(): number
  /** True once the process has started. */
  isReady(): boolean
  /** True while the process works on other jobs too. */
  isShared(): boolean
  /** The job took longer than it may. */
  onLate(): void
  /** Nothing of the job's file has come for too long. */
  onStalled(): void
}

/** A job that a process has: how long it may take still, and the memory that it was given. */
export class InFlightJob {
  readonly job: Job
  readonly #options: InFlightOptions
  /** What gives memory back, by the ticket under which it was asked for. */
  readonly #held = new Map<number, () => void>()
  #timer: NodeJS.Timeout | undefined
  #isReading = true
  /** Work may take so much longer than usual. */
  #extraMs = 0
  #hasEnded = false

  constructor(job: Job, options: InFlightOptions) {
    this.job = job
    this.#options = options
    this.noteProgress()
  }

  /** The process started, or read more of the file. */
  noteProgress(): void {
    if (this.#hasEnded || !this.#isReading) return
    const { limits, isReady, onStalled } = this.#options
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onStalled, isReady() ? limits.stalledMs : limits.startMs)
  }

  /** The file is read; from here on its time counts. */
  noteWork(extraMs: number): void {
    if (this.#hasEnded) return
    this.#isReading = false
    this.#extraMs = extraMs
    this.#startTimer()
  }

  /** Calls `onGranted` once there is memory for it. Waiting for others is not the job's own time. */
  acquireMemory(ticket: number, bytes: number, onGranted: () => void): void {
    clearTimeout(this.#timer)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    this.#held.set(ticket, release)
    void this.#options.memory(bytes, async () => {
      if (this.#hasEnded) return
      this.#startTimer()
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
    clearTimeout(this.#timer)
    for (const release of this.#held.values()) release()
  }

  /** A job that shares its process is looked at early; one that is alone gets the rest of its time. */
  #startTimer(): void {
    const { limits, onLate, slowness } = this.#options
    clearTimeout(this.#timer)
    if (this.job.isAlone) this.#timer = setTimeout(onLate, this.#aloneMs)
    else this.#timer = setTimeout(() => this.#checkShared(), limits.sharedMs * slowness() + this.#extraMs)
  }

  #checkShared(): void {
    const { isShared, onLate } = this.#options
    if (isShared()) onLate()
    else this.#timer = setTimeout(onLate, this.#aloneMs)
  }

  get #aloneMs(): number {
    const { limits, slowness } = this.#options
    return (limits.aloneMs - limits.sharedMs) * slowness() + this.#extraMs
  }
}
