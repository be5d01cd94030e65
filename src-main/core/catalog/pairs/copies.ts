import type { Db } from '../../../base/sqlite/connect.ts'
import { hasWork } from '../photos/has-work.ts'

type Row = { photoId: number; contentHash: string; bytes: number }

/**
 * Makes one photo of those whose files hold the same bytes. A photo that a person did something to takes in the others,
 * else the oldest; two that they did something to stay apart. Returns the photo and those that go.
 */
export function joinCopies(db: Db, photoId: number): { kept: number; gone: number[] } {
  const none = { kept: photoId, gone: [] }
  const file = db
    .prepare<[number], Row>(
      `SELECT photo_id AS photoId, content_hash AS contentHash, bytes FROM files
       WHERE photo_id = ? AND is_main = 1 AND is_missing = 0 AND content_hash <> ''`,
    )
    .get(photoId)
  if (file === undefined) return none
  const equal = db
    .prepare<[string, number], number>(
      `SELECT f.photo_id FROM files f JOIN photos p ON p.id = f.photo_id JOIN roots r ON r.folder_id = p.root_id
       WHERE f.content_hash = ? AND f.bytes = ? AND f.is_main = 1 AND f.is_missing = 0
         AND p.removed_ms IS NULL AND r.removed_ms IS NULL ORDER BY f.photo_id`,
    )
    .pluck()
    .all(file.contentHash, file.bytes)
  const worked = equal.filter((id) => hasWork(db, id))
  const kept = worked[0] ?? equal[0]
  const gone = equal.filter((id) => id !== kept && !worked.includes(id))
  if (kept === undefined || gone.length === 0) return none
  const join = db.prepare('UPDATE files SET photo_id = ?, is_main = 0, is_copy = 1 WHERE photo_id = ?')
  for (const id of gone) join.run(kept, id)
  db.prepare('UPDATE files SET is_copy = 1 WHERE photo_id = ? AND is_main = 1').run(kept)
  return { kept, gone }
}

/** Ids of the copies in a photo, beside the file that stands for it, that are to be photos of their own. */
export function listCopies(db: Db, photoId: number, { onlyChanged }: { onlyChanged: boolean }): number[] {
  return db
    .prepare<[{ photoId: number; all: number }], number>(
      `SELECT f.id FROM files f JOIN files m ON m.photo_id = f.photo_id AND m.is_main = 1
       WHERE f.photo_id = @photoId AND f.is_main = 0 AND f.is_copy = 1 AND (@all = 1
         OR (f.content_hash <> '' AND m.content_hash <> '' AND f.content_hash <> m.content_hash))`,
    )
    .pluck()
    .all({ photoId, all: onlyChanged ? 0 : 1 })
}
