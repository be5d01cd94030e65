import type { Db } from '../../../base/sqlite/connect.ts'
import { type Bits, makeBits, setBit } from '../../search/columns/bits.ts'

/** Folders of the roots `r` that SQL names, a bit for each folder id; null if there are none. */
export function foldersOfRoots(db: Db, condition: string): Bits | null {
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
