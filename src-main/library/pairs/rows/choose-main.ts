import type { Context } from '../../catalog/context/context.ts'
import type { FullText } from '../../metadata/rows/full-text.ts'
import { readAgain } from '../../photos/rows/photo-rows.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

export type PairDependencies = Pick<Context, 'db' | 'now'> & { steps: Steps; fullText: FullText }

type Row = { id: number; isMain: number; modifiedMs: number }

/**
 * Makes the present file of the lowest rank the photo's main file. A changed main file is read and analysed again; the
 * person's work stays. True if it changed.
 */
export function chooseMain({ db, steps, fullText }: PairDependencies, photoId: number): boolean {
  const [best] = db
    .prepare<[number], Row>(
      `SELECT id, is_main AS isMain, modified_ms AS modifiedMs FROM files WHERE photo_id = ?
       ORDER BY is_missing, pair_rank, is_main DESC, id`,
    )
    .all(photoId)
  if (best === undefined || best.isMain === 1) return false
  db.prepare('UPDATE files SET is_main = 0 WHERE photo_id = ?').run(photoId)
  db.prepare('UPDATE files SET is_main = 1 WHERE id = ?').run(best.id)
  readAgain({ db, steps }, photoId, best.modifiedMs)
  fullText.put(photoId)
  return true
}
