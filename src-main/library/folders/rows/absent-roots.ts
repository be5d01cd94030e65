import type { Db } from '../../../base/sqlite/connect.ts'
import { type Bits, makeBits, setBit } from '../../search/columns/bits.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'

/**
 * SQL: whether a photo `p` is in the library, and not among removed ones that are kept for some weeks. A lookup instead
 * of a list of roots: SQLite would create the list again for each tile, in five times the time of all the rest.
 */
export const IS_IN_LIBRARY = `p.removed_ms IS NULL
  AND NOT EXISTS (SELECT 1 FROM roots r WHERE r.folder_id = p.root_id AND r.removed_ms IS NOT NULL)`

/** Folders of removed roots, a bit for each folder id; null if there are none. */
export const foldersRemoved = (db: Db): Bits | null => foldersOfRoots(db, 'r.removed_ms IS NOT NULL')

/** Roots of the library whose photos can be read now. */
export const availableRoots = (db: Db): number[] =>
  db
    .prepare<[], number>('SELECT folder_id FROM roots WHERE is_available = 1 AND removed_ms IS NULL ORDER BY folder_id')
    .pluck()
    .all()

/** Folders whose root is absent, a bit for each folder id; null if no root is. */
export const foldersAway = (db: Db): Bits | null => foldersOfRoots(db, 'r.is_available = 0')

const { missing, offline } = photoStatus.number

/** The present status as SQL over a photo `p`: `offline` if its root is absent, unless its file was missing before. */
export const STATUS_NOW = `CASE WHEN p.status <> ${missing} AND EXISTS (SELECT 1 FROM roots r WHERE r.folder_id = p.root_id AND r.is_available = 0)
  THEN ${offline} ELSE p.status END`

/** Folders of the roots `r` that SQL names, a bit for each folder id; null if there are none. */
function foldersOfRoots(db: Db, condition: string): Bits | null {
  const ids = db
    .prepare<[], number>(
      `SELECT f.id FROM folders f JOIN roots r ON r.folder_id = f.root_id WHERE ${condition} ORDER BY f.id DESC`,
    )
    .pluck()
    .all()
  const [highest] = ids
  if (highest === undefined) return null
  const folders = makeBits(highest + 1)
  for (const id of ids) setBit(folders, id)
  return folders
}
