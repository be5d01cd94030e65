import type { Job } from './job.ts'

/** Where a picture is decoded still: in a process that has a place, only in one that has none, or nowhere. */
export type PictureLocation = 'available' | 'busy' | 'nowhere'

/** The processes as seen by whoever decides what goes next. */
export type Places = {
  /** True when a process has a place for this job now. */
  fits(job: Job): boolean
  locate(pictureId: string): PictureLocation
}

/** Holds the jobs that wait and decides which goes next; the pool asks each time that a place may be free. */
export type JobOrder = {
  /** Jobs that wait. */
  readonly size: number
  add(job: Job): void
  /** Takes jobs back whose process ended; they go before all others. */
  putBack(jobs: readonly Job[]): void
  /** Takes out the job that goes next; undefined where none fits now. */
  next(places: Places): Job | undefined
  /** Takes out a job that nobody waits for any more; nothing happens where it was sent already. */
  remove(taskId: number): void
}

/** What a person waits for. */
const urgent: ReadonlySet<Job['task']['kind']> = new Set<Job['task']['kind']>(['render', 'cut', 'describe'])

/** First come, first served; pictures, files and texts that a person waits for go before everything else. */
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
