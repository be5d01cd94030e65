import { EventEmitter } from 'node:events'
import { isDiskFull, messageOf } from '../../contract/errors.ts'
import type { Text } from '../../contract/sentences/text.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PendingPhoto } from './rows/take-pending.ts'
import type { Log } from '../host/log.ts'
import { BatchCounts } from './batch-counts.ts'
import { processPhoto, saveFailure, type Delayed, type ProcessPhotoDependencies } from './process-photo.ts'
import { QueueProblems } from './queue-problems.ts'
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
   * a row, and while idle steps follow.
   */
  idle: []
  /** A person let the queue run, paused it, or cancelled its work. */
  decided: []
  /** Photos are on screen that were not recently: a person moved on. */
  moved: []
}

/** Whether the person let the queue run, paused it, or cancelled its photos. */
export type QueueDecision = 'running' | 'paused' | 'cancelled'

/** Counts of the present batch: from when work last began until nothing is pending. */
export type QueueProgress = {
  queue: QueueDecision
  isWorking: boolean
  /** Photos that are analysed except for idle steps, and whether some of these are running now. */
  late: number
  isFollowing: boolean
  analysed: number
  failed: number
  pending: number
  perSecond: number
  /** All pending photos wait for a service. */
  isWaiting: boolean
  /** Why photos cannot be analysed or saved, as a sentence; null while they can. The queue retries automatically. */
  problem: Text | null
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
  /** Nobody waited for anything when progress was last reported. */
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

// Which photos are next

const MAX_ON_SCREEN = 500
/** Photos taken at once while some only wait for a service: skipping those costs more than taking many. */
const TAKEN_PAST_WAITING = 64

type Analysis = Pick<Catalog['analysis'], 'counts' | 'countLate' | 'hasPending' | 'hasLate' | 'takePending'>

/**
 * The photos of the library with something to do, in the order of their analysis: those on screen, the newest, and then
 * idle steps, frames of stacks before all others.
 */
export class PendingPhotos {
  readonly #analysis: Analysis
  readonly #engine: Pick<AnalysisEngine, 'concurrency' | 'waiting'>
  #count: number | null = null
  #late: number | null = null
  #isPersonAtWork = false
  #next: PendingPhoto[] = []
  #onScreen: number[] = []

  constructor(analysis: Analysis, engine: Pick<AnalysisEngine, 'concurrency' | 'waiting'>) {
    this.#analysis = analysis
    this.#engine = engine
  }

  get count(): number {
    return (this.#count ??= this.#analysis.counts().pending)
  }

  /** Photos that are analysed but for steps that follow later. */
  get late(): number {
    return (this.#late ??= this.#analysis.countLate())
  }

  /** Whether none is certainly left, without counting. */
  get isKnownEmpty(): boolean {
    return this.#count === 0 && this.#late === 0
  }

  /** Whether some could be analysed now, rather than only wait for a service. */
  get hasWork(): boolean {
    const waiting = this.#waiting()
    return this.count > 0 && (waiting.length === 0 || this.#analysis.hasPending(waiting))
  }

  /** Whether some of what follows later could be done now. */
  get hasLateWork(): boolean {
    return this.late > 0 && this.#analysis.hasLate(!this.#isPersonAtWork)
  }

  /** While a person works, only what they look at and frames of stacks get steps that follow later. */
  setPersonAtWork(isAtWork: boolean): void {
    this.#isPersonAtWork = isAtWork
    this.forgetTaken()
  }

  /** Photos became pending, or steps changed: they are counted again at the next request. */
  recount(): void {
    this.#count = null
    this.#late = null
  }

  /** One photo is done. */
  countDown({ isLate, leavesSome }: Pick<PendingPhoto, 'isLate' | 'leavesSome'>): void {
    if (isLate) {
      if (this.#late !== null && !leavesSome) this.#late = Math.max(0, this.#late - 1)
      return
    }
    if (this.#count !== null) this.#count = Math.max(0, this.#count - 1)
    if (this.#late !== null && leavesSome) this.#late += 1
  }

  /** Photos that go first, the latest request at the head. */
  get onScreen(): readonly number[] {
    return this.#onScreen
  }

  /** These go first from now on. */
  prioritise(ids: readonly number[]): void {
    this.#onScreen = [...new Set([...ids, ...this.#onScreen])].slice(0, MAX_ON_SCREEN)
    this.forgetTaken()
  }

  /** Photos that left the library. */
  remove(ids: ReadonlySet<number>): void {
    this.#next = this.#next.filter((photo) => !ids.has(photo.id))
  }

  /** Photos taken from the catalogue and not handed over yet are taken again. */
  forgetTaken(): void {
    this.#next = []
  }

  /** The next photo, or undefined if none is left; `busy` and those of `pausedRoots` are skipped. */
  takeNext(busy: Iterable<number>, pausedRoots: ReadonlySet<number> = new Set()): PendingPhoto | undefined {
    if (this.#next.length === 0) this.#refill(new Set(busy), pausedRoots)
    return this.#next.shift()
  }

  #refill(busy: Set<number>, pausedRoots: ReadonlySet<number>): void {
    const waiting = this.#waiting()
    const wanted = waiting.length > 0 ? TAKEN_PAST_WAITING : this.#engine.concurrency * 2
    const isIdle = !this.#isPersonAtWork
    this.#next = this.#analysis.takePending(wanted, { first: this.#onScreen, busy, waiting, pausedRoots, isIdle })
  }

  #waiting() {
    return this.#engine.waiting?.() ?? []
  }
}

// Whether it may run

const STATE_KEY = 'analysis.queue'

/** Whether the queue may run: the person's decision, saved with the library, and the program's present state. */
export class QueueState {
  readonly #settings: Pick<Catalog['settings'], 'getState' | 'setState'>
  readonly #log: Log
  #decision: QueueDecision
  #isStarted = false
  #isClosed = false
  #holds = 0

  constructor(settings: Pick<Catalog['settings'], 'getState' | 'setState'>, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#decision = (settings.getState(STATE_KEY) ?? 'running') as QueueDecision
  }

  get decision(): QueueDecision {
    return this.#decision
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get mayRun(): boolean {
    return this.#isStarted && !this.#isClosed && this.#holds === 0 && this.#decision === 'running'
  }

  /** Saves a decision. If the disk is full, it is valid until the program ends. */
  decide(decision: QueueDecision): void {
    this.#decision = decision
    try {
      this.#settings.setState(STATE_KEY, decision === 'running' ? null : decision)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.#log.warn('Whether the queue runs could not be saved; it holds until the program ends', {
        error: messageOf(error),
      })
    }
  }

  start(): void {
    this.#isStarted = true
  }

  /** Halts until `release` was called as often. */
  hold(): void {
    this.#holds += 1
  }

  release(): void {
    this.#holds -= 1
  }

  close(): void {
    this.#isClosed = true
  }
}
