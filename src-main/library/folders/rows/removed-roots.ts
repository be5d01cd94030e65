import type { Db } from '../../../base/sqlite/connect.ts'
import type { Bits } from '../../search/columns/bits.ts'
import { foldersOfRoots } from './folders-of-roots.ts'

/**
 * SQL: whether a photo `p` is in the library, and not among removed ones that are kept for some weeks. A lookup instead
 * of a list of roots: SQLite would create the list again for each tile, in five times the time of all the rest.
 */
export const IS_IN_LIBRARY = `p.removed_ms IS NULL
  AND NOT EXISTS (SELECT 1 FROM roots r WHERE r.folder_id = p.root_id AND r.removed_ms IS NOT NULL)`

/** Folders of removed roots, a bit for each folder id; null if there are none. */
export const foldersRemoved = (db: Db): Bits | null => foldersOfRoots(db, 'r.removed_ms IS NOT NULL')
