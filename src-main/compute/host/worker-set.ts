import { setTimeout as delay } from 'node:timers/promises'
import type { ComputeWorker } from './compute-worker.ts'
import type { PictureLocation, Places } from './job-order.ts'
import type { Job } from './job.ts'

/** The processes of a pool and the places in them. */
export class WorkerSet implements Places {
  /** The first this many processes analyse photos; the others are for what a person waits for. */
  analysing = Infinity
  /** Whether photos wait for a process with open models, if there is one, rather than go to a new one. */
  prefersWarm = false
  readonly #workers = new Set<ComputeWorker>()

  get size(): number {
    return this.#workers.size
  }

  /** Jobs in flight, over all processes. */
  get running(): number {
    return [...this.#workers].reduce((sum, worker) => sum + worker.size, 0)
  }

  /** True if a process has started and works. */
  get hasReady(): boolean {
    return [...this.#workers].some((worker) => worker.isReady)
  }

  /** True if a process accepts work and has its models open. */
  get hasWarm(): boolean {
    return [...this.#workers].some((worker) => worker.isWarm)
  }

  /** Processes that have not answered yet. */
  get starting(): number {
    return [...this.#workers].filter((worker) => !worker.isWarm && !worker.isRetiring).length
  }

  add(worker: ComputeWorker): void {
    this.#workers.add(worker)
  }

  delete(worker: ComputeWorker): void {
    this.#workers.delete(worker)
  }

  /** True if each process has at least this many jobs in flight. */
  allHave(jobs: number): boolean {
    return [...this.#workers].every((worker) => worker.size >= jobs)
  }

  /** Prefers a process that has the picture decoded and a free place, then the one with the fewest jobs. */
  findPlace(job: Job): ComputeWorker | undefined {
    const { task } = job
    const workers = [...this.#workers].slice(0, task.kind === 'analyse' ? this.analysing : undefined)
    const isLate = this.prefersWarm && this.hasWarm
    const open = workers.filter((worker) => worker.hasPlace(job) && (worker.isWarm || !isLate))
    const holder = task.kind === 'operate' && open.find((worker) => worker.hasPicture(task.request.pictureId))
    return holder || open.sort((a, b) => a.size - b.size)[0]
  }

  fits(job: Job): boolean {
    return this.findPlace(job) !== undefined
  }

  locate(pictureId: string): PictureLocation {
    const holders = [...this.#workers].filter((worker) => worker.hasPicture(pictureId))
    if (holders.length === 0) return 'nowhere'
    const isAvailable = holders.some((worker) => worker.hasPlace({ isAlone: false, task: { kind: 'operate' } }))
    return isAvailable ? 'available' : 'busy'
  }

  /** Each process ends once its jobs are done, except `kept` warm ones. */
  retireAll({ kept = 0 } = {}): void {
    const workers = [...this.#workers]
    const staying = workers.filter((worker) => worker.isWarm).slice(0, kept)
    for (const worker of workers) if (!staying.includes(worker)) worker.retire()
  }

  /** Ends processes that hold too much memory, once their jobs are done; the last `kept` warm ones stay. */
  retireOutgrown({ kept = 0 } = {}): void {
    const workers = [...this.#workers]
    for (const worker of workers.filter(({ isOutgrown, isRetiring }) => isOutgrown && !isRetiring)) {
      const others = workers.filter((other) => other !== worker && other.isWarm)
      if (others.length >= kept) worker.retire()
    }
  }

  /** True if no process can stay: all are about to end, or hold too much memory. */
  get needsFresh(): boolean {
    return ![...this.#workers].some((worker) => !worker.isRetiring && !worker.isOutgrown)
  }

  /** Ends all processes, even with jobs in flight; waits at most `waitMs` until they have ended. */
  async endAll(waitMs: number): Promise<void> {
    for (const worker of this.#workers) {
      if (worker.size > 0) worker.kill()
      else worker.retire()
    }
    for (let waited = 0; this.#workers.size > 0 && waited < waitMs; waited += 10) await delay(10)
  }
}
