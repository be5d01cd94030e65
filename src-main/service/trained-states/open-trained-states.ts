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
import { shareStates } from './shared-states.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

export type TrainedStatesOptions = {
  /** Folder of this node's indexes. */
  folder: string
  rows: IndexRows
  /** Where states lie that all nodes search in their memory; without it they are files of the folder. */
  objects: ObjectStore | undefined
  /** Indexes of so many entries or more are searched there instead. */
  large: { from: number; states: SharedStates } | undefined
  jobs: Jobs
  log: ServiceLog
  now: () => number
  /** How long a state stays that nothing refers to any more, in milliseconds. */
  removalMs?: number | undefined
}

export type OpenTrainedStates = {
  states: TrainedStates
  /** Begins to move states from this node's folder to the objects, where there are such. */
  follow(indexes: Pick<Indexes, 'train'>): { close(): Promise<void> } | undefined
  close(): Promise<void>
}

/** Opens the places of trained states of a service whose indexes lie in a database that nodes share. */
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

const AGAIN_MS = 10 * 60_000

type TakeoverOptions = {
  rows: Pick<IndexRows, 'snapshots' | 'rename' | 'byId'>
  /** Where states were kept before, and its folder. */
  files: TrainedStates
  folder: string
  objects: ObjectStates
  /** Asks for a training. */
  train(index: IndexRow): Promise<unknown>
  log: Pick<ServiceLog, 'info' | 'warn'>
  /** Pause before what could not be moved is tried again, in milliseconds. */
  againMs?: number | undefined
}

/**
 * Makes states that lie in this node's folder, from a time without shared objects, into objects, in the background.
 * Until then this node searches them where they are. Where one is missing or damaged, its index is trained anew.
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

  /** Ends it; what is left is moved after the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!(await this.#moveAll())) await pause(this.#options.againMs ?? AGAIN_MS, undefined, { signal, ref: false })
  }

  /** True where nothing is left to do. */
  async #moveAll(): Promise<boolean> {
    const { rows, files, log } = this.#options
    const left = (await rows.snapshots()).filter(({ snapshot }) => files.has(snapshot))
    let isWhole = true
    for (const { id, snapshot } of left) {
      try {
        if (await this.#move(id, snapshot)) continue
        await this.#trainAnew(id, snapshot)
      } catch (error) {
        this.#closing.signal.throwIfAborted()
        log.warn('a trained state could not be moved to the objects yet', { name: snapshot, error })
      }
      isWhole = false
    }
    return isWhole
  }

  /** False where this node has no such file, or a damaged one. */
  async #move(id: number, name: string): Promise<boolean> {
    const { rows, files, folder, objects, log } = this.#options
    const path = join(folder, name)
    try {
      const taken = await objects.take(path, id, this.#closing.signal)
      if (await rows.rename(id, name, taken)) await objects.adopt(path, taken)
      else await objects.remove(taken) // trained meanwhile
      await files.remove(name)
      log.info('a trained state was moved to the objects', { name: taken })
      return true
    } catch (error) {
      if (isAbsent(error) || (error instanceof AppError && error.code === 'library-damaged')) return false
      throw error
    }
  }

  async #trainAnew(id: number, name: string): Promise<void> {
    const { rows, train, log } = this.#options
    const row = await rows.byId(id)
    if (row?.snapshot !== name) return
    log.info('an index is trained anew, since its trained state is not on this node', { index: id, name })
    await train(row)
  }
}
