import type { Text } from '../../../contract/sentences/text.ts'
import { WatchMode } from '../../../contract/library/folder.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { RootProblemKind, RootRow } from './root-row.ts'

type Row = {
  id: number
  path: string
  is_available: number
  watching: string
  volume: string
  inode: string
  problems: string
}

/** The watched folders in the order in which they were added, without removed ones. */
export function listRoots(db: Db): RootRow[] {
  return db
    .prepare<[], Row>(
      'SELECT folder_id AS id, path, is_available, watching, volume, inode, problems FROM roots WHERE removed_ms IS NULL ORDER BY id',
    )
    .all()
    .map(({ is_available, watching, problems, ...row }) => ({
      ...row,
      isAvailable: is_available === 1,
      watching: WatchMode.catch('auto').parse(watching),
      problems: JSON.parse(problems) as RootRow['problems'],
    }))
}

/** Stores a text of one kind, or removes it if null. True if that changes something. */
export function setProblem(db: Db, rootId: number, kind: RootProblemKind, text: Text | null): boolean {
  const place = `$.${kind}`
  const { changes } =
    text === null
      ? db
          .prepare(
            'UPDATE roots SET problems = json_remove(problems, ?) WHERE folder_id = ? AND problems ->> ? IS NOT NULL',
          )
          .run(place, rootId, place)
      : db
          .prepare(
            'UPDATE roots SET problems = json_set(problems, ?, json(?)) WHERE folder_id = ? AND problems ->> ? IS NOT ?',
          )
          .run(place, JSON.stringify(text), rootId, place, JSON.stringify(text))
  return changes > 0
}

/** Photos recorded in a root, spread over its folders; at most `limit`. */
export type HeldFile = { folder: string; name: string; bytes: number }

/** Missing photos count only if the root is absent: they may have gone with it. */
export function sampleFiles(db: Db, rootId: number, limit: number): HeldFile[] {
  const folders = db
    .prepare<[number], { id: number; folder: string }>(
      'SELECT id, relative_path AS folder FROM folders WHERE root_id = ? ORDER BY random()',
    )
    .all(rootId)
  const some = db.prepare<[number, number, number], { name: string; bytes: number }>(
    `SELECT name, bytes FROM files WHERE folder_id = ?
     AND (is_missing = 0 OR (SELECT is_available FROM roots WHERE folder_id = ?) = 0) LIMIT ?`,
  )
  const found = new Map<string, HeldFile>()
  for (const max of [2, limit]) {
    for (const { id, folder } of folders) {
      if (found.size >= limit) return [...found.values()].slice(0, limit)
      for (const file of some.all(id, rootId, max)) found.set(`${id}/${file.name}`, { folder, ...file })
    }
  }
  return [...found.values()].slice(0, limit)
}
