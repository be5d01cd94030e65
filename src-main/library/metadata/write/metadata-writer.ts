import { say } from '../../../contract/sentences/say.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { setImmediate } from 'node:timers/promises'
import { GrowingPause } from '../../../base/background/back-off.ts'
import { BackgroundTask } from '../../../base/background/background-task.ts'
import { isDiskFull, stackOf, textOf } from '../../../contract/errors.ts'
import type { MetadataWriting } from '../../../contract/library/settings.ts'
import type { MetadataWritingState } from '../../../contract/library/metadata-writing.ts'
import type { Log } from '../../host/log.ts'
import { writingPause } from './writing-pause.ts'
import { SidecarCarrier } from './sidecar-carrier.ts'
import { writeBatch, type BatchDependencies, type PhotoOutcome } from './write-batch.ts'

export type WriterDependencies = BatchDependencies & {
  log: Pick<Log, 'warn' | 'error'>
  /** These photos adopted values from their files. */
  onAdopted(ids: number[]): void
  /** The state of the writing may have changed. */
  onChanged(): void
  /** Milliseconds since 1970. */
  now?(): number
  /** Milliseconds of a monotonic clock. */
  elapsed?(): number
}

/** Photos that are prepared together and share one transaction. */
const BATCH = 32
/** Photos noted in one transaction when writing is switched on. */
const NOTED = 5000
/** Unreachable targets are checked again after at most this time. */
const CHECK_AGAIN_MS = 60_000
/** Whether the person has chosen where metadata is written; until then it is offered. */
const CHOSEN = 'metadata.chosen'

/**
 * Writes the work on photos into sidecars in the background. The queue is in the catalogue: interrupted work continues
 * at the next start.
 */
export class MetadataWriter {
  readonly #dependencies: WriterDependencies
  readonly #now: () => number
  readonly #held: HeldRoots
  readonly #carrier: SidecarCarrier
  readonly #task: BackgroundTask
  #problem: Text | null = null
  /** A note about a written file, until everything is written again. */
  #note: Text | null = null
  /** Whether windows last heard that writing is offered. */
  #isOffered = false

