import type { Bits } from '../columns/bits.ts'
import type { NumberColumn } from '../columns/column.ts'
import { type Concealment, nothingConcealed } from '../columns/concealment.ts'
import type { ChangeSink } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { foldersAway } from '../folders/away-roots.ts'
import { foldersRemoved } from '../folders/removed-roots.ts'
import { LoadedIndex } from './loaded-index.ts'
import type { LostRows } from './read-around-damage.ts'

/** More changed photos than this, and a third of all, are loaded faster as a whole. */
const MAX_RENEWED = 1000

/**
 * Holds the index and follows the catalogue. Changes only note ids; the next question reads them anew, so that
 * thousands of changes between two questions cost once.
 */
export class IndexKeeper implements ChangeSink {
  readonly #db: Db
  readonly #columns: readonly NumberColumn[]
  readonly #lost: LostRows
  readonly #changed = new Set<number>()
  /** Photos of which one tag changed, by that tag. */
  readonly #retagged = new Map<number, number[]>()
  #index: LoadedIndex | null = null
  #isStale = false
  /** Undefined while it is to be read. */
  #awayFolders: Bits | null | undefined
  #removedFolders: Bits | null = null
  #concealment: Concealment = nothingConcealed
  #version = 0
  #textVersion = 0

  constructor(db: Db, columns: readonly NumberColumn[], lost: LostRows) {
    this.#db = db
    this.#columns = columns
    this.#lost = lost
  }

  /** The index as the catalogue is now; loaded when it is first asked for. */
  current(): LoadedIndex {
    let index = (this.#index ??= this.#load())
    if (this.#isStale || this.#changed.size > MAX_RENEWED + index.slots / 3) index = this.#index = this.#load()
    else this.#renew(index)
    this.#changed.clear()
    this.#retagged.clear()
    this.#isStale = false
    if (this.#awayFolders === undefined) this.#readRoots()
    index.hide(this.#removedFolders)
    index.conceal(this.#concealment)
    return Object.assign(index, {
      version: this.#version,
      textVersion: this.#textVersion,
      awayFolders: this.#awayFolders ?? null,
    })
  }

  /** Takes up what changed now; before the index was first asked for there is nothing to do. */
  follow(): void {
    if (this.#index !== null) this.current()
  }

  /** From now on no search finds photos of these kinds. */
  conceal(kinds: Concealment): void {
    this.#concealment = kinds
    this.#version++
  }

  photos(ids: Iterable<number>): void {
    for (const id of ids) if (this.#index) this.#changed.add(id)
    this.#version++
  }

  tag(ids: Iterable<number>, tagId: number): void {
    const retagged = this.#retagged.get(tagId) ?? []
    for (const id of ids) if (this.#index) retagged.push(id)
    this.#retagged.set(tagId, retagged)
    this.#version++
  }

  everything(): void {
    this.#isStale = this.#index !== null
    this.#version++
  }

  roots(): void {
    this.#awayFolders = undefined
    this.#textVersion++
    this.#version++
  }

  text(): void {
    this.#textVersion++
    this.#version++
  }

  names(): void {
    this.#index?.orders.forgetNames()
    this.#version++
  }

  #renew(index: LoadedIndex): void {
    if (this.#changed.size > 0) index.renew([...this.#changed].sort((a, b) => a - b))
    for (const [tagId, ids] of this.#retagged) index.renewTag(ids, tagId)
  }

  #readRoots(): void {
    this.#awayFolders = foldersAway(this.#db)
    this.#removedFolders = foldersRemoved(this.#db)
  }

  #load(): LoadedIndex {
    return new LoadedIndex(this.#db, this.#columns, this.#lost)
  }
}
