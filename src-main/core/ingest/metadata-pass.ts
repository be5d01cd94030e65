import PQueue from 'p-queue'
import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../catalog/catalog.ts'
import type { FileMetadata } from '../metadata/read-metadata.ts'

export type MetadataPassDependencies = {
  catalog: Pick<Catalog, 'files'>
  /** Null where the file is not there; damaged metadata is no error. */
  read(path: string): Promise<FileMetadata | null>
  onRead(ids: number[]): void
  onError(error: unknown): void
}

type ReadMetadata = { id: number; metadata: FileMetadata | null }

const BATCH = 100
const READS_AT_ONCE = 8

/** Reads the metadata of photos that came or changed, right after their rows; idle until scheduled. */
export class MetadataPass {
  readonly #dependencies: MetadataPassDependencies
  readonly #reads = new PQueue({ concurrency: READS_AT_ONCE })
  #running: Promise<void> | null = null
  #isDue = false
  #isClosed = false

  constructor(dependencies: MetadataPassDependencies) {
    this.#dependencies = dependencies
  }

  /** Reads until no photo is left without metadata; a pass in progress looks for photos once more. */
  schedule(): void {
    this.#isDue = true
    if (!this.#isClosed) this.#running ??= this.#run()
  }

  /** Reads one photo's metadata again, because its sidecar changed. */
  async reread(id: number, path: string): Promise<void> {
    const metadata = await this.#dependencies.read(path)
    if (metadata !== null && !this.#isClosed) this.#save([{ id, metadata }])
  }

  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#isDue && !this.#isClosed) {
        this.#isDue = false
        await this.#readAll()
      }
    } catch (error) {
      this.#dependencies.onError(error)
    } finally {
      this.#running = null
    }
  }

  /** Photos whose file is not there are left for the time when it is. */
  async #readAll(): Promise<void> {
    const { catalog } = this.#dependencies
    const absent = new Set<number>()
    while (!this.#isClosed) {
      const batch = catalog.files.withoutMetadata(BATCH + absent.size).filter((photo) => !absent.has(photo.id))
      if (batch.length === 0) return
      const results = await this.#readBatch(batch)
      if (this.#isClosed) return
      for (const { id, metadata } of results) if (metadata === null) absent.add(id)
      this.#save(results)
      await setImmediate()
    }
  }

  #readBatch(batch: readonly { id: number; path: string }[]): Promise<ReadMetadata[]> {
    const { read } = this.#dependencies
    return this.#reads.addAll(batch.map(({ id, path }) => async () => ({ id, metadata: await read(path) })))
  }

  #save(results: readonly ReadMetadata[]): void {
    const rows = results.flatMap(({ id, metadata }) => (metadata === null ? [] : [{ id, ...metadata }]))
    if (rows.length === 0) return
    this.#dependencies.catalog.files.saveMetadata(rows)
    this.#dependencies.onRead(rows.map((row) => row.id))
  }
}
