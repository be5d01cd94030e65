import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { normalise } from '../../analysis/vectors/unit-vector.ts'
import { stackOf } from '../../contract/errors.ts'
import { writeCodeFile } from '../../indexes/codes/code-file.ts'
import { CodedIndex, type HeadRows, learnHeads } from '../../indexes/codes/coded-index.ts'
import { readCodeFile } from '../../indexes/codes/read-code-file.ts'
import { VectorSlots } from '../../indexes/codes/vector-slots.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import type { IndexSource, VectorRow } from './loaded-index.ts'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

export type ContentSourceDependencies = {
  analysis: Pick<Catalog['analysis'], 'embeddings' | 'embeddingReader' | 'embeddingSample' | 'codeFiles'>
  modelId: string
  /** Where its file is. */
  path: string
  log: Log
}

/** This many embeddings show well enough in which directions those of a library differ. */
const LEARNED_FROM = 1024
/** Photos whose changes are applied between two breaks for other work. */
const SLICE = 200
/** A file is written again when this share of its rows has changed. */
const CHANGED_SHARE = 0.1

/**
 * The embeddings of one model as an index of codes. Codes and full vectors are stored in a file beside the catalogue,
 * so that a million need not be read and coded again; the catalogue logs the changes since. A file that does not belong
 * to this state of the catalogue, or is damaged, is created again, and full vectors that it lacks come from the
 * catalogue.
 */
export class ContentSource implements IndexSource {
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
