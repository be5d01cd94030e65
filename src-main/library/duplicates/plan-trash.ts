import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { DuplicateChoice } from '../../contract/library/duplicates.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PhotoFile } from './rows/files-of-photos.ts'
import { companionsOf, folderNames, type FolderNames } from '../files/plan/companions.ts'
import { type FileStats, readFileStats } from './file-stats.ts'
import { hashFile } from '../../base/files/hash.ts'

/** A file to be trashed, as it was when it was listed. */
export type PlannedFile = { path: string; role: 'photo' | 'sidecar'; stats: FileStats; contentHash: string }

/** A photo to be trashed with its files, or the reason why it stays. */
export type PlannedPhoto = { photoId: number; path: string; files: PlannedFile[]; refusal: Text | null }

/** The kept photo, if any, and those to be trashed. */
export type PlannedGroup = { choice: DuplicateChoice | null; kept: PhotoFile | undefined; photos: PlannedPhoto[] }

/** Programs restore times with a precision of a millisecond. */
const TIME_ROUNDING_MS = 1

const isAsRecorded = (file: PhotoFile, stats: FileStats): boolean =>
  file.bytes === stats.bytes && Math.abs(Math.floor(file.modifiedMs) - stats.modifiedMs) <= TIME_ROUNDING_MS

/** Files of a group to be trashed: those of the photos, and the sidecars that belong to them alone. */
export async function planGroup(catalog: Pick<Catalog, 'duplicates'>, choice: DuplicateChoice): Promise<PlannedGroup> {
  const files = catalog.duplicates.files([choice.keepId, ...choice.ids])
  const kept = files.find(({ photoId, isMain }) => photoId === choice.keepId && isMain)
  const keptKey = kept === undefined ? undefined : (await readFileStats(kept.path))?.key
  return { choice, kept, photos: await planEach(choice.ids, files, keptKey) }
}

/** The same for photos that a person no longer wants: none is kept instead. */
export async function planPhotos(catalog: Pick<Catalog, 'duplicates'>, ids: readonly number[]): Promise<PlannedGroup> {
  return { choice: null, kept: undefined, photos: await planEach(ids, catalog.duplicates.files(ids)) }
}

/** Photos planned without a break. */
const PIECE = 200

async function planEach(ids: readonly number[], files: readonly PhotoFile[], keptKey?: string) {
  const byPhoto = Map.groupBy(files, ({ photoId }) => photoId)
  const folders = new Map<string, Promise<FolderNames>>()
  const photos: PlannedPhoto[] = []
  for (const photoId of new Set(ids)) {
    photos.push(await planPhoto({ photoId, own: byPhoto.get(photoId) ?? [], keptKey, folders }))
    if (photos.length % PIECE === 0) await setImmediate()
  }
  return photos
}

type Planned = {
  photoId: number
  own: readonly PhotoFile[]
  keptKey: string | undefined
  /** Names of folders, each read once. */
  folders: Map<string, Promise<FolderNames>>
}

async function planPhoto({ photoId, own, keptKey, folders }: Planned): Promise<PlannedPhoto> {
  const planned: PlannedPhoto = { photoId, path: own[0]?.path ?? '', files: [], refusal: null }
  if (own.length === 0) return { ...planned, refusal: say('files.ownGone') }
  for (const file of own) {
    const stats = await readFileStats(file.path)
    const refusal = refusalOf(file, stats, keptKey)
    if (refusal !== null || stats === null) return { ...planned, path: file.path, files: [], refusal }
    planned.files.push({ path: file.path, role: 'photo', stats, contentHash: file.contentHash })
  }
  const paths = own.map((file) => file.path)
  planned.files.push(...(await sidecarsOf(paths, folders)))
  return planned
}

function refusalOf(file: PhotoFile, stats: FileStats | null, keptKey: string | undefined): Text | null {
  if (file.isAway) return say('files.folderAway')
  if (stats === null) return say('files.noOwnFile')
  if (stats.key === keptKey) return say('files.sameFile')
  if (!isAsRecorded(file, stats)) return say('files.changedSince')
  return null
}

/** Sidecars of either naming, and files that cameras and phones write beside photos. */
async function sidecarsOf(photos: readonly string[], folders: Planned['folders']): Promise<PlannedFile[]> {
  const found = new Map<string, PlannedFile>()
  for (const [folder, own] of Map.groupBy(photos, (photo) => path.dirname(photo))) {
    const names = folders.get(folder) ?? readdir(folder).then(folderNames, () => folderNames([]))
    folders.set(folder, names)
    const bases = own.map((photo) => path.basename(photo))
    for (const name of companionsOf(bases, await names)) {
      const place = path.join(folder, name)
      const stats = await readFileStats(place)
      if (stats !== null) found.set(place, { path: place, role: 'sidecar', stats, contentHash: await hashFile(place) })
    }
  }
  return [...found.values()]
}
