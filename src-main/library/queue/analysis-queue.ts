import type { Text } from '../../contract/sentences/text.ts'
import { EventEmitter } from 'node:events'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog, PendingPhoto } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { BatchCounts } from './batch-counts.ts'
import { QueueProblems } from './queue-problems.ts'
import { PendingPhotos } from './pending-photos.ts'
import { processPhoto, saveFailure, type Delayed, type ProcessPhotoDependencies } from './process-photo.ts'
import type { QueueProgress } from './queue-progress.ts'
import { QueueState, type QueueDecision } from './queue-state.ts'
import { Suspects } from './suspects.ts'

export type AnalysisQueueDependencies = Omit<ProcessPhotoDependencies, 'isOver'> & {
  catalog: Catalog
  engine: AnalysisEngine
  log: Log
}

export type AnalysisQueueEvents = {
  /** What `progress()` returns may have changed. */
  progress: []
  /**
   * Nobody waits for anything: nothing pending is in progress or could be analysed now; may be called several times in
   * a row, and while steps follow that nobody waits for.
   */
  idle: []
  /** A person let the queue run, paused it, or cancelled what was in it. */
  decided: []
  /** Photos are on screen that were not recently: a person moved on. */
  moved: []
}

/**
 * Hands pending photos to the engine, a few at once, and saves the results. Pending rows are the queue, so it can stop
 * at any point. While nothing is pending it holds no timer and runs nothing.
 */
export class AnalysisQueue extends EventEmitter<AnalysisQueueEvents> {
  readonly #dependencies: AnalysisQueueDependencies
  readonly #state: QueueState
  readonly #pending: PendingPhotos
  readonly #suspects = new Suspects()
  readonly #batch = new BatchCounts()
  readonly #problems: QueueProblems
  readonly #inProgress = new Map<number, { isLate: boolean; done: Promise<void> }>()
  #whenSettled: PromiseWithResolvers<void> | null = null
  /** Nothing may be saved any more. */
  #isOver = false
  #isHalted = false
  /** Nobody waited for anything when progress was told last. */
  #isIdle = false

  /** Creates the queue; it does nothing before `start`, `restart` or `resume`. */
  constructor(dependencies: AnalysisQueueDependencies) {
    super()
    const { catalog, engine, log } = dependencies
    this.#dependencies = dependencies
    this.#state = new QueueState(catalog.settings, log)
    this.#problems = new QueueProblems(log, () => this.#guard(() => this.schedule()))
    this.#pending = new PendingPhotos(catalog.analysis, engine)
  }

  /** The library is open: from now on works whenever photos are pending. */
  start(): void {
    this.#state.start()
    this.schedule()
  }

