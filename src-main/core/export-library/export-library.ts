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

/** Calls of windows come in after so many photos. */
const PAUSE_AFTER = 500
/** Sidecars that are written at once. */
const AT_ONCE = 16

/**
 * Writes what is known of all photos into a folder: a table, JSON, or a tree of sidecars. Photos are read page by page,
 * so that a library of any size takes little memory. Rejects with `bad-params` for a folder that will not do, and with
 * the system's errors.
 */
export async function exportLibrary(
  { catalog, now = Date.now }: LibraryExportDependencies,
  { path: folder, format }: LibraryExportRequest,
): Promise<LibraryExportReport> {
  await mkdir(folder, { recursive: true })
  if (format === 'xmp') return { path: folder, photos: await writeSidecars(catalog, folder) }
  const file = path.join(folder, `lumafold-library.${format}`)
  const counted = { photos: 0 }
  await writeWhole(file, format === 'csv' ? csvOf(photosOf(catalog, counted)) : jsonOf(catalog, counted, now()))
  return { path: file, ...counted }
}

type Source = LibraryExportDependencies['catalog']

/** The photos of the library, with pauses for others. */
async function* photosOf({ work }: Source, counted: { photos: number }): AsyncGenerator<PhotoWork> {
  for (const photo of work.list()) {
    yield photo
    if (++counted.photos % PAUSE_AFTER === 0) await setImmediate()
  }
}

async function* jsonOf(catalog: Source, counted: { photos: number }, atMs: number): AsyncGenerator<string> {
  yield jsonHead(atMs)
  for await (const photo of photosOf(catalog, counted)) yield jsonLine(photo, counted.photos === 0)
  yield jsonEnd()
}

/** Photos of which nothing is to be said have none. */
async function writeSidecars(catalog: Source, folder: string): Promise<number> {
  const places = new SidecarPlaces(
    folder,
    catalog.folders.roots().map((root) => root.path),
  )
  const photos = photosOf(catalog, { photos: 0 })
  let written = 0
  const write = async () => {
    for (let next = await photos.next(); !next.done; next = await photos.next()) {
      if (!hasWork(next.value)) continue
      await writeSidecar(places.placeOf(next.value), next.value)
      written++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write))
  return written
}
