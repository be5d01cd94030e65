import { setImmediate } from 'node:timers/promises'
import { runThrough } from '../../indexes/codes/basis.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'

export type VectorRow = { id: number; vector: Float32Array }

/** Rows between two breaks for other work. */
const SLICE = 200

/** The sources of an index. */
export type IndexSource = {
  rows(): Iterable<VectorRow>
  /** Creates an empty index for vectors of one length; rows of another length are left out. */
  create(dimensions: number): VectorIndex
  /** What must be known of the rows before the first index is made, in slices of work. */
  learn?(): Generator<void, void>
  /** The saved index, brought up to date; null if it must be created from the rows. */
  restore?(): Promise<VectorIndex | null>
  /** Called before the vector of an id is replaced or removed. */
  changed?(id: number): void
}

/** An index that is read from the catalogue on first use, and kept up to date from then on. */
export class LoadedIndex {
  readonly #source: IndexSource
  #loading: Promise<void> | null = null
  #isLoaded = false
  #isClosed = false
  #index: VectorIndex | null = null
  /** Changes during the reading: newer than the rows. */
  readonly #late = new Map<number, Float32Array | null>()

  constructor(source: IndexSource) {
    this.#source = source
  }

  /** Reads it without breaks if needed: calls that may wait use `get`. */
  now(): VectorIndex {
    if (!this.#isLoaded) {
      this.#index = null
      if (this.#source.learn) runThrough(this.#source.learn())
      for (const { id, vector } of this.#source.rows()) this.#add(id, vector)
      this.#finish()
      this.#loading = Promise.resolve()
    }
    return this.#index ?? this.#source.create(1)
  }

  get isLoaded(): boolean {
    return this.#isLoaded
  }

  async get(): Promise<VectorIndex> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    await this.#loading
    return this.#index ?? this.#source.create(1)
  }

  /** Ends a reading that is in progress. */
  close(): void {
    this.#isClosed = true
  }

  /** Adds, replaces or (with null) removes; does nothing before the first `get`, which reads the present state. */
  change(id: number, vector: Float32Array | null): void {
    if (this.#loading === null) return
    if (this.#isLoaded) this.#apply(id, vector)
    else this.#late.set(id, vector)
  }

  /** False if it was created without breaks in the meantime, or nobody needs it any more. */
  get #isWanted(): boolean {
    return !this.#isLoaded && !this.#isClosed
  }

  async #load(): Promise<void> {
    const restored = this.#source.restore && (await this.#source.restore())
    if (!this.#isWanted) return
    if (!restored) return this.#make()
    this.#index = restored
    this.#finish()
  }

  async #make(): Promise<void> {
    for (const slice of this.#source.learn?.() ?? []) if (this.#isWanted) await setImmediate(slice)
    let count = 0
    for (const { id, vector } of this.#isWanted ? this.#source.rows() : []) {
      if (!this.#isWanted) return
      this.#add(id, vector)
      if (++count % SLICE === 0) await setImmediate()
    }
    if (this.#isWanted) this.#finish()
  }

  #add(id: number, vector: Float32Array): void {
    this.#index ??= this.#source.create(vector.length)
    if (vector.length === this.#index.dimensions) this.#index.put(id, vector)
  }

  #finish(): void {
    this.#isLoaded = true
    for (const [id, vector] of this.#late) this.#apply(id, vector)
    this.#late.clear()
  }

  #apply(id: number, vector: Float32Array | null): void {
    this.#source.changed?.(id)
    if (vector === null) this.#index?.remove(id)
    else this.#put(id, vector)
  }

  #put(id: number, vector: Float32Array): void {
    // A model's vectors all have one length; another length means that the model changed under its name.
    if (this.#index === null || this.#index.dimensions !== vector.length)
      this.#index = this.#source.create(vector.length)
    this.#index.put(id, vector)
  }
}
