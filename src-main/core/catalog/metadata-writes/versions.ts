import type { Written } from '../../metadata/plan/work.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { FormerVersion, NewVersion, WriteTarget } from './write-types.ts'

/** How much the former contents of files may take, compressed; the oldest go first. */
const MAX_BYTES = 512 * 1024 * 1024
const MAX_PER_TARGET = 50

/** Keeps how targets are before they are written. */
export function addVersions(db: Db, nowMs: number, versions: readonly NewVersion[]): void {
  const insert = db.prepare(
    `INSERT INTO metadata_versions (photo_id, target, at_ms, before_hash, after_hash, written_before, written_after, patch, bytes)
     SELECT @photoId, @target, @nowMs, @beforeHash, @afterHash, @before, @after, @patch, @bytes
     WHERE EXISTS (SELECT 1 FROM photos WHERE id = @photoId)`,
  )
  const prune = db.prepare(
    `DELETE FROM metadata_versions WHERE photo_id = @photoId AND target = @target AND id <= (SELECT id FROM metadata_versions
       WHERE photo_id = @photoId AND target = @target ORDER BY id DESC LIMIT 1 OFFSET ${MAX_PER_TARGET})`,
  )
  for (const { writtenBefore, writtenAfter, ...version } of versions) {
    const [before, after] = [JSON.stringify(writtenBefore), JSON.stringify(writtenAfter)]
    insert.run({ ...version, nowMs, before, after, bytes: before.length + after.length + (version.patch?.length ?? 0) })
    prune.run({ photoId: version.photoId, target: version.target })
  }
  bound(db)
}

function bound(db: Db): void {
  const total = db.prepare<[], number>('SELECT bytes FROM metadata_versions_total').pluck()
  const oldest = db.prepare(
    'DELETE FROM metadata_versions WHERE id IN (SELECT id FROM metadata_versions ORDER BY id LIMIT 100)',
  )
  while (total.get()! > MAX_BYTES && oldest.run().changes > 0);
}

type Row = { id: number; before_hash: string; after_hash: string; written_before: string; patch: Buffer | null }

/** Former contents of a target, the newest first; they form a chain as long as no other program wrote. */
export function formerVersions(db: Db, photoId: number, target: WriteTarget): FormerVersion[] {
  return db
    .prepare<[number, string], Row>(
      `SELECT id, before_hash, after_hash, written_before, patch FROM metadata_versions
       WHERE photo_id = ? AND target = ? ORDER BY id DESC`,
    )
    .all(photoId, target)
    .map((row) => ({
      id: row.id,
      beforeHash: row.before_hash,
      afterHash: row.after_hash,
      written: JSON.parse(row.written_before) as Written,
      patch: row.patch,
    }))
}
