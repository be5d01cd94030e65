import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { IndexRow, IndexRows } from '../../indexes/store/port.ts'
import type { TrainedStates } from '../../indexes/named/trained-states.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { ObjectStates } from './object-states.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

const AGAIN_MS = 10 * 60_000

export type TakeoverOptions = {
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
export class StateTakeover {
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
