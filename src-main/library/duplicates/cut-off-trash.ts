import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { GoingFile } from '../catalog/catalog.ts'

/**
 * What became of photos that were about to go when the program was killed: those whose files all `went`, files that
 * must go `back` since their photo went in part, and those of a folder that cannot be reached, which nobody can tell.
 */
export type CutOffTrash = { went: GoingFile[]; back: GoingFile[]; unknown: GoingFile[] }

type Place = 'there' | 'gone' | 'unknown'

/** Looks where the files are now; what is all there is in none of the lists. */
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

/** A file is gone only where its folder can be looked into: a drive that is away took none to the trash. */
async function placeOf(file: string): Promise<Place> {
  if (await isThere(file)) return 'there'
  return (await isThere(path.dirname(file))) ? 'gone' : 'unknown'
}

const isThere = (place: string): Promise<boolean> =>
  lstat(place).then(
    () => true,
    () => false,
  )
