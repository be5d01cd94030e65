import { toWallClockMs } from '../metadata/wall-clock.ts'
import type { PairDependencies } from './choose-main.ts'
import { pairKindOf } from './pair-kind.ts'

type Row = { id: number; folderId: number; name: string; modifiedMs: number; isMissing: number }

/**
 * Makes a photo of each further file that a camera wrote; what a person did stays with the one that stood for them.
 * Returns the photos that are touched.
 */
export function splitPhoto({ db, steps, fullText, now }: PairDependencies, photoId: number): number[] {
  const others = db
    .prepare<[number], Row>(
      `SELECT id, folder_id AS folderId, name, modified_ms AS modifiedMs, is_missing AS isMissing FROM files
       WHERE photo_id = ? AND is_main = 0`,
    )
    .all(photoId)
    .filter(({ name }) => pairKindOf(name) !== null)
  if (others.length === 0) return []
  const { id: setId, pending } = steps.intern({})
  const added = others.map((file) => {
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO photos (added_ms, fallback_ms, step_set, pending, is_missing, root_id)
         VALUES (?, ?, ?, ?, ?, (SELECT root_id FROM folders WHERE id = ?))`,
      )
      .run(now(), toWallClockMs(file.modifiedMs), setId, pending, file.isMissing, file.folderId)
    const id = Number(lastInsertRowid)
    db.prepare('UPDATE files SET photo_id = ?, is_main = 1 WHERE id = ?').run(id, file.id)
    fullText.put(id)
    return id
  })
  return [photoId, ...added]
}
