import type { Job } from './job.ts'

/** Where a picture is still decoded: in a process with a free place, only in a busy one, or nowhere. */
export type PictureLocation = 'available' | 'busy' | 'nowhere'

/** The processes, as the code that chooses the next job sees them. */
export type Places = {
  /** True if a process has a place for this job now. */
  fits(job: Job): boolean
  locate(pictureId: string): PictureLocation
}

/** Holds the waiting jobs and chooses the next one. The pool asks whenever a place may be free. */
export type JobOrder = {
  /** Number of waiting jobs. */
  readonly size: number
  add(job: Job): void
  /** Takes back jobs whose process ended; they go before all others. */
  putBack(jobs: readonly Job[]): void
  /** Removes and returns the next job; undefined if none fits now. */
  next(places: Places): Job | undefined
  /** Removes a job that nobody needs any more. Does nothing if it was sent already. */
  remove(taskId: number): void
}

/** Jobs that a person waits for. */
const urgent: ReadonlySet<Job['task']['kind']> = new Set<Job['task']['kind']>(['render', 'cut', 'describe'])

/** First come, first served, except that jobs that a person waits for go first: pictures, files and texts. */
export class UrgentFirstOrder implements JobOrder {
  readonly #jobs: Job[] = []

  get size(): number {
    return this.#jobs.length
  }

  add(job: Job): void {
    if (urgent.has(job.task.kind)) this.#jobs.unshift(job)
    else this.#jobs.push(job)
  }

  putBack(jobs: readonly Job[]): void {
    this.#jobs.unshift(...jobs)
  }

  next(places: Places): Job | undefined {
    const index = this.#jobs.findIndex((job) => places.fits(job))
    return index < 0 ? undefined : this.#jobs.splice(index, 1)[0]
  }

  remove(taskId: number): void {
    const index = this.#jobs.findIndex((job) => job.task.id === taskId)
    if (index >= 0) this.#jobs.splice(index, 1)
  }
}
