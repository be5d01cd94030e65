import type { OperationsRequest } from '../../analysis/operations/calls.ts'
import type { JobOrder, Places } from '../../compute/host/job-order.ts'
import type { Job } from '../../compute/host/job.ts'

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

type Lane<T> = {
  /** In order of arrival; never empty. */
  items: Set<T>
  /** How many times in a row the oldest was skipped. */
  passed: number
}

/** How many of an owner's oldest items are compared by rank. */
const MAX_RANKED = 64
const MAX_PASSED = 16

/**
 * Waiting items of several owners, who take turns: after a turn an owner goes behind all others. Within an owner the
 * oldest item goes first, or one with a higher rank. Every step takes constant time, except `longest`, which visits all
 * owners.
 */
class FairQueue<T> {
  /** In the order of turns. */
  readonly #lanes = new Map<string, Lane<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Number of an owner's waiting items. */
  sizeOf(owner: string): number {
    return this.#lanes.get(owner)?.items.size ?? 0
  }

  push(owner: string, item: T): void {
    const lane = this.#lanes.get(owner) ?? { items: new Set(), passed: 0 }
    lane.items.add(item)
    this.#lanes.set(owner, lane)
    this.#size++
  }

  /** The oldest item of the owner whose turn it is; undefined if nothing waits. */
  first(): T | undefined {
    const [lane] = this.#lanes.values()
    return lane && oldestOf(lane)
  }

  /**
   * Removes and returns the next item; undefined if nothing waits. With `rank`, the highest of the owner's oldest few
   * goes first, but the very oldest is skipped only a few times.
   */
  next(rank?: (item: T) => number): T | undefined {
    const [turn] = this.#lanes
    if (turn === undefined) return undefined
    const [owner, lane] = turn
    const item = pick(lane, rank)
    this.#lanes.delete(owner)
    this.#lanes.set(owner, lane)
    this.remove(owner, item)
    return item
  }

  /** Removes an item out of turn; false if it does not wait. */
  remove(owner: string, item: T): boolean {
    const lane = this.#lanes.get(owner)
    if (!lane?.items.delete(item)) return false
    if (lane.items.size === 0) this.#lanes.delete(owner)
    this.#size--
    return true
  }

  /** The owner with most waiting items; undefined if nothing waits. */
  longest(): string | undefined {
    let longest: [string, Lane<T>] | undefined
    for (const each of this.#lanes) if (!longest || each[1].items.size > longest[1].items.size) longest = each
    return longest?.[0]
  }

  /** The item that an owner added last. */
  latestOf(owner: string): T | undefined {
    return [...(this.#lanes.get(owner)?.items ?? [])].at(-1)
  }
}

/** A lane is never empty. */
function oldestOf<T>(lane: Lane<T>): T {
  const [oldest] = lane.items as Iterable<T> as [T]
  return oldest
}

/** The oldest item, or a younger one with a higher rank. */
function pick<T>(lane: Lane<T>, rank: (item: T) => number = () => 0): T {
  const oldest = oldestOf(lane)
  let [best, highest, ranked] = [oldest, rank(oldest), 0]
  for (const item of lane.items) {
    if (lane.passed >= MAX_PASSED || ranked++ >= MAX_RANKED) break
    const own = rank(item)
    if (own > highest) [best, highest] = [item, own]
  }
  lane.passed = best === oldest ? 0 : lane.passed + 1
  return best
}