  constructor(dependencies: WriterDependencies) {
    this.#dependencies = dependencies
    this.#now = dependencies.now ?? Date.now
    this.#carrier = new SidecarCarrier(dependencies)
    this.#held = new HeldRoots(dependencies.elapsed ?? (() => performance.now()))
    this.#task = new BackgroundTask({
      work: (signal) => this.#writeDue(signal),
      onError: (error) => this.#fail(error),
    })
  }

  /** Writes what is due, now and when its time comes. */
  schedule(): void {
    this.#task.schedule()
  }

  /** Writes everything that waits, including failed writes; resolves when all of it was tried. */
  async flush(): Promise<MetadataWritingState> {
    this.#note = null
    this.#held.clear()
    this.#dependencies.catalog.metadataWrites.retry()
    this.schedule()
    await this.idle()
    return this.state()
  }

  /** Resolves when nothing is being written. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** The person chose where metadata is written: all work follows in the background. */
  async follow(): Promise<MetadataWritingState> {
    const { catalog, onChanged } = this.#dependencies
    catalog.settings.setState(CHOSEN, '1')
    while (!this.#task.isClosed && catalog.metadataWrites.enqueueRest(NOTED)) await setImmediate()
    onChanged()
    this.schedule()
    return this.state()
  }

  /** A person did or undid something: notifies windows if writing is offered now, or no longer. */
  tellOffer(): void {
    const { isOffered } = this.state()
    if (isOffered === this.#isOffered) return
    this.#isOffered = isOffered
    this.#dependencies.onChanged()
  }

  state(): MetadataWritingState {
    const { metadataWrites, settings } = this.#dependencies.catalog
    const { pending, failed, conflicts } = metadataWrites.counts()
    const mode = this.#mode
    const isOffered = mode === 'off' && settings.getState(CHOSEN) === null && metadataWrites.hasWork()
    return {
      mode,
      pending: mode === 'off' ? 0 : pending,
      failed,
      conflicts,
      problem: this.#problem ?? this.#note,
      isOffered,
    }
  }

  /** Ends after the photos being written. */
  close(): Promise<void> {
    return this.#task.close()
  }

  get #mode(): MetadataWriting {
    return this.#dependencies.catalog.settings.get().metadataWriting
  }

  async #writeDue(signal: AbortSignal): Promise<void> {
    await setImmediate() // simultaneous changes are written together
    if (this.#waitMs() === 0) {
      while (!signal.aborted && (await this.#writeNext(signal)));
      this.#dependencies.onChanged()
    }
    const waitMs = this.#waitMs()
    if (waitMs !== null) this.#task.schedule(Math.max(1, Math.min(waitMs, CHECK_AGAIN_MS)))
  }

  /** Milliseconds until something may be written; null when nothing is due. */
  #waitMs(): number | null {
    const dueMs = this.#dependencies.catalog.metadataWrites.nextDueMs(this.#now(), this.#held.roots())
    return this.#held.waitFor(dueMs === null ? null : Math.max(0, dueMs - this.#now()))
  }

  async #writeNext(signal: AbortSignal): Promise<boolean> {
    const { catalog, onAdopted, onChanged } = this.#dependencies
    while (!signal.aborted && catalog.metadataWrites.enqueueRest(NOTED)) await setImmediate()
    if (await this.#carrier.carry(this.#now(), this.#held.roots())) return true
    const rows = catalog.metadataWrites.due(this.#now(), BATCH, this.#held.roots())
    if (rows.length === 0) return false
    const outcomes = await writeBatch(this.#dependencies, rows)
    onAdopted(this.#record(outcomes))
    this.#problem = this.#held.problem
    onChanged()
    return true
  }

  #record(outcomes: readonly PhotoOutcome[]): number[] {
    const { metadataWrites } = this.#dependencies.catalog
    const failed = outcomes.flatMap(({ row, failure }) => {
      if (failure === null) return []
      if (failure.isDiskFull) this.#held.hold(row.rootId, failure.sentence)
      else
        this.#dependencies.log.warn('Metadata were not written', { file: row.path, why: inEnglish(failure.sentence) })
      const pauseMs = failure.isDiskFull ? 0 : writingPause(row.attempts)
      const retryAtMs = failure.isFinal ? null : this.#now() + pauseMs
      return [{ ...row, failure: failure.sentence, retryAtMs }]
    })
    for (const { row, failure, note } of outcomes) {
      if (failure === null) this.#held.release(row.rootId)
      if (note === null) continue
      this.#note = note
      this.#dependencies.log.warn('A file was parted from its further names', {
        file: row.path,
        note: inEnglish(note),
      })
    }
    if (failed.length > 0) metadataWrites.fail(failed)
    return metadataWrites.finish(
      outcomes.map(({ row, targets, failure }) => ({ ...row, targets, isDone: failure === null })),
    )
  }

  /** The catalogue cannot be written, or something is wrong that no photo caused. */
  #fail(error: unknown): void {
    this.#problem = isDiskFull(error) ? say('writing.libraryFull') : say('writing.nothing', { sentence: textOf(error) })
    this.#dependencies.log.error('Writing metadata failed', { error: stackOf(error) })
    this.#dependencies.onChanged()
  }
}

type Held = { untilMs: number; pause: GrowingPause; problem: Text }

/**
 * Watched folders with a full disk: nothing is written there until a pause is over, which doubles each time. Times are
 * those of a monotonic clock.
 */
class HeldRoots {
  readonly #now: () => number
  readonly #held = new Map<number, Held>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Why nothing is written in one of them; null if none is held. */
  get problem(): Text | null {
    return [...this.#held.values()][0]?.problem ?? null
  }

  hold(rootId: number, problem: Text): void {
    const { untilMs = 0, pause = new GrowingPause() } = this.#held.get(rootId) ?? {}
    if (untilMs <= this.#now()) this.#held.set(rootId, { untilMs: this.#now() + pause.take(), pause, problem })
  }

  /** Something was written there. */
  release(rootId: number): void {
    this.#held.delete(rootId)
  }

  clear(): void {
    for (const held of this.#held.values()) held.untilMs = 0
  }

  /** Those whose pause is not over. */
  roots(): number[] {
    return [...this.#held].filter(([, { untilMs }]) => untilMs > this.#now()).map(([id]) => id)
  }

  /** Milliseconds until something due in `dueInMs` may be written; null if nothing is due or held. */
  waitFor(dueInMs: number | null): number | null {
    const held = this.roots().map((id) => this.#held.get(id)!.untilMs - this.#now())
    const waits = dueInMs === null ? held : [dueInMs, ...held]
    return waits.length === 0 ? null : Math.min(...waits)
  }
}
