import type { Db } from '../../../sqlite/connect.ts'
import { type Bits, makeBits, setBit } from '../columns/bits.ts'

/** SQL: the watched folders that the person removed. They are kept for some weeks, and nothing shows them. */
const REMOVED_ROOTS = 'SELECT folder_id FROM roots WHERE removed_ms IS NOT NULL'

/** SQL: whether a photo `p` is in the library, and not among what was removed and is only kept. */
export const IS_IN_LIBRARY = `p.removed_ms IS NULL AND p.root_id NOT IN (${REMOVED_ROOTS})`

/** Folders of removed roots, a bit for each folder id; null where there are none. */
export function foldersRemoved(db: Db): Bits | null {
  const ids = db
    .prepare<[], number>(`SELECT id FROM folders WHERE root_id IN (${REMOVED_ROOTS}) ORDER BY id DESC`)
    .pluck()
    .all()
  const [highest] = ids
  if (highest === undefined) return null
  const folders = makeBits(highest + 1)
  for (const id of ids) setBit(folders, id)
  return folders
}
