import type { Bits } from '../columns/bits.ts'
import { setImmediate } from 'node:timers/promises'
import type { SensitiveFrom } from '../../../contract/library/photo.ts'
import type { NumberColumn, TextColumn } from '../columns/column.ts'
import { type Concealment, nothingConcealed } from '../columns/concealment.ts'
import type { ChangeSink } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { foldersAway, foldersRemoved } from '../../folders/rows/absent-roots.ts'
import type { KeptIndex } from '../kept-index/kept-index.ts'
import type { SortField } from './orders.ts'
import type { LostRows } from './read-around-damage.ts'
import { LoadedIndex } from './loaded-index.ts'

/** Smaller libraries are read from the catalogue as fast. */
const MIN_KEPT = 20_000
/** Photos read again between two breaks for other work. */
const RENEWED_AT_ONCE = 500

type Watch = { changed: Set<number>; isAll: boolean }

/** What a question reads besides the numbers of photos. */
export type Needed = { rest?: boolean; order?: SortField | undefined }

type LiveIndexDependencies = {
  db: Db
  columns: readonly NumberColumn[]
  lost: LostRows
  kept?: KeptIndex | null
  /** Texts that counts read. */
  texts?: readonly TextColumn[]
}

/** More changed photos than this, and a third of all, are loaded faster by a full load. */
const MAX_RENEWED = 1000

/**
 * Holds the index and follows the catalogue. Changes only note ids; the next question reads them again, so that
 * thousands of changes between two questions cost once.
 */
export class LiveIndex implements ChangeSink {
  readonly #db: Db
  readonly #columns: readonly NumberColumn[]
  readonly #lost: LostRows
  readonly #kept: KeptIndex | null
  readonly #texts: readonly TextColumn[]
  /** While something is loaded in slices: the changes in the meantime, and whether everything changed. */
  readonly #watches = new Set<Watch>()
  #loading: Promise<void> | null = null
  #loadingRest: Promise<void> | null = null
  readonly #changed = new Set<number>()
  /** Photos whose albums changed, and nothing else. */
  readonly #moved = new Set<number>()
  /** Photos of which one tag changed, by that tag. */
  readonly #retagged = new Map<number, number[]>()
  #index: LoadedIndex | null = null
  #isStale = false
  /** Undefined while it must be read. */
  #awayFolders: Bits | null | undefined
  #removedFolders: Bits | null = null
  #concealment: Concealment = nothingConcealed
  #sensitiveFrom: SensitiveFrom = 'nsfw'
  #version = 0
  #textVersion = 0
  readonly #trail = new ChangeTrail()
  /** The index that the trail is of. */
  #followed: LoadedIndex | null = null
  /** False if more changed than some photos. */
  #isTraceable = false

  constructor({ db, columns, lost, kept = null, texts = [] }: LiveIndexDependencies) {
    this.#db = db
    this.#columns = columns
    this.#lost = lost
    this.#kept = kept
    this.#texts = texts
  }

