import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { stackOf } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog, UnreadPhoto } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import type { MetadataReader, Reading } from '../metadata/host/metadata-reader.ts'
import type { FileMetadata } from '../metadata/read-metadata.ts'
import type { PlaceFinder } from '../places/place-finder.ts'
import { isFileInCloud } from './places/cloud-files.ts'

export type MetadataScanDependencies = {
  catalog: Pick<Catalog, 'files'>
  hub: Pick<EventHub, 'photosChanged'>
  log: Pick<Log, 'error'>
  /** Finds the places of photos whose positions were read. */
  places: Pick<PlaceFinder, 'schedule'>
  /** Reads files in another process. */
  reader: Pick<MetadataReader, 'read'>
  /** Whether the file at the photo's path is still the photo's, with its content; called after reading. */
  isUnchanged(photo: UnreadPhoto): Promise<boolean>
}

type ReadPhoto = { photo: UnreadPhoto; reading: Reading<FileMetadata>; beside?: Reading<FileMetadata> | undefined }

/** Photos in one message: few messages, and short waits for windows while their rows are written. */
const BATCH = 100

/** Reads the metadata of photos that were added or changed, right after their rows; idle until scheduled. */
export class MetadataScan {
  readonly #dependencies: MetadataScanDependencies
  readonly #task: BackgroundTask
  readonly #closed = Promise.withResolvers<null>()

  constructor(dependencies: MetadataScanDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: () => this.#readAll(),
      // A process could not start, or rows not be written; the scan is tried again.
      onError: (error) => dependencies.log.error('Reading metadata failed', { error: stackOf(error) }),
    })
  }

  /** Reads until no photo lacks metadata; a running scan checks for photos once more. */
  schedule(): void {
    this.#task.schedule()
  }

  /** Reads one photo's metadata again, because its sidecar changed. */
  async reread(id: number): Promise<void> {
    const photo = this.#dependencies.catalog.files.toRead(id)
    const read = photo === undefined ? null : await this.#read([photo])
    if (read !== null) this.#save(read)
  }

  /** Reads one photo's metadata if that was not done yet. Rejects if no process can be started. */
  async readOnce(id: number): Promise<void> {
    if (this.#dependencies.catalog.files.lacksMetadata(id)) await this.reread(id)
  }

  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Does not wait for reading in progress: the next scan repeats it. */
  close(): Promise<void> {
    this.#closed.resolve(null)
    return this.#task.close()
  }

  /** One batch is read while the previous one is saved. Photos with a missing file wait for the next scan. */
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

  /** Null if no photo is left. Photos of the batch are skipped until they are saved. */
  #startBatch(passedOver: Set<number>): Promise<ReadPhoto[] | null> | null {
    const unread = this.#dependencies.catalog.files.withoutMetadata(BATCH + passedOver.size)
    const batch = unread.filter(({ id }) => !passedOver.has(id)).slice(0, BATCH)
    if (batch.length === 0) return null
    for (const { id } of batch) passedOver.add(id)
    const reading = this.#read(batch)
    // Saving the previous batch may fail, and then nobody awaits this one.
    reading.catch(() => undefined)
    return reading
  }

  /** Null if the scan was closed in the meantime. */
  async #read(photos: readonly UnreadPhoto[]): Promise<ReadPhoto[] | null> {
    if (this.#task.isClosed) return null
    const others = photos.filter(({ othersSidecars }) => othersSidecars.length > 0)
    const pictures = photos.flatMap(({ picture }) => picture ?? [])
    const othersSidecars = new Map(others.map((photo) => [photo.path, photo.othersSidecars]))
    const reading = readOutsideCloud([...photos.map(({ path }) => path), ...pictures], (near) =>
      this.#dependencies.reader.read(near, othersSidecars),
    )
    reading.catch(() => undefined) // Closing ends the process and the reading.
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

  /** Metadata of a file that replaced the photo's in the meantime counts as absent. */
  async #own(photo: UnreadPhoto, reading: Reading<FileMetadata>): Promise<Reading<FileMetadata>> {
    return (await this.#dependencies.isUnchanged(photo)) ? reading : { ok: true, value: null }
  }

  #save(read: readonly ReadPhoto[]): void {
    const { catalog, hub, places } = this.#dependencies
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
    if (ids.length === 0) return
    hub.photosChanged(ids)
    places.schedule()
  }
}

/** The film in the picture beside a RAW file; a film found earlier stays if that cannot be read. */
const besideOf = ({ picture }: UnreadPhoto, beside: Reading<FileMetadata> | undefined) =>
  picture !== undefined && beside?.ok === true && beside.value !== null
    ? { beside: { name: basename(picture), film: beside.value.film } }
    : {}

const isRead = (reading: Reading<FileMetadata>) => !reading.ok || reading.value !== null

const inCloud = { ok: false as const, reason: say('reading.inCloud') }

/** Reads local files, in the order of the paths; those in a cloud would be downloaded and are skipped. */
export async function readOutsideCloud<T>(
  paths: readonly string[],
  read: (paths: readonly string[]) => Promise<Reading<T>[]>,
  platform: NodeJS.Platform = process.platform,
): Promise<Reading<T>[]> {
  if (platform === 'linux') return read(paths)
  const isAway = await Promise.all(paths.map((file) => isFileInCloud(file, platform)))
  const near = paths.filter((_, place) => !isAway[place])
  const readings = near.length > 0 ? await read(near) : []
  let next = 0
  return isAway.map((isInCloud) => (isInCloud ? inCloud : readings[next++]!))
}
