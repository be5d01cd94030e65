import type { Db } from '../../../sqlite/connect.ts'
import type { Bits } from '../columns/bits.ts'
import { foldersOfRoots } from './folders-of-roots.ts'

/** SQL: the watched folders that the person removed. They are kept for some weeks, and nothing shows them. */
const REMOVED_ROOTS = 'SELECT folder_id FROM roots WHERE removed_ms IS NOT NULL'

/** SQL: whether a photo `p` is in the library, and not among what was removed and is only kept. */
export const IS_IN_LIBRARY = `p.removed_ms IS NULL AND p.root_id NOT IN (${REMOVED_ROOTS})`

/** Folders of removed roots, a bit for each folder id; null where there are none. */
export const foldersRemoved = (db: Db): Bits | null => foldersOfRoots(db, 'r.removed_ms IS NOT NULL')