  /** A person asked for work: cancelled photos are resumed; a pause stays. */
  restart(): void {
    this.#problems.endPauses()
    if (this.#state.decision === 'cancelled') this.#decide('running')
    this.start()
  }

  /** A problem may be over, such as a folder that was away: tries at once. */
  tryAgain(): void {
    this.#problems.endPauses()
    this.schedule()
  }

  /** Works if it may; called whenever rows may have become pending. */
  schedule(): void {
    this.#pending.recount()
    if (this.#mayRun) this.#fill()
    this.#emitProgress()
  }

  pause(): void {
    this.#decide('paused')
    this.#pending.forgetTaken()
    this.#emitProgress()
  }

  resume(): void {
    this.#problems.endPauses()
    this.#decide('running')
    this.start()
  }

  cancel(): void {
    this.#decide('cancelled')
    this.#pending.forgetTaken()
    this.#settle()
  }

  /** Whether a person lets it run. */
  get isRunning(): boolean {
    return this.#state.decision === 'running'
  }

  /** Photos on screen, the latest request first. */
  get onScreen(): readonly number[] {
    return this.#pending.onScreen
  }

  /** Photos on screen are analysed first. */
  prioritise(ids: readonly number[]): void {
    const before = new Set(this.#pending.onScreen)
    this.#pending.prioritise(ids)
    if (ids.every((id) => before.has(id))) return
    this.emit('moved')
    // Nothing else would hand over what follows later of photos that come on screen.
    if (this.#mayRun && this.#inProgress.size === 0 && this.#pending.late > 0) this.#guard(() => this.#fill())
  }

  /** While a person works, only what they look at and frames of stacks get steps that follow later. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#pending.setPersonAtWork(isAtWork)
    if (!isAtWork) this.schedule()
  }

  /** Photos that left the library. */
  remove(ids: readonly number[]): void {
    this.#pending.remove(new Set(ids))
    for (const id of ids) this.#suspects.remove(id)
    this.#problems.forgetFiles()
    // Counting a million photos takes a while, and these go in hundreds of pieces.
    if (!this.#pending.isKnownEmpty || this.#inProgress.size > 0) this.schedule()
  }

  progress(): QueueProgress {
    const { analysed, failed, perSecond } = this.#batch
    const isWorking = this.#isWorking
    const pending = this.#pending.count
    return {
      queue: this.#state.decision,
      isWorking,
      late: this.#pending.late,
      isFollowing: [...this.#inProgress.values()].some(({ isLate }) => isLate),
      analysed,
      failed,
      pending,
      perSecond,
      isWaiting: !isWorking && pending > 0 && !this.#pending.hasWork,
      problem: this.#problems.problem,
    }
  }

  /**
   * Resolves when nothing is left to do, or when the pending photos were cancelled or wait for a service. While a
   * person works, it does not wait for what follows later.
   */
  async idle(): Promise<void> {
    this.start()
    while (this.#isBusy) {
      this.#whenSettled ??= Promise.withResolvers<void>()
      await this.#whenSettled.promise
    }
  }

  /** Lets photos in progress finish, runs something that must not overlap with them, and continues. */
  async whileIdle(change: () => Promise<void>): Promise<void> {
    this.#state.hold()
    try {
      await this.#drain()
      await change()
    } finally {
      this.#state.release()
      this.#pending.forgetTaken()
      this.schedule()
    }
  }

  /** Nothing can be saved until the library is opened again; the error says why. */
  halt(error: unknown): void {
    this.#isHalted = true
    this.#problems.noteStorageFault(error)
    this.#pending.forgetTaken()
    this.#settle()
  }

  /** Waits for photos in progress, but at most `maxMs`. */
  async close(maxMs: number): Promise<void> {
    this.#state.close()
    this.#problems.close()
    this.#pending.forgetTaken()
    this.#wakeWaiting()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxMs)
    })
    await Promise.race([this.#drain(), timeout])
    clearTimeout(timer)
    this.#isOver = true
  }

  get #mayRun(): boolean {
    return this.#state.mayRun && !this.#isHalted && !this.#problems.isPausing
  }

  /** Whether photos are in progress that somebody waits for. */
  get #isWorking(): boolean {
    return [...this.#inProgress.values()].some(({ isLate }) => !isLate)
  }

  get #isBusy(): boolean {
    if (this.#state.isClosed || this.#isHalted || this.#state.decision === 'cancelled') return false
    return this.#inProgress.size > 0 || this.#pending.hasWork || (this.#mayRun && this.#pending.hasLateWork)
  }

  #decide(decision: QueueDecision): void {
    if (decision !== this.#state.decision) this.#batch.interrupt()
    this.#state.decide(decision)
    this.emit('decided')
  }

  /** Hands over as many photos as may be in progress at once. */
  #fill(): void {
    if (!this.#mayRun) return this.#settle()
    if (!this.#suspects.isRunning) this.#handOver()
    if (this.#inProgress.size > 0) return
    const suspect = this.#suspects.takeNext()
    if (suspect === undefined) this.#settle()
    else this.#startPhoto(suspect)
  }

  #handOver(): void {
    // After a problem, one photo shows whether it is over.
    const places = this.#problems.isTrying ? 1 : this.#dependencies.engine.concurrency
    while (this.#inProgress.size < places) {
      const busy = [...this.#inProgress.keys(), ...this.#suspects.waitingIds(), ...this.#problems.pausedIds()]
      const photo = this.#pending.takeNext(busy, this.#problems.pausedRoots())
      if (photo === undefined) return
      if (!this.#inProgress.has(photo.id) && !this.#suspects.isWaiting(photo.id)) this.#startPhoto(photo)
    }
  }

  #startPhoto(photo: PendingPhoto): void {
    if (!photo.isLate) this.#batch.startPhoto()
    else if (this.#pending.count === 0 && !this.#isWorking) this.#batch.finish()
    const done = this.#run(photo)
      .catch((error: unknown) => this.#problems.noteStorageFault(error))
      .then(() => {
        this.#inProgress.delete(photo.id)
        this.#suspects.finish(photo.id)
        this.#guard(() => this.#fill())
      })
    this.#inProgress.set(photo.id, { isLate: photo.isLate, done })
  }

  async #run(photo: PendingPhoto): Promise<void> {
    const result = await processPhoto(photo, { ...this.#dependencies, isOver: () => this.#isOver })
    if (this.#isOver) return
    if (typeof result === 'object') return this.#noteDelayed(photo, result)
    if (result !== 'gone') this.#problems.noteSuccess(photo)
    if (result === 'waiting' || result === 'replaced') this.#pending.recount()
    else if (result === 'again') this.#suspects.add(photo)
    else this.#pending.countDown(result === 'analysed' ? photo : { ...photo, leavesSome: false })
    if (!photo.isLate && (result === 'analysed' || result === 'failed')) this.#batch.count(result)
    this.#emitProgress()
  }

  #noteDelayed(photo: PendingPhoto, delayed: Delayed): void {
    if (this.#problems.note(photo, delayed) === 'hopeless') this.#giveUp(photo, delayed.reason)
    // Photos of the same folder are taken again when its pause is over; all others at once.
    if (delayed.by === 'file') this.#pending.forgetTaken()
    else this.#suspects.retry(photo)
    this.#emitProgress()
  }

  #giveUp(photo: PendingPhoto, reason: Text): void {
    saveFailure(photo, { ok: false, code: 'file-unreadable', reason }, this.#dependencies)
    this.#pending.countDown(photo)
    if (!photo.isLate) this.#batch.count('failed')
  }

  /** Errors here have no caller who could handle them. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#problems.noteStorageFault(error)
    }
  }

  /** Nothing is in progress, and nothing more is handed over now. */
  #settle(): void {
    if (this.#inProgress.size > 0) return
    if (this.#mayRun) this.#finishBatch()
    this.#wakeWaiting()
    this.#emitProgress()
  }

  #finishBatch(): void {
    this.#pending.recount()
    if (this.#pending.hasWork) return
    this.#problems.clear()
    this.#batch.finish()
  }

  #wakeWaiting(): void {
    this.#whenSettled?.resolve()
    this.#whenSettled = null
  }

  async #drain(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all([...this.#inProgress.values()].map(({ done }) => done))
  }

  #emitProgress(): void {
    if (this.#isOver) return
    this.emit('progress')
    const { isWorking, isFollowing, isWaiting, pending } = this.progress()
    const isIdle = !isWorking && (pending === 0 || isWaiting)
    const isNew = isIdle && !this.#isIdle
    this.#isIdle = isIdle
    // Not with every photo that is continued: what waits for idleness would begin as often.
    if (isIdle && (isNew || !isFollowing)) this.emit('idle')
  }
}
