import type { AlikeFile, Catalog } from '../../catalog/catalog.ts'

/**
 * Photos with their file restored, and the newer ones, without any work, that had it in the meantime; `waiting` are to
 * be checked again when more is analysed.
 */
export type Reunited = { ids: number[]; gone: number[]; waiting: number[] }

type Stores = Pick<Catalog, 'files' | 'questions'>

/**
 * Gives missing photos the file with their picture if a newer photo without any work has it. A scan recognises a file
 * that was moved, or whose metadata was written. If both happened, or if it was copied long before the original was
 * deleted, only the hash of its image data shows it. If several match, a person is asked. `photoIds` are photos that
 * were just analysed, or are missing now.
 */
export function reunite(catalog: Stores, photoIds: Iterable<number>): Reunited {
  const reunited: Reunited = { ids: [], gone: [], waiting: [] }
  for (const id of photoIds) {
    const alike = catalog.files.alike(id)
    const missing = alike.filter((file) => file.isMissing === 1)
    const present = alike.filter((file) => file.isMissing === 0)
    if (missing.length === 0 || present.length === 0) continue
    const pair = missing.length === 1 ? choose(missing[0]!, present) : null
    // A copy may be among the photos still to be analysed.
    if (present.some(({ bytes }) => catalog.files.isPictureUnknown(bytes))) reunited.waiting.push(id)
    else if (pair !== null) {
      catalog.files.reunite(pair.missing, pair.found)
      reunited.ids.push(pair.missing.photoId)
      reunited.gone.push(pair.found.photoId)
    } else ask(catalog, missing, present)
  }
  return reunited
}

/** The only file with this picture, or the only one that also has the name; null if that is uncertain. */
function choose(missing: AlikeFile, present: readonly AlikeFile[]): { missing: AlikeFile; found: AlikeFile } | null {
  const named = present.filter(({ name }) => name === missing.name)
  const [found, ...others] = present.length > 1 ? named : present
  if (found === undefined || others.length > 0 || !mayBe(missing, found)) return null
  return areOfOneTime(missing, found) ? { missing, found } : null
}

/** A photo with a person's work stays a photo of its own. */
const mayBe = (missing: AlikeFile, found: AlikeFile) => !found.hasWork && found.photoId > missing.photoId

/** Two plain frames may have the same pixels. */
const areOfOneTime = (missing: AlikeFile, found: AlikeFile) =>
  missing.takenMs === null || found.takenMs === null || missing.takenMs === found.takenMs

function ask({ questions }: Stores, missing: readonly AlikeFile[], present: readonly AlikeFile[]): void {
  const pairs = missing.flatMap((old) => present.filter((found) => mayBe(old, found)).map((found) => ({ old, found })))
  if (pairs.length === 0) return
  questions.ask(
    pairs.map(({ old, found }) => ({ oldPhotoId: old.photoId, newPhotoId: found.photoId, reason: 'equal-copies' })),
  )
}