  /**
   * Loads what a question reads, with breaks for other work, unless it is loaded: otherwise `current` does so at once.
   * Counts read the `rest`: lists and texts.
   */
  async prepare({ rest = false, order }: Needed = {}): Promise<void> {
    if (this.#index === null || this.#isStale)
      await (this.#loading ??= this.#loadInSlices().finally(() => (this.#loading = null)))
    if (rest) await (this.#loadingRest ??= this.#loadRest().finally(() => (this.#loadingRest = null)))
    if (order !== undefined) await this.#index?.loadOrder(order)
  }

  /** Saves the index of a large library in a file for the next start, unless the existing one is nearly as good. */
  async keep(min = MIN_KEPT): Promise<void> {
    if (this.#kept === null) return
    await this.prepare()
    const { slots } = this.current()
    if (slots < min || this.#kept.isFresh(slots)) return
    await this.prepare({ rest: true, order: 'name' })
    await this.prepare({ order: 'takenAt' })
    const index = this.current()
    const version = this.#version
    await this.#kept.write(index.parts(), () => version === this.#version && index === this.#index)
  }

  async #loadInSlices(): Promise<void> {
    const { result: index, changed, isAll } = await this.#watching(async () => (await this.#restore()) ?? this.#read())
    if (this.#index !== null && !this.#isStale) return // A question that could not wait has loaded it.
    this.#index = index
    this.#isStale = isAll
    for (const id of changed) this.#changed.add(id)
  }

  async #loadRest(): Promise<void> {
    const index = this.current()
    const { changed } = await this.#watching(() => index.loadRest(this.#texts, this.#lost))
    for (const id of changed) this.#changed.add(id)
  }

  #read(): Promise<LoadedIndex> {
    return LoadedIndex.loadInSlices(this.#db, this.#columns, this.#lost)
  }

  /** The saved index, brought up to date; null if there is none. */
  async #restore(): Promise<LoadedIndex | null> {
    const kept = await this.#kept?.read()
    if (!kept) return null
    const index = LoadedIndex.restore(this.#db, this.#columns, kept.parts)
    for (let from = 0; from < kept.changed.length; from += RENEWED_AT_ONCE) {
      index.renew(kept.changed.slice(from, from + RENEWED_AT_ONCE))
      await setImmediate()
    }
    return index
  }

  async #watching<T>(work: () => Promise<T>): Promise<Watch & { result: T }> {
    const watch: Watch = { changed: new Set(), isAll: false }
    this.#watches.add(watch)
    try {
      const result = await work()
      return { ...watch, result }
    } finally {
      this.#watches.delete(watch)
    }
  }

  #note(ids: Iterable<number>): void {
    if (this.#watches.size > 0) for (const id of ids) for (const { changed } of this.#watches) changed.add(id)
  }

  /** The index for the present catalogue; loaded on first use. */
  current(): LoadedIndex {
    let index = (this.#index ??= this.#load())
    if (this.#isStale || this.#changed.size > MAX_RENEWED + index.slots / 3) {
      index = this.#index = this.#load()
      this.#isTraceable = false
    } else this.#renew(index)
    this.#follow(index)
    this.#changed.clear()
    this.#retagged.clear()
    this.#moved.clear()
    this.#isStale = false
    if (this.#awayFolders === undefined) this.#readRoots()
    index.hide(this.#removedFolders)
    index.conceal(this.#concealment, this.#sensitiveFrom)
    return Object.assign(index, {
      version: this.#version,
      textVersion: this.#textVersion,
      awayFolders: this.#awayFolders ?? null,
    })
  }

  /** Applies changes now, unless everything will be loaded with the next question. */
  follow(): void {
    if (this.#index !== null && !this.#isStale) this.current()
  }

  /** From now on no search finds photos of these kinds; `from` is the mildest sensitive verdict. */
  conceal(kinds: Concealment, sensitiveFrom: SensitiveFrom): void {
    this.#isTraceable = false
    this.#concealment = kinds
    this.#sensitiveFrom = sensitiveFrom
    this.#version++
  }

  photos(ids: Iterable<number>): void {
    const all = [...ids]
    for (const id of all) if (this.#index) this.#changed.add(id)
    this.#note(all)
    this.#version++
  }

  tag(ids: Iterable<number>, tagId: number): void {
    const retagged = this.#retagged.get(tagId) ?? []
    const all = [...ids]
    for (const id of all) if (this.#index) retagged.push(id)
    this.#retagged.set(tagId, retagged)
    this.#note(all)
    this.#version++
  }

  album(album: number, ids: Iterable<number>): void {
    if (this.#index) for (const id of ids) this.#moved.add(id)
    this.#index?.albums.forget(album)
    this.#version++
  }

  albums(): void {
    this.#isTraceable = false
    this.#version++
  }

  everything(): void {
    this.#isTraceable = false
    this.#isStale = this.#index !== null
    for (const watch of this.#watches) watch.isAll = true
    this.#version++
  }

  roots(): void {
    this.#isTraceable = false
    this.#awayFolders = undefined
    this.#textVersion++
    this.#version++
  }

  text(): void {
    this.#isTraceable = false
    this.#textVersion++
    this.#version++
  }

  names(): void {
    this.#isTraceable = false
    this.#index?.orders.forgetNames()
    this.#version++
  }

  /** Slots of photos that changed since a version; null if unknown, or if there are many. */
  changedSince(version: number): readonly number[] | null {
    return this.#trail.between(version, this.#version)
  }

  #follow(index: LoadedIndex): void {
    if (index !== this.#followed || !this.#isTraceable) this.#trail.clear()
    else if (index.version !== this.#version) {
      const ids = new Set([...this.#changed, ...this.#moved, ...[...this.#retagged.values()].flat()])
      const places = [...ids].map((id) => index.find(id))
      const slots = places.flatMap(({ slot, isThere }) => (isThere ? [slot] : []))
      this.#trail.note({ from: index.version, to: this.#version, slots })
    }
    this.#followed = index
    this.#isTraceable = true
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
    return LoadedIndex.load(this.#db, this.#columns, this.#lost)
  }
}

// What changed lately

/** Longer trails are not worth following. */
const MAX_STEPS = 64
const MAX_SLOTS = 1000

type Step = { from: number; to: number; slots: readonly number[] }

/** Which photos changed between the last few versions of the catalogue. */
class ChangeTrail {
  #steps: Step[] = []

  /** Records a change. */
  note(step: Step): void {
    this.#steps.push(step)
    if (this.#steps.length > MAX_STEPS) this.#steps.shift()
  }

  /** More changed than some photos. */
  clear(): void {
    this.#steps = []
  }

  /** The slots of photos that changed between two versions; null if unknown, or if there are many. */
  between(from: number, to: number): readonly number[] | null {
    const first = this.#steps.findIndex((step) => step.from === from)
    const steps = first < 0 ? [] : this.#steps.slice(first)
    if (steps.at(-1)?.to !== to || steps.some((step, at) => at > 0 && step.from !== steps[at - 1]?.to)) return null
    const slots = [...new Set(steps.flatMap((step) => step.slots))]
    return slots.length > MAX_SLOTS ? null : slots
  }
}
