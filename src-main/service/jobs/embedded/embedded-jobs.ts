import { randomText } from '../../ids/random-text.ts'
import {
  FAILURE_PAUSE_MS,
  MAX_FAILURES,
  type JobData,
  type Jobs,
  type JobWork,
  type SendOptions,
} from '../../ports/jobs.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import { systemClock, type Clock } from '../../timers/clock.ts'
import type { JobRow, JobRows } from '../../store/sqlite/job-rows.ts'

export type EmbeddedJobsOptions = {
  rows: JobRows
  log: Pick<ServiceLog, 'error' | 'warn'>
  clock?: Clock
  failurePauseMs?: number
}

/** The clock may be set meanwhile, and timers cannot wait for long: checking every minute does no harm. */
const MAX_WAIT_MS = 60_000

type Queue = { work: JobWork<JobData>; underWay: Set<Promise<void>>; cancelWake: (() => void) | undefined }

/** Jobs of a single-process service, kept in its database. Jobs that an earlier process left unfinished wait again. */
export class EmbeddedJobs implements Jobs {
  readonly #rows: JobRows
  readonly #log: Pick<ServiceLog, 'error' | 'warn'>
  readonly #clock: Clock
  readonly #failurePauseMs: number
  readonly #queues = new Map<string, Queue>()
  readonly #closing = new AbortController()

  constructor({ rows, log, clock = systemClock, failurePauseMs = FAILURE_PAUSE_MS }: EmbeddedJobsOptions) {
    this.#rows = rows
    this.#log = log
    this.#clock = clock
    this.#failurePauseMs = failurePauseMs
    // The process ended during these. Those with too many failures are given up when their queue is worked on.
    for (const row of rows.taken()) rows.giveBack({ ...row, dueMs: clock.now(), failures: row.failures + 1 })
  }

  async send(queue: string, data: JobData, { key, owner = '', inMs = 0 }: SendOptions = {}): Promise<boolean> {
    const isAdded = this.#rows.add({
      queue,
      key: key ?? randomText(22),
      owner,
      data: JSON.stringify(data),
      dueMs: this.#clock.now() + inMs,
    })
    this.#startDue(queue)
    return isAdded
  }

  async work<T extends JobData>(queue: string, work: JobWork<T>): Promise<void> {
    this.#queues.set(queue, { work: work as unknown as JobWork<JobData>, underWay: new Set(), cancelWake: undefined })
    this.#startDue(queue)
  }

  async cancel(queue: string, owner: string): Promise<void> {
    this.#rows.cancel(queue, owner)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the service is stopping'))
    for (const { cancelWake } of this.#queues.values()) cancelWake?.()
    for (const { underWay } of this.#queues.values()) await Promise.all(underWay)
  }

  /** Starts due jobs up to the concurrency, and sets a timer for the next. */
  #startDue(name: string): void {
    const queue = this.#queues.get(name)
    if (queue === undefined || this.#closing.signal.aborted) return
    queue.cancelWake?.()
    while (queue.underWay.size < queue.work.concurrency) {
      const row = this.#rows.take(name, this.#clock.now())
      if (row === undefined) return this.#wakeForNext(name, queue)
      this.#start(row, queue)
    }
  }

  #wakeForNext(name: string, queue: Queue): void {
    const at = this.#rows.nextAt(name)
    if (at === null) return
    const waitMs = Math.min(Math.max(0, at - this.#clock.now()), MAX_WAIT_MS)
    queue.cancelWake = this.#clock.after(waitMs, () => this.#startDue(name))
  }

  #start(row: JobRow, queue: Queue): void {
    const doing: Promise<void> = this.#do(row, queue.work)
      .catch((error: unknown) => this.#log.error('the end of a job could not be noted', { queue: row.queue, error }))
      .finally(() => {
        queue.underWay.delete(doing)
        this.#startDue(row.queue)
      })
    queue.underWay.add(doing)
  }

  async #do(row: JobRow, work: JobWork<JobData>): Promise<void> {
    const data = JSON.parse(row.data) as JobData
    const { signal } = this.#closing
    try {
      if (row.failures >= MAX_FAILURES) {
        await work.giveUp(data)
        this.#log.warn('a job was given up', { queue: row.queue, key: row.key })
        return this.#rows.remove(row.id)
      }
      const end = await work.run({ data, attempt: row.attempt, signal })
      if (end === 'done') return this.#rows.remove(row.id)
      this.#rows.giveBack({ ...row, dueMs: this.#clock.now() + end.againInMs, attempt: row.attempt + 1, failures: 0 })
    } catch (error) {
      if (signal.aborted) return this.#rows.giveBack({ ...row, dueMs: this.#clock.now() })
      this.#log.error('a job failed', { queue: row.queue, key: row.key, error })
      const failures = Math.min(row.failures + 1, MAX_FAILURES)
      this.#rows.giveBack({ ...row, dueMs: this.#clock.now() + this.#failurePauseMs, failures })
    }
  }
}
