import { REPORT_MS } from '../marks.ts'
import type { InFlightJob } from './in-flight-job.ts'

/** A process that used less than this share of a processor since its last report only waits. */
const IDLE_SHARE = 0.02
/** Reports closer together than this waited in the pipe while this process was busy. */
const PILED_UP_MS = REPORT_MS / 4

/** Divides the processor time that a process reports among its jobs. */
export class WorkReports {
  #usedMs: number | null = null
  #heardMs = 0

  /**
   * Takes a report of the processor time that the process has used in all, in milliseconds; `jobs` are those in flight.
   */
  note(usedMs: number, jobs: readonly InFlightJob[], nowMs = performance.now()): void {
    const used = usedMs - (this.#usedMs ?? usedMs)
    const isFirst = this.#usedMs === null
    const isPiledUp = nowMs - this.#heardMs < PILED_UP_MS
    this.#usedMs = usedMs
    this.#heardMs = nowMs
    if (isFirst) return
    const working = jobs.filter(({ isWorking }) => isWorking).length
    const report = {
      ranMs: isPiledUp ? 0 : REPORT_MS,
      usedMs: used / Math.max(1, working),
      isIdle: used < REPORT_MS * IDLE_SHARE,
    }
    for (const job of jobs) job.noteReport(report)
  }
}
