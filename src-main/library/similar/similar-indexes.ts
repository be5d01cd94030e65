import { createHash, randomUUID } from 'node:crypto'
import { join, dirname } from 'node:path'
import type { Findings } from '../../analysis/photo/findings.ts'
import type { Likeness } from '../../contract/library/search/likeness.ts'
import { colorDistance } from '../../indexes/distances.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'
import { contentScale } from '../../indexes/published-distance.ts'
import { createVectorIndex } from '../../indexes/create-vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { contentWords } from './likeness-scales.ts'
import type { Log } from '../host/log.ts'
import { runThrough } from '../../indexes/codes/basis.ts'
import { mkdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { normalise } from '../../analysis/vectors/unit-vector.ts'
import { stackOf } from '../../contract/errors.ts'
import { writeCodeFile } from '../../indexes/codes/code-file.ts'
import { CodedIndex, type HeadRows, learnHeads } from '../../indexes/codes/coded-index.ts'
import { readCodeFile } from '../../indexes/codes/read-code-file.ts'
import { VectorSlots } from '../../indexes/codes/vector-slots.ts'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

export type SimilarIndexesDependencies = {
  analysis: Pick<
    Catalog['analysis'],
    'embeddings' | 'embeddingReader' | 'embeddingSample' | 'colorVectors' | 'embeddingModels' | 'codeFiles'
  >
  /** Where files of indexes are kept. */
  folder: string
  log: Log
  /** Indexes of fewer photos are created again each time; by default `MIN_KEPT`. */
  minKept?: number
  /** The model that creates embeddings now; its index is searched first. */
  presentModel(): string | null
}

/** Creating an index of this many photos takes a second. */
const MIN_KEPT = 10_000

type Content = { source: ContentSource; index: LoadedIndex }

/**
 * The library's similarity indexes: one for each embedding model, since vectors of different models are not comparable,
 * and one for colours. Nothing is read before the first search.
 */
export class SimilarIndexes {
  readonly #dependencies: SimilarIndexesDependencies
  readonly #contents = new Map<string, Content>()
  readonly #colors: LoadedIndex

  constructor(dependencies: SimilarIndexesDependencies) {
    this.#dependencies = dependencies
    const { analysis } = dependencies
    this.#colors = new LoadedIndex({
      rows: () => analysis.colorVectors(),
      create: (dimensions) => createVectorIndex(dimensions, { distance: colorDistance }),
    })
  }

  /** The index with a photo's content and its model, or null if the photo has no embedding. */
  async contentOf(photoId: number): Promise<{ index: VectorIndex; modelId: string } | null> {
    for (const modelId of this.#modelsPresentFirst()) {
      const index = await this.#content(modelId).index.get()
      if (index.get(photoId) !== undefined) return { index, modelId }
    }
    return null
  }

  /** The index of one model's embeddings. */
  contentBy(modelId: string): Promise<VectorIndex> {
    return this.#content(modelId).index.get()
  }

  /** Reads what `near` asks, in slices. */
  async load(): Promise<void> {
    for (const modelId of this.#modelsPresentFirst()) await this.#content(modelId).index.get()
  }

  /**
   * Ids of photos at least this similar to any of some photos, these included. Indexes that are not read yet are read
   * at once.
   */
  near(photoIds: readonly number[], likeness: Likeness): Set<number> {
    const found = new Set<number>()
    for (const modelId of photoIds.length === 0 ? [] : this.#modelsPresentFirst()) {
      const index = this.#content(modelId).index.now()
      const maxDistance = contentScale(modelId).unpublish(contentWords[likeness])
      for (const id of photoIds) {
        const vector = index.get(id)
        if (vector !== undefined) for (const near of index.near(vector, maxDistance)) found.add(near)
      }
    }
    return found
  }

  colors(): Promise<VectorIndex> {
    return this.#colors.get()
  }

  /** Adds what an analysis found. */
  put(photoId: number, { embedding, colorVector }: Findings): void {
    if (colorVector !== undefined) this.#colors.change(photoId, colorVector)
    if (embedding === undefined) return
    // A photo has one embedding: the one of an earlier model no longer counts.
    for (const [modelId, { index }] of this.#contents) if (modelId !== embedding.modelId) index.change(photoId, null)
    this.#content(embedding.modelId).index.change(photoId, embedding.vector)
  }

  remove(photoIds: readonly number[]): void {
    const contents = Array.from(this.#contents.values(), ({ index }) => index)
    for (const id of photoIds) for (const index of [this.#colors, ...contents]) index.change(id, null)
  }

  /** Saves the index of the present model in a file if worthwhile, so that the next start need not create it. */
  async keep(): Promise<void> {
    const modelId = this.#dependencies.presentModel()
    if (modelId === null) return
    const { analysis, minKept = MIN_KEPT } = this.#dependencies
    const rows = analysis.codeFiles.count(modelId)
    const { source, index } = this.#content(modelId)
    if (rows < minKept || (!index.isLoaded && !source.isFileOutdated(rows))) return
    const loaded = await index.get()
    if (source.isOutdated(rows)) await source.save(loaded)
  }

  /** Ends what is being read or written. */
  async close(): Promise<void> {
    for (const { source, index } of this.#contents.values()) {
      index.close()
      await source.close()
    }
  }

  #content(modelId: string): Content {
    const present = this.#contents.get(modelId)
    if (present !== undefined) return present
    const { analysis, folder, log } = this.#dependencies
    const path = join(folder, `${createHash('sha256').update(modelId).digest('hex').slice(0, 16)}.codes`)
    const source = new ContentSource({ analysis, modelId, path, log })
    const created = { source, index: new LoadedIndex(source) }
    this.#contents.set(modelId, created)
    return created
  }

  #modelsPresentFirst(): string[] {
    const first = this.#dependencies.presentModel()
    return [...new Set([...(first === null ? [] : [first]), ...this.#dependencies.analysis.embeddingModels()])]
  }
}

// An index in memory

/** Rows that are read, or changes that are applied, between two breaks for other work. */
const SLICE = 200

type VectorRow = { id: number; vector: Float32Array }

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

// The embeddings of a model

type ContentSourceDependencies = {
  analysis: Pick<Catalog['analysis'], 'embeddings' | 'embeddingReader' | 'embeddingSample' | 'codeFiles'>
  modelId: string
  /** Where its file is. */
  path: string
  log: Log
}

/** This many embeddings show well enough in which directions those of a library differ. */
const LEARNED_FROM = 1024
/** A file is written again when this share of its rows has changed. */
const CHANGED_SHARE = 0.1

/**
 * The embeddings of one model as an index of codes. Codes and full vectors are stored in a file beside the catalogue,
 * so that a million need not be read and coded again; the catalogue logs the changes since. A file that does not belong
 * to this state of the catalogue, or is damaged, is created again, and full vectors that it lacks come from the
 * catalogue.
 */
class ContentSource implements IndexSource {
  readonly #deps: ContentSourceDependencies
  readonly #read: (photoId: number) => Float32Array | undefined
  /** Photos whose vectors in the file are outdated. */
  #changed = new Set<number>()
  /** Those of the file that is being written. */
  #changedMeanwhile = new Set<number>()
  #learned: { dimensions: number; heads: HeadRows } | null = null
  #slots: VectorSlots | null = null
  #writing: Promise<void> | null = null
  #isClosed = false

  constructor(dependencies: ContentSourceDependencies) {
    this.#deps = dependencies
    this.#read = dependencies.analysis.embeddingReader(dependencies.modelId)
  }

  rows(): Iterable<VectorRow> {
    return this.#deps.analysis.embeddings(this.#deps.modelId)
  }

  *learn(): Generator<void, void> {
    const sample = this.#deps.analysis.embeddingSample(this.#deps.modelId, LEARNED_FROM)
    const dimensions = sample[0]?.length
    if (dimensions === undefined) return
    const alike = sample.filter(({ length }) => length === dimensions)
    this.#learned = { dimensions, heads: yield* learnHeads(alike, dimensions) }
  }

  create(dimensions: number): CodedIndex {
    this.#forgetFile()
    const heads = this.#learned?.dimensions === dimensions ? this.#learned.heads : undefined
    return new CodedIndex({ dimensions, ...this.#vectors, heads })
  }

  /** The index from its file and the log; null if it must be created from the catalogue. */
  async restore(): Promise<VectorIndex | null> {
    const { analysis, modelId, path } = this.#deps
    for (const token of analysis.codeFiles.tokens(modelId)) {
      const read = await readCodeFile(path, token, this.#vectors)
      if (read === null) continue
      await this.#takeOver(read.index, token)
      // A repaired or rebuilt catalogue may have lost rows without an entry in the log.
      if (read.index.size !== analysis.codeFiles.count(modelId)) return null
      this.#slots = new VectorSlots(path, read.slots)
      return read.index
    }
    return null
  }

  changed(photoId: number): void {
    this.#changed.add(photoId)
    this.#changedMeanwhile.add(photoId)
  }

  /** Whether enough has changed since the file of a loaded index was written, or it has none. */
  isOutdated(rows: number): boolean {
    return this.#slots === null || this.#changed.size > CHANGED_SHARE * rows
  }

  /** The same if the index is not loaded, as far as the catalogue knows. */
  isFileOutdated(rows: number): boolean {
    const { codeFiles } = this.#deps.analysis
    const [token] = codeFiles.tokens(this.#deps.modelId)
    return token === undefined || codeFiles.changedSince(token).length > CHANGED_SHARE * rows
  }

  /** Writes the file in slices. Errors are logged: the search works without it. */
  save(index: VectorIndex): Promise<void> {
    if (!(index instanceof CodedIndex) || this.#isClosed) return Promise.resolve()
    this.#writing ??= this.#write(index)
      .catch((error: unknown) =>
        this.#deps.log.warn('The file of similar photos was not written', { error: stackOf(error) }),
      )
      .finally(() => (this.#writing = null))
    return this.#writing
  }

  /** Ends a writing that is in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writing
    this.#forgetFile()
  }

  async #takeOver(index: CodedIndex, token: string): Promise<void> {
    for (const [n, photoId] of this.#deps.analysis.codeFiles.changedSince(token).entries()) {
      const vector = this.#read(photoId)
      if (vector?.length === index.dimensions) index.put(photoId, vector)
      else index.remove(photoId)
      this.#changed.add(photoId)
      if (n % SLICE === SLICE - 1) await setImmediate()
    }
  }

  async #write(index: CodedIndex): Promise<void> {
    const { analysis, modelId, path } = this.#deps
    const token = randomUUID()
    this.#changedMeanwhile = new Set()
    analysis.codeFiles.begin(modelId, token)
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder })
    const goesOn = () => !this.#isClosed
    const written = await writeCodeFile(path, { token, index, vectorOf: this.#read, goesOn })
    if (written === null) return
    this.#slots?.close() // An open file cannot be replaced everywhere.
    this.#slots = null
    await written.putInPlace()
    analysis.codeFiles.settle(modelId, token)
    this.#changed = this.#changedMeanwhile
    this.#slots = new VectorSlots(path, written.slots)
  }

  readonly #exact = (photoId: number, row: number): Float32Array | undefined => {
    const kept = this.#changed.has(photoId) ? undefined : this.#slots?.read(row, photoId)
    if (kept !== undefined) return kept
    const vector = this.#read(photoId)
    return vector && normalise(vector)
  }

  readonly #vectors = {
    exact: this.#exact,
    kept: () => this.#slots && { slots: this.#slots, isOwn: (photoId: number) => !this.#changed.has(photoId) },
  }

  #forgetFile(): void {
    this.#slots?.close()
    this.#slots = null
    this.#changed.clear()
  }
}
