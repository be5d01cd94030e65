import { isStrongKey, isTouched, isUntouched } from '../identity/compare.ts'
import { fileKeyOf, foundFileOf } from './found-file.ts'
import { statPlace } from './stat-place.ts'

/** A file as it was last seen at a path. */
export type SeenFile = {
  path: string
  fileKey: string | null
  bytes: number
  modifiedMs: number
  changedMs?: number | null
}

/**
 * Whether the file at a path is still the one that was seen there, written or not. Call it after reading the file: what
 * was read of a replacement does not apply to the former file. On systems without distinct keys, size and time decide.
 */
export async function isItsFile({ path, fileKey, bytes, modifiedMs }: SeenFile): Promise<boolean> {
  const stats = await statPlace(path)
  if (stats === null || stats === 'unreadable') return false
  const key = fileKeyOf(stats)
  if (key !== null && key === fileKey) return true
  if (isStrongKey(key) && isStrongKey(fileKey)) return false
  return isUntouched({ folder: '', name: '', bytes, modifiedMs, fileKey }, foundFileOf('', '', stats))
}

/**
 * Whether the file at a path is still the one that was seen there, and was not written since. Call it after reading the
 * file: what was read of a later content must not count as that of the content that was seen, by which files are
 * recognised.
 */
export async function isUnchanged(seen: SeenFile): Promise<boolean> {
  const stats = await statPlace(seen.path)
  if (stats === null || stats === 'unreadable') return false
  const [known, found] = [{ folder: '', name: '', ...seen }, foundFileOf('', '', stats)]
  if (isStrongKey(known.fileKey) && isStrongKey(found.fileKey) && known.fileKey !== found.fileKey) return false
  return isUntouched(known, found) && !isTouched(known, found)
}
