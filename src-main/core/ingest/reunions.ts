import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import { reunite, type Reunited } from './reconcile/reunite.ts'

/** Photos between two breaks for other work: some milliseconds. */
const PIECE = 100

/**
 * Finds the files of missing photos by their picture, once nothing else is to be looked at: until then a file that is
 * gone may only have another name, and what shows its picture may be a copy.
 */
export class Reunions {
  readonly #catalog: Pick<Catalog, 'files' | 'questions'>
  readonly #now: () => number
  readonly #analysed = new Set<number>()
  #missingSince = 0
  #isDue = false

  constructor(catalog: Pick<Catalog, 'files' | 'questions'>, now: () => number = Date.now) {
    this.#catalog = catalog
    this.#now = now
  }

  get isDue(): boolean {
    return this.#isDue
  }

  /** Files came, went or moved. */
  note(): void {
    this.#isDue = true
  }

  /** It is known now which picture this photo shows. */
  noteAnalysed(photoId: number): void {
    this.#analysed.add(photoId)
    this.#isDue = true
  }

  async find(signal?: AbortSignal): Promise<Reunited> {
    const began = this.#now()
    const ids = [...new Set([...this.#catalog.files.missingSince(this.#missingSince), ...this.#analysed])]
    this.#analysed.clear()
    this.#isDue = false
    const reunited: Reunited = { ids: [], gone: [], waiting: [] }
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const piece = reunite(this.#catalog, ids.slice(at, at + PIECE))
      reunited.ids.push(...piece.ids)
      reunited.gone.push(...piece.gone)
      for (const id of piece.waiting) this.#analysed.add(id)
      await setImmediate()
    }
    this.#missingSince = began
    return reunited
  }
}
