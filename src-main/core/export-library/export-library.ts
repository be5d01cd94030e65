import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LibraryExportReport, LibraryExportRequest } from '../../contract/library/travel.ts'
import type { Catalog, PhotoWork } from '../catalog/catalog.ts'
import { type RunningExports, temporaryPath } from '../export/files/running-exports.ts'
import { LeftOut } from '../import/foreign/left-out.ts'
import { noteLosses } from './export-losses.ts'
import { csvOf } from './library-csv.ts'
import { jsonEnd, jsonHead, jsonLine } from './library-json.ts'
import { keywordsCsv, type LibraryKeywords } from './library-keywords.ts'
import { hasWork, SidecarPlaces, writeSidecar } from './library-sidecars.ts'
import { writeWhole } from './write-whole.ts'

export type LibraryExportDependencies = {
  catalog: {
    work: Pick<Catalog['work'], 'list'>
    folders: Pick<Catalog['folders'], 'roots'>
    keywords: Pick<Catalog['keywords'], 'records' | 'sets'>
  }
  /** Notes what is being written: what a killed program left half-written is removed at the next opening. */
  running?: Pick<RunningExports, 'noteStart' | 'noteEnd'>
  /** Milliseconds since 1970. */
  now?(): number
}

/** How an export is followed: `signal` stops it, and leaves no half-written file. */
export type LibraryExportControl = {
  signal?: AbortSignal
  /** Photos that are done. */
  onProgress?(photos: number): void
}

/** Calls of windows come in after so many photos. */
const PAUSE_AFTER = 500
/** Sidecars that are written at once. */
const AT_ONCE = 16

/**
 * Writes what is known of all photos into a folder: a table, JSON, or a tree of sidecars. Photos are read page by page,
 * so that a library of any size takes little memory. Rejects with `bad-params` for a folder that will not do, with the
 * system's errors, and with the signal's reason.
 */
export async function exportLibrary(
  dependencies: LibraryExportDependencies,
  request: LibraryExportRequest,
  control: LibraryExportControl = {},
): Promise<LibraryExportReport> {
  const job: Job = { jobId: randomUUID(), folder: path.resolve(request.path) }
  await mkdir(job.folder, { recursive: true })
  noteIfPossible(() => dependencies.running?.noteStart(job))
  try {
    return await writeAll(dependencies, { ...request, job, control })
  } finally {
    noteIfPossible(() => dependencies.running?.noteEnd(job.jobId))
  }
}

/** A library on a full or failing disk can still be taken elsewhere; a note only helps to tidy up after a kill. */
function noteIfPossible(note: () => void): void {
  try {
    note()
  } catch {
    // The export itself says what is wrong, where that concerns it.
  }
}

type Job = { jobId: string; folder: string }
type Order = Pick<LibraryExportRequest, 'format'> & { job: Job; control: LibraryExportControl }

async function writeAll(
  { catalog, now = Date.now }: LibraryExportDependencies,
  { job, format, control }: Order,
): Promise<LibraryExportReport> {
  const left = new LeftOut()
  const photos = new PhotoPages(catalog, control, (photo) => noteLosses(photo, format, left))
  if (format === 'xmp') {
    const written = await writeSidecars(photos, catalog, job)
    return { path: job.folder, photos: written, notCarriedOver: left.list() }
  }
  const file = path.join(job.folder, `lumafold-library.${format}`)
  const keywords = { records: catalog.keywords.records(), sets: catalog.keywords.sets() }
  await writeWhole(
    { file, temporary: temporaryPath(job) },
    format === 'csv' ? csvOf(photos.all()) : jsonOf(photos, now(), keywords),
  )
  if (format === 'csv' && keywords.records.size + keywords.sets.length > 0)
    await writeWhole(
      { file: path.join(job.folder, 'lumafold-keywords.csv'), temporary: temporaryPath(job) },
      Readable.from([keywordsCsv(keywords)]),
    )
  return { path: file, photos: photos.count, notCarriedOver: left.list() }
}

type Source = LibraryExportDependencies['catalog']

/** The photos of the library, with pauses for others. */
class PhotoPages {
  readonly #source: Source
  readonly #control: LibraryExportControl
  readonly #onPhoto: (photo: PhotoWork) => void
  #count = 0

  constructor(source: Source, control: LibraryExportControl, onPhoto: (photo: PhotoWork) => void) {
    this.#source = source
    this.#control = control
    this.#onPhoto = onPhoto
  }

  /** Photos that were taken and are done. */
  get count(): number {
    return this.#count
  }

  /** Throws the signal's reason. */
  async *all(): AsyncGenerator<PhotoWork> {
    const { signal, onProgress } = this.#control
    for (const photo of this.#source.work.list()) {
      signal?.throwIfAborted()
      this.#onPhoto(photo)
      yield photo
      if (++this.#count % PAUSE_AFTER > 0) continue
      onProgress?.(this.#count)
      await setImmediate()
    }
    signal?.throwIfAborted()
  }
}

async function* jsonOf(photos: PhotoPages, atMs: number, keywords: LibraryKeywords): AsyncGenerator<string> {
  yield jsonHead(atMs, keywords)
  for await (const photo of photos.all()) yield jsonLine(photo, photos.count === 0)
  yield jsonEnd()
}

/** Photos of which nothing is to be said have none. */
async function writeSidecars(pages: PhotoPages, catalog: Source, job: Job): Promise<number> {
  const places = new SidecarPlaces(
    job.folder,
    catalog.folders.roots().map((root) => root.path),
  )
  const photos = pages.all()
  let written = 0
  const write = async () => {
    for (let next = await photos.next(); !next.done; next = await photos.next()) {
      if (!hasWork(next.value)) continue
      await writeSidecar({ file: places.placeOf(next.value), temporary: temporaryPath(job) }, next.value)
      written++
    }
  }
  const writers = Array.from({ length: AT_ONCE }, write)
  try {
    await Promise.all(writers)
  } finally {
    await Promise.allSettled(writers)
  }
  return written
}
