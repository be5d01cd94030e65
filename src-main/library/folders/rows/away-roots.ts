import type { Db } from '../../../base/sqlite/connect.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Bits } from '../../search/columns/bits.ts'
import { foldersOfRoots } from './folders-of-roots.ts'

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
