import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { LibraryExportReport, LibraryExportRequest } from '../../contract/library/travel.ts'
import type { Catalog, PhotoWork } from '../catalog/catalog.ts'
import { csvOf } from './library-csv.ts'
import { jsonEnd, jsonHead, jsonLine } from './library-json.ts'
import { hasWork, SidecarPlaces, writeSidecar } from './library-sidecars.ts'
import { writeWhole } from './write-whole.ts'

export type LibraryExportDependencies = {
  catalog: { work: Pick<Catalog['work'], 'list'>; folders: Pick<Catalog['folders'], 'roots'> }
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
  { catalog, now = Date.now }: LibraryExportDependencies,
  { path: folder, format }: LibraryExportRequest,
  control: LibraryExportControl = {},
): Promise<LibraryExportReport> {
  await mkdir(folder, { recursive: true })
  const photos = new PhotoPages(catalog, control)
  if (format === 'xmp') return { path: folder, photos: await writeSidecars(photos, catalog, folder) }
  const file = path.join(folder, `lumafold-library.${format}`)
  await writeWhole(file, format === 'csv' ? csvOf(photos.all()) : jsonOf(photos, now()))
  return { path: file, photos: photos.count }
}

type Source = LibraryExportDependencies['catalog']

/** The photos of the library, with pauses for others. */
class PhotoPages {
  readonly #source: Source
  readonly #control: LibraryExportControl
  #count = 0

  constructor(source: Source, control: LibraryExportControl) {
    this.#source = source
    this.#control = control
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
      yield photo
      if (++this.#count % PAUSE_AFTER > 0) continue
      onProgress?.(this.#count)
      await setImmediate()
    }
    signal?.throwIfAborted()
  }
}

async function* jsonOf(photos: PhotoPages, atMs: number): AsyncGenerator<string> {
  yield jsonHead(atMs)
  for await (const photo of photos.all()) yield jsonLine(photo, photos.count === 0)
  yield jsonEnd()
}

/** Photos of which nothing is to be said have none. */
async function writeSidecars(pages: PhotoPages, catalog: Source, folder: string): Promise<number> {
  const places = new SidecarPlaces(
    folder,
    catalog.folders.roots().map((root) => root.path),
  )
  const photos = pages.all()
  let written = 0
  const write = async () => {
    for (let next = await photos.next(); !next.done; next = await photos.next()) {
      if (!hasWork(next.value)) continue
      await writeSidecar(places.placeOf(next.value), next.value)
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
