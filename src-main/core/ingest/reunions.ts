import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import { reunite, type Reunited } from './reconcile/reunite.ts'

type ReunionCatalog = Pick<Catalog, 'files' | 'questions' | 'pairs' | 'settings'>

/** Photos between two breaks for other work: some milliseconds. */
const PIECE = 100

/**
 * Finds the files of missing photos by their picture, once nothing else is to be looked at: until then a file that is
 * gone may only have another name, and what shows its picture may be a copy.
 */
export class Reunions {
  readonly #catalog: ReunionCatalog
  readonly #now: () => number
  readonly #analysed = new Set<number>()
  #missingSince = 0
  #isDue = false

  constructor(catalog: ReunionCatalog, now: () => number = Date.now) {
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
    const analysed = [...this.#analysed]
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
    await this.#settleCopies(analysed, reunited, signal)
    return reunited
  }

  /** What is read whole now may be a copy of another photo, or be one no longer. */
  async #settleCopies(analysed: readonly number[], reunited: Reunited, signal?: AbortSignal): Promise<void> {
    const { pairs, settings } = this.#catalog
    const gone = new Set(reunited.gone)
    const ids = analysed.filter((id) => !gone.has(id))
    for (let at = 0; at < ids.length && !signal?.aborted; at += PIECE) {
      const settled = pairs.settleCopies(settings.get(), ids.slice(at, at + PIECE))
      reunited.ids.push(...settled.changed)
      reunited.gone.push(...settled.gone)
      await setImmediate()
    }
  }
}
