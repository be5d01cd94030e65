import type { Context } from '../context/context.ts'
import type { PieceSize } from '../../../sqlite/piece-size.ts'
import type { UpkeepStep } from './upkeep-step.ts'

/** Former pictures of a file by which it is known again. */
const PICTURES_KEPT = 10

/**
 * Of versions that show one picture the last one is kept: writing metadata makes another version, and the picture alone
 * tells whose it is. Of the pictures of a file the last ones are kept, and the very first: that is what lies on cards
 * and in backups.
 */
const FORGET = `
  WITH pictures AS (SELECT file_id, image_hash, content_hash, max(seen_ms) AS seen_ms FROM file_versions
      WHERE file_id > @after AND file_id <= @last
      GROUP BY file_id, CASE WHEN image_hash = '' THEN 'content ' || content_hash ELSE image_hash END),
    placed AS (SELECT *, row_number() OVER (PARTITION BY file_id ORDER BY seen_ms DESC) AS place,
        row_number() OVER (PARTITION BY file_id ORDER BY seen_ms) AS age FROM pictures)
  DELETE FROM file_versions WHERE file_id > @after AND file_id <= @last AND (file_id, image_hash, content_hash) NOT IN
    (SELECT file_id, image_hash, content_hash FROM placed WHERE place < ${PICTURES_KEPT} OR age = 1)`

/** Forgets versions of some files after a file. */
export function forgetVersions(
  { db, write }: Pick<Context, 'db' | 'write'>,
  after: number,
  size: PieceSize,
): UpkeepStep {
  const limit = size.next
  const rows = db
    .prepare<[number, number], number>('SELECT file_id FROM file_versions WHERE file_id > ? ORDER BY file_id LIMIT ?')
    .pluck()
    .all(after, limit)
  const last = rows.at(-1)
  if (last === undefined) return { ids: [], next: null }
  const piece = rows.length < limit ? null : last
  size.measure(rows.length, () => write(() => db.prepare(FORGET).run({ after, last })))
  return { ids: [], next: piece }
}
