import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { GoingFile } from './rows/files-going.ts'

/**
 * The fate of photos that were about to be trashed when the program was killed: those whose files all `went`, files
 * that must come `back` because only a part of their photo went, and `unknown` ones in a folder that cannot be reached.
 */
export type CutOffTrash = { went: GoingFile[]; back: GoingFile[]; unknown: GoingFile[] }

type Place = 'there' | 'gone' | 'unknown'

/** Checks where the files are now; photos with all their files are in none of the lists. */
export async function readCutOffTrash(files: readonly GoingFile[]): Promise<CutOffTrash> {
  const result: CutOffTrash = { went: [], back: [], unknown: [] }
  for (const ofPhoto of Map.groupBy(files, ({ photoId }) => photoId).values()) {
    const places = new Map<GoingFile, Place>()
    for (const file of ofPhoto) places.set(file, await placeOf(file.path))
    const gone = ofPhoto.filter((file) => places.get(file) === 'gone')
    const isSplit = ofPhoto.some((file) => file.role === 'photo' && places.get(file) === 'there')
    if (ofPhoto.some((file) => places.get(file) === 'unknown')) result.unknown.push(...ofPhoto)
    else if (isSplit) result.back.push(...gone)
    else result.went.push(...gone)
  }
  return result
}

/** A file is gone only if its folder can be read: an absent drive has trashed nothing. */
async function placeOf(file: string): Promise<Place> {
  if (await isThere(file)) return 'there'
  return (await isThere(path.dirname(file))) ? 'gone' : 'unknown'
}

const isThere = (place: string): Promise<boolean> =>
  lstat(place).then(
    () => true,
    () => false,
  )
