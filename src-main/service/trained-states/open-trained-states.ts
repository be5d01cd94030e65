import { join } from 'node:path'
import type { Indexes } from '../../indexes/named/indexes.ts'
import { nameOf } from '../../indexes/named/index-name.ts'
import { joinStates } from '../../indexes/named/join-states.ts'
import { MEMORY_BYTES } from '../../indexes/named/open-indexes.ts'
import { snapshotStates } from '../../indexes/named/snapshot-states.ts'
import type { SharedStates, TrainedStates } from '../../indexes/named/trained-states.ts'
import type { IndexRows, IndexRow } from '../../indexes/store/port.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { ObjectStore } from '../ports/object-store.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { ObjectStates } from './object-states.ts'
import { shareStates } from './share-states.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

export type TrainedStatesOptions = {
  /** Folder of this node's indexes. */
  folder: string
  rows: IndexRows
  /** Where states are that all nodes search in memory; without it they are files in the folder. */
  objects: ObjectStore | undefined
  /** Indexes with at least this many entries are searched there instead. */
  large: { from: number; states: SharedStates } | undefined
  jobs: Jobs
  log: ServiceLog
  now: () => number
  /** How long an unreferenced state is kept, in milliseconds. */
  removalMs?: number | undefined
}

export type OpenTrainedStates = {
  states: TrainedStates
  /** Starts moving states from this node's folder to the objects, if there are any. */
  follow(indexes: Pick<Indexes, 'train'>): { close(): Promise<void> } | undefined
  close(): Promise<void>
}

/** Opens the storage of trained states of a service whose indexes are in a database shared by nodes. */
export async function openTrainedStates(options: TrainedStatesOptions): Promise<OpenTrainedStates> {
  const { rows, large, log, objects: store } = options
  const folder = join(options.folder, 'snapshots')
  const files = snapshotStates(folder, MEMORY_BYTES)
  const objects =
    store && (await ObjectStates.open({ store, folder: join(options.folder, 'shared'), memoryBytes: MEMORY_BYTES }))
  const inUse = async () => (await rows.snapshots()).map(({ snapshot }) => snapshot)
  const places = [...(objects ? [objects] : []), ...(large ? [large.states] : [])]
  const shared = places.length === 0 ? [] : await shareStates(places, { ...options, inUse })
  const usual = objects ? joinStates(files, shared[0]!, 0) : files
  return {
    states: large ? joinStates(usual, shared.at(-1)!, large.from) : usual,
    follow: (indexes) =>
      objects && new StateTakeover({ rows, files, folder, objects, log, train: (row) => indexes.train(nameOf(row)) }),
    close: async () => objects?.close(),
  }
}

/** Pause before another try of what could not be moved. */
const AGAIN_MS = 10 * 60_000

type TakeoverOptions = {
  rows: Pick<IndexRows, 'snapshots' | 'rename' | 'byId'>
  /** Where states were kept before, and its folder. */
  files: TrainedStates
  folder: string
  objects: ObjectStates
  /** Requests a training. */
  train(index: IndexRow): Promise<unknown>
  log: Pick<ServiceLog, 'info' | 'warn'>
}

/**
 * Turns states in this node's folder, from before it used shared objects, into objects in the background. Until then
 * this node searches them where they are. If one is missing or damaged, its index is trained again.
 */
class StateTakeover {
  readonly #options: TakeoverOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  constructor(options: TakeoverOptions) {
    this.#options = options
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) options.log.warn('trained states were not moved to the objects', { error })
    })
  }

  /** Ends it; the rest is moved after the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!(await this.#moveAll())) await pause(AGAIN_MS, undefined, { signal, ref: false })
  }

  /** True if nothing is left to do. */
  async #moveAll(): Promise<boolean> {
    const { rows, files, log } = this.#options
    const left = (await rows.snapshots()).filter(({ snapshot }) => files.has(snapshot))
    let isWhole = true
    for (const { id, snapshot } of left) {
      try {
        if (await this.#move(id, snapshot)) continue
        await this.#trainAgain(id, snapshot)
      } catch (error) {
        this.#closing.signal.throwIfAborted()
        log.warn('a trained state could not be moved to the objects yet', { name: snapshot, error })
      }
      isWhole = false
    }
    return isWhole
  }

  /** False if this node has no such file, or a damaged one. */
  async #move(id: number, name: string): Promise<boolean> {
    const { rows, files, folder, objects, log } = this.#options
    const path = join(folder, name)
    try {
      const taken = await objects.take(path, id, this.#closing.signal)
      if (await rows.rename(id, name, taken)) await objects.adopt(path, taken)
      else await objects.remove(taken) // trained in the meantime
      await files.remove(name)
      log.info('a trained state was moved to the objects', { name: taken })
      return true
    } catch (error) {
      if (isAbsent(error) || (error instanceof AppError && error.code === 'library-damaged')) return false
      throw error
    }
  }

  async #trainAgain(id: number, name: string): Promise<void> {
    const { rows, train, log } = this.#options
    const row = await rows.byId(id)
    if (row?.snapshot !== name) return
    log.info('an index is trained again because its trained state is not on this node', { index: id, name })
    await train(row)
  }
}
