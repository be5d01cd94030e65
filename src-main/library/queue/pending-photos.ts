import type { AnalysisEngine } from '../../engines/engine.ts'
import type { Catalog, PendingPhoto } from '../catalog/catalog.ts'

const MAX_ON_SCREEN = 500
/** Photos taken at once while some only wait for a service: skipping those costs more than taking many. */
const TAKEN_PAST_WAITING = 64

type Analysis = Pick<Catalog['analysis'], 'counts' | 'countLate' | 'hasPending' | 'hasLate' | 'takePending'>

/**
 * The photos of the library with something to do, in the order in which they are analysed: those on screen, the newest,
 * and then what nobody waits for, of frames of stacks before all others.
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
      if (this.#late !== null) this.#late = Math.max(0, this.#late - 1)
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
