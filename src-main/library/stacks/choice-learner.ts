import { setImmediate } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { LearnedChoices } from '../../contract/library/stacks.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { learnChoices, MAX_CHOICES, MIN_CHOICES, type StackChoice } from './rows/choice-head.ts'

export type ChoiceLearnerDependencies = {
  catalog: Pick<Catalog, 'settings' | 'stacks'>
  hub: Pick<EventHub, 'listen' | 'everythingChanged'>
  now(): number
  /** The catalogue could not be read or written; it is tried again. */
  onError(error: unknown): void
  /** How long it waits after a change, since others follow. */
  waitMs?: number
}

const WAIT_MS = 20_000
/** Work between two pauses, in which windows are served. */
const PIECE_MS = 15

/**
 * Learns how the person chooses within bursts, from what the history has kept, a while after they chose. A switch stops
 * it and forgets: choices made before are never learned again.
 */
export class ChoiceLearner {
  readonly #dependencies: ChoiceLearnerDependencies
  readonly #task: BackgroundTask

  constructor(dependencies: ChoiceLearnerDependencies) {
    this.#dependencies = dependencies
    const { onError } = dependencies
    this.#task = new BackgroundTask({ work: (signal) => this.#learn(signal), onError })
  }

  start(): void {
    void this.#follow()
    this.#later()
  }

  /** The choices known so far. */
  learned(): LearnedChoices {
    const { lesson } = this.#dependencies.catalog.stacks.learned.get()
    const { choices = 0, agreement = null, isUsed = false, preferences = [] } = lesson ?? {}
    const followsContent = (lesson?.head?.content ?? null) !== null
    return { choices, least: MIN_CHOICES, agreement, isUsed, preferences, followsContent }
  }

  /** Learns now rather than later; resolves when it is done. */
  async catchUp(): Promise<void> {
    this.#task.schedule()
    await this.#task.idle()
  }

  /** Deletes what was learned; choices made before are never learned again. */
  forget(): void {
    const { catalog, hub, now } = this.#dependencies
    const { learned } = catalog.stacks
    const wasUsed = (learned.get().lesson?.head ?? null) !== null
    learned.set({ sinceMs: now(), version: FORGOTTEN, lesson: null })
    if (wasUsed) hub.everythingChanged()
  }

  /** What is half learned is begun again at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  #later(): void {
    this.#task.schedule(this.#dependencies.waitMs ?? WAIT_MS)
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#dependencies.hub.listen({ signal: this.#task.closing })) {
      if (type === 'history.changed') this.#later()
      if (type === 'settings.changed') this.#task.schedule()
    }
  }

  async #learn(signal: AbortSignal): Promise<void> {
    const { catalog, hub, now } = this.#dependencies
    const { learned, choices } = catalog.stacks
    const known = learned.get()
    const before = JSON.stringify(known.lesson?.head ?? null)
    if (!catalog.settings.get().learnsChoices) {
      if (known.version !== FORGOTTEN) this.forget()
      return
    }
    const version = choices.version()
    // Switched on again, what counts begins now.
    const sinceMs = known.version === FORGOTTEN ? now() : known.sinceMs
    if (version === known.version) return
    const found: StackChoice[] = []
    await inPieces(choices.read(sinceMs), signal, (choice) => void (choice && found.push(choice)))
    if (signal.aborted) return
    const lesson = await inPieces(learnChoices(found.slice(0, MAX_CHOICES)), signal)
    // Forgotten meanwhile, maybe with the switch on again.
    if (signal.aborted || lesson === undefined || learned.get() !== known) return this.#task.schedule()
    learned.set({ sinceMs, version, lesson })
    if (JSON.stringify(lesson.head) !== before) hub.everythingChanged()
  }
}

/** Version of the choices that were forgotten; no other is below 0. */
const FORGOTTEN = -1

/** Runs a generator with pauses for others; undefined if it was stopped. */
async function inPieces<Value, Result>(
  work: Generator<Value, Result>,
  signal: AbortSignal,
  take: (value: Value) => void = () => undefined,
): Promise<Result | undefined> {
  let begun = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    take(value)
    if (performance.now() - begun < PIECE_MS) continue
    await setImmediate()
    if (signal.aborted) return undefined
    begun = performance.now()
  }
}
