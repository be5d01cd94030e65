import { randomUUID } from 'node:crypto'
import type { AnalysisEngine } from '../../analysis-engine.ts'
import type { EngineChoice } from '../../../contract/library/remote.ts'
import { RemoteError } from '../http/remote-error.ts'
import type { RemoteMemory } from '../memory/remote-memory.ts'
import { indexCalls, type IndexCalls } from '../requests/index-calls.ts'
import type { ReachedService, Session } from '../session/session.ts'
import type { FindOptions, RemoteIndex } from './remote-index.ts'

export type ServiceIndexDependencies = {
  local: Pick<AnalysisEngine, 'analyse'>
  session: Session
  memory: RemoteMemory
  choice: Pick<EngineChoice, 'categorizer' | 'uploadSide'>
  /** Under which place the index is remembered, and its name on the service. */
  place: string
  name: string
  now(): number
  /** First pause in milliseconds between two checks of a training; it doubles. */
  pollMs: number
}

/**
 * Training takes the service long. It starts after this many new photos, or this many milliseconds after the last one.
 */
const ENOUGH_CHANGES = 25
const LONG_AGO_MS = 600_000
/** Entries removed at a time. */
const MAX_REMOVED = 200
const MAX_POLL_MS = 60_000

/** Keeps an index on the service trained and searches in it. Entries are identified by the content of their photos. */
export class ServiceIndex implements RemoteIndex {
  readonly #dependencies: ServiceIndexDependencies
  readonly #calls: IndexCalls
  #maintaining: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(dependencies: ServiceIndexDependencies) {
    this.#dependencies = dependencies
    this.#calls = indexCalls(dependencies.choice.categorizer, dependencies.name)
  }

  lacks(): number {
    const { memory, place } = this.#dependencies
    return memory.countOutside(place)
  }

  async maintain(): Promise<void> {
    if (this.#isClosed) return
    await (this.#maintaining ??= this.#maintainOnce().finally(() => {
      this.#maintaining = null
    }))
  }

  async find(path: string, options: FindOptions): Promise<{ contentHash: string; distance: number }[] | null> {
    const { memory, place } = this.#dependencies
    // An index with a part of the library would hide the rest.
    if (memory.indexAt(place).trainedMs === null || !memory.holdsAll(place)) return null
    const found = await this.#tryWith((service) => this.#search(service, path, options))
    return found?.map(({ id, distance }) => ({ contentHash: id, distance })) ?? null
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #maintainOnce(): Promise<void> {
    const { memory, place, session, now, pollMs } = this.#dependencies
    if (memory.indexAt(place).ticket !== null) return this.#follow(pollMs)
    if (!session.breaker.allowsRequests) return
    const stale = memory.staleEntries(place, MAX_REMOVED)
    if (stale.length > 0) await this.#tryWith(() => this.#removeAll(stale))
    const { changes, trainedMs } = memory.indexAt(place)
    const isDue = changes > 0 && (trainedMs === null || changes >= ENOUGH_CHANGES || now() - trainedMs > LONG_AGO_MS)
    if (isDue) await this.#tryWith(() => this.#train())
  }

  async #train(): Promise<void> {
    const { memory, place, session, pollMs } = this.#dependencies
    const { changes, trainedMs } = memory.indexAt(place)
    const ticket = await session.client.send(this.#calls.train, { isPaid: false })
    // Photos saved after the request count for the next training.
    memory.keepIndex(place, { changes: Math.max(0, memory.indexAt(place).changes - changes), ticket, trainedMs })
    this.#follow(pollMs)
  }

  /** Photos that left the library leave the service's index, too. */
  async #removeAll(stale: readonly string[]): Promise<void> {
    const { memory, place, session } = this.#dependencies
    for (const contentHash of stale) {
      await session.client.send(this.#calls.remove(contentHash), { isPaid: false }).catch(acceptGone)
      memory.noteRemoved(place, contentHash)
    }
  }

  async #search({ uploads }: ReachedService, path: string, options: FindOptions) {
    const { local, choice, session } = this.#dependencies
    const outcome = await local.analyse({ path, steps: ['hash'], uploadSide: choice.uploadSide })
    const { contentHash, upload } = outcome.ok ? outcome.findings : {}
    if (contentHash === undefined || upload === undefined) return null
    const uploadId = await uploads.idOf({ contentHash, picture: upload })
    const { call, schema } = this.#calls.search(uploadId, options)
    return session.client.send({ call: { ...call, key: randomUUID() }, schema }, { isPaid: true })
  }

  #follow(pauseMs: number): void {
    const { memory, place } = this.#dependencies
    const { ticket } = memory.indexAt(place)
    clearTimeout(this.#timer)
    if (ticket === null || this.#isClosed) return
    this.#timer = setTimeout(() => void this.#checkTicket(ticket, pauseMs), pauseMs).unref()
  }

  /** A forgotten ticket is dropped, and the next training makes up for it. */
  async #checkTicket(ticket: string, pauseMs: number): Promise<void> {
    const { memory, place, session, now } = this.#dependencies
    const isFinal = await this.#tryWith(() =>
      session.client.send(this.#calls.ticket(ticket), { isPaid: false }).catch(acceptGone),
    )
    if (isFinal === true) memory.keepIndex(place, { ...memory.indexAt(place), ticket: null, trainedMs: now() })
    else this.#follow(Math.min(MAX_POLL_MS, pauseMs * 2))
  }

  /** Null if the service cannot be asked, has no indexes, or did not do it; a later round tries again. */
  async #tryWith<T>(work: (service: ReachedService) => Promise<T>): Promise<T | null> {
    const { session } = this.#dependencies
    const service = await session.reach()
    if (service === null || service.apiVersion.version === 'v1') return null
    try {
      return await work(service)
    } catch (thrown) {
      const error = RemoteError.of(thrown)
      if (error.kind !== 'gone' && error.kind !== 'rejected') session.handleError(error)
      return null
    }
  }
}

/** What the service no longer has counts as removed. */
function acceptGone(error: unknown): true {
  if (RemoteError.of(error).kind !== 'gone') throw error
  return true
}
