import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, UnreadPhoto } from '../catalog/catalog.ts'
import type { OthersSidecars, Reading } from '../metadata/host/metadata-reader.ts'
import type { FileMetadata } from '../metadata/read-metadata.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'

export type MetadataScanDependencies = {
  catalog: Pick<Catalog, 'files'>
  /** Reads files in another process, in the order of the paths; sidecars of others are told by their hashes. */
  read(paths: readonly string[], othersSidecars: OthersSidecars): Promise<Reading<FileMetadata>[]>
  /** Whether the file at the photo's path is still the photo's; asked after it was read. */
  isItsFile(photo: UnreadPhoto): Promise<boolean>
  onRead(ids: number[]): void
  /** What keeps a process from starting, or rows from being written, passes: the pass is tried again. */
  onError(error: unknown): void
}

type ReadPhoto = { photo: UnreadPhoto; reading: Reading<FileMetadata>; beside?: Reading<FileMetadata> | undefined }

/** Photos in one message: few messages, and no window waits long while their rows are written. */
const BATCH = 100

/** Reads the metadata of photos that came or changed, right after their rows; idle until scheduled. */
export class MetadataScan {
  readonly #dependencies: MetadataScanDependencies
  readonly #task: BackgroundTask
  readonly #closed = Promise.withResolvers<null>()

  constructor(dependencies: MetadataScanDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({ work: () => this.#readAll(), onError: dependencies.onError })
  }

  /** Reads until no photo is left without metadata; a pass in progress looks for photos once more. */
  schedule(): void {
    this.#task.schedule()
  }

  /** Reads one photo's metadata again, because its sidecar changed. */
  async reread(id: number): Promise<void> {
    const photo = this.#dependencies.catalog.files.toRead(id)
    const read = photo === undefined ? null : await this.#read([photo])
    if (read !== null) this.#save(read)
  }

  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Does not wait for what is being read: it is read again by the next pass. */
  close(): Promise<void> {
    this.#closed.resolve(null)
    return this.#task.close()
  }

  /** One batch is read while the one before it is saved. Photos whose file is not there wait for the next pass. */
  async #readAll(): Promise<void> {
    const passedOver = new Set<number>()
    let reading = this.#startBatch(passedOver)
    while (reading !== null) {
      const read = await reading
      if (read === null) return
      reading = this.#startBatch(passedOver)
      this.#save(read)
      for (const { photo, reading: found } of read) if (isRead(found)) passedOver.delete(photo.id)
      reading ??= this.#startBatch(passedOver) // Files that changed while they were read.
      await setImmediate()
    }
  }

  /** Null where no photo is left. Those of the batch are passed over until they are saved. */
  #startBatch(passedOver: Set<number>): Promise<ReadPhoto[] | null> | null {
    const unread = this.#dependencies.catalog.files.withoutMetadata(BATCH + passedOver.size)
    const batch = unread.filter(({ id }) => !passedOver.has(id)).slice(0, BATCH)
    if (batch.length === 0) return null
    for (const { id } of batch) passedOver.add(id)
    const reading = this.#read(batch)
    // The batch before may fail to be saved, so that nobody waits for this one any more.
    reading.catch(() => undefined)
    return reading
  }

  /** Null where the pass was closed meanwhile. */
  async #read(photos: readonly UnreadPhoto[]): Promise<ReadPhoto[] | null> {
    if (this.#task.isClosed) return null
    const others = photos.filter(({ othersSidecars }) => othersSidecars.length > 0)
    const pictures = photos.flatMap(({ picture }) => picture ?? [])
    const reading = this.#dependencies.read(
      [...photos.map(({ path }) => path), ...pictures],
      new Map(others.map(({ path, othersSidecars }) => [path, othersSidecars])),
    )
    reading.catch(() => undefined) // Closing ends the process and with it what is being read.
    const readings = await Promise.race([reading, this.#closed.promise])
    if (readings === null || this.#task.isClosed) return null
    return Promise.all(
      photos.map(async (photo, place) => ({
        photo,
        reading: await this.#own(photo, readings[place]!),
        beside: photo.picture === undefined ? undefined : readings[photos.length + pictures.indexOf(photo.picture)],
      })),
    )
  }

  /** What was read of a file that took the photo's place meanwhile counts as not there. */
  async #own(photo: UnreadPhoto, reading: Reading<FileMetadata>): Promise<Reading<FileMetadata>> {
    return (await this.#dependencies.isItsFile(photo)) ? reading : { ok: true, value: null }
  }

  #save(read: readonly ReadPhoto[]): void {
    const { catalog, onRead } = this.#dependencies
    const found = read.flatMap(({ photo, reading, beside }) =>
      reading.ok && reading.value !== null
        ? [{ id: photo.id, modifiedMs: photo.modifiedMs, ...reading.value, ...besideOf(photo, beside) }]
        : [],
    )
    const failed = read.flatMap(({ photo, reading }) =>
      reading.ok ? [] : [{ id: photo.id, modifiedMs: photo.modifiedMs, problem: reading.reason }],
    )
    if (found.length > 0) catalog.files.saveMetadata(found)
    if (failed.length > 0) catalog.files.markUnreadable(failed)
    const ids = [...found, ...failed].map(({ id }) => id)
    if (ids.length > 0) onRead(ids)
  }
}

/** The film in the picture beside a RAW file; what was found before stays where that could not be read. */
const besideOf = ({ picture }: UnreadPhoto, beside: Reading<FileMetadata> | undefined) =>
  picture !== undefined && beside?.ok === true && beside.value !== null
    ? { beside: { name: basename(picture), film: beside.value.film } }
    : {}

const isRead = (reading: Reading<FileMetadata>) => !reading.ok || reading.value !== null
