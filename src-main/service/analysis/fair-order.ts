import type { OperationsRequest } from '../../analysis/operations/calls.ts'
import type { JobOrder, Places } from '../../compute/host/job-order.ts'
import type { Job } from '../../compute/host/job.ts'
import { FairQueue } from './fair-queue.ts'

/**
 * Pictures that a free process has decoded go first, those whose process is busy go last, because decoding is most of
 * the cost of many requests.
 */
const ranks = { available: 1, nowhere: 0, busy: -1 } as const

/** The order of a service's requests: accounts take turns, and decoded pictures come first within an account. */
export class FairOrder implements JobOrder {
  readonly #waiting = new FairQueue<Job>()
  /** Jobs of processes that ended. */
  readonly #again: Job[] = []
  /** Waiting jobs by the id of their task. */
  readonly #jobs = new Map<number, Job>()

  get size(): number {
    return this.#again.length + this.#waiting.size
  }

  /** Number of requests that were never sent. */
  get unsent(): number {
    return this.#waiting.size
  }

  /** Requests that were never sent, in order of arrival. */
  unsentRequests(): OperationsRequest[] {
    return [...this.#jobs.values()].flatMap((job) => requestOf(job) ?? [])
  }

  add(job: Job): void {
    this.#jobs.set(job.task.id, job)
    this.#waiting.push(ownerOf(job), job)
  }

  putBack(jobs: readonly Job[]): void {
    this.#again.unshift(...jobs)
  }

  next(places: Places): Job | undefined {
    const again = this.#again.findIndex((job) => places.fits(job))
    if (again >= 0) return this.#again.splice(again, 1)[0]
    const first = this.#waiting.first()
    // Requests that were never sent all need the same: a place in any process.
    if (first === undefined || !places.fits(first)) return undefined
    const job = this.#waiting.next((each) => ranks[places.locate(pictureOf(each))])
    if (job !== undefined) this.#jobs.delete(job.task.id)
    return job
  }

  remove(taskId: number): void {
    const job = this.#jobs.get(taskId)
    if (job === undefined) return
    this.#jobs.delete(taskId)
    this.#waiting.remove(ownerOf(job), job)
  }

  /**
   * The request that gives way to another one of this account: the latest of the account with the most waiting
   * requests. Undefined if that is this account itself, so that nobody can shut out the others.
   */
  givesWayTo(owner: string): OperationsRequest | undefined {
    const longest = this.#waiting.longest()
    if (longest === undefined || this.#waiting.sizeOf(longest) <= this.#waiting.sizeOf(owner) + 1) return undefined
    const latest = this.#waiting.latestOf(longest)
    return latest && requestOf(latest)
  }
}

const requestOf = ({ task }: Job) => (task.kind === 'operate' ? task.request : undefined)
const ownerOf = (job: Job) => requestOf(job)?.owner ?? ''
const pictureOf = (job: Job) => requestOf(job)?.pictureId ?? ''
