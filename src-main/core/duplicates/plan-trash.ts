import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { DuplicateChoice } from '../../contract/library/duplicates.ts'
import type { Catalog, PhotoFile } from '../catalog/catalog.ts'
import { chooseSidecar } from '../metadata-write/plan/choose-sidecar.ts'
import { type FileFacts, hashFileAt, readFacts } from './file-facts.ts'

/** A file that is to go, as it was when it was listed. */
export type PlannedFile = { path: string; role: 'photo' | 'sidecar'; facts: FileFacts; contentHash: string }

/** A photo that is to go with its files, or why it stays. */
export type PlannedPhoto = { photoId: number; path: string; files: PlannedFile[]; refusal: string }

/** A photo that is kept, and those that go. */
export type PlannedGroup = { choice: DuplicateChoice; kept: PhotoFile | undefined; photos: PlannedPhoto[] }

/** Programs that put a time back do so to the millisecond. */
const TIME_ROUNDING_MS = 1

const isAsRecorded = (file: PhotoFile, facts: FileFacts): boolean =>
  file.bytes === facts.bytes && Math.abs(Math.floor(file.modifiedMs) - facts.modifiedMs) <= TIME_ROUNDING_MS

/** Which files of a group would go: those of the photos, and the sidecars that belong to them alone. */
export async function planGroup(catalog: Pick<Catalog, 'duplicates'>, choice: DuplicateChoice): Promise<PlannedGroup> {
  const files = catalog.duplicates.files([choice.keepId, ...choice.ids])
  const kept = files.find(({ photoId, isMain }) => photoId === choice.keepId && isMain)
  const keptKey = kept === undefined ? undefined : (await readFacts(kept.path))?.key
  const photos: PlannedPhoto[] = []
  for (const photoId of choice.ids) {
    const own = files.filter((file) => file.photoId === photoId)
    photos.push(await planPhoto(photoId, own, keptKey))
  }
  return { choice, kept, photos }
}

async function planPhoto(photoId: number, own: readonly PhotoFile[], keptKey?: string): Promise<PlannedPhoto> {
  const planned: PlannedPhoto = { photoId, path: own[0]?.path ?? '', files: [], refusal: '' }
  if (own.length === 0) return { ...planned, refusal: 'Its file is not there.' }
  for (const file of own) {
    const facts = await readFacts(file.path)
    const refusal = refusalOf(file, facts, keptKey)
    if (refusal !== '' || facts === null) return { ...planned, path: file.path, files: [], refusal }
    planned.files.push({ path: file.path, role: 'photo', facts, contentHash: file.contentHash })
  }
  planned.files.push(...(await sidecarsOf(own.map((file) => file.path))))
  return planned
}

function refusalOf(file: PhotoFile, facts: FileFacts | null, keptKey: string | undefined): string {
  if (file.isAway) return 'Its folder cannot be reached.'
  if (facts === null) return 'There is no file of its own at this place.'
  if (facts.key === keptKey) return 'It is the same file as the one that is kept, under another name.'
  if (!isAsRecorded(file, facts)) return 'The file was changed since it was analysed: look through its folder again.'
  return ''
}

async function sidecarsOf(photos: readonly string[]): Promise<PlannedFile[]> {
  const found = new Map<string, PlannedFile>()
  for (const photo of photos) {
    const names = await readdir(path.dirname(photo)).catch(() => [])
    for (const place of chooseSidecar(photo, names).present) {
      const facts = await readFacts(place)
      if (facts !== null)
        found.set(place, { path: place, role: 'sidecar', facts, contentHash: await hashFileAt(place) })
    }
  }
  return [...found.values()]
}
