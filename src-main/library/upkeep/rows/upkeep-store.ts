import type { Context } from '../../catalog/context/context.ts'
import { discardPhotos } from '../../folders/rows/remove-photos.ts'
import type { Thumbnails } from '../../pictures/rows/thumbnails.ts'
import { compact, emptyBytes, giveBackSome, isWorthGivingBack } from '../../../base/sqlite/give-back.ts'
import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { hasWork } from '../../catalog/context/has-work.ts'

/** How long a missing photo without work stays in the library. */
const MISSING_KEPT_MS = 365 * 86_400_000

/** Duration of a step: windows wait for it, and then for answers that it invalidated. */
const TARGET_MS = 8

/** Keeps the files of a library small. Each call is a short step; the first begins at 0. */
export type UpkeepStore = {
  /** Deletes photos without work that have been missing for a year; returns them. `after` is a file. */
  forgetMissing(after: number): UpkeepStep
  /** Forgets versions of files that do not help to recognise any file; `after` is a file. */
  forgetVersions(after: number): UpkeepStep
  /** Deletes thumbnails of photos that are gone; returns those. */
  dropThumbnails(after: number): UpkeepStep
  /** Whether much of the catalogue's file, or of that of thumbnails, is empty. */
  isWorthGivingBack(): boolean
  /** Empty bytes of both files that would be freed; 0 if that is not worth it. */
  emptyBytes(): number
  /** Frees some of that; false at the end. */
  giveBackSome(): boolean
  /**
   * Frees all of that at once, which takes seconds; older files that cannot do so in steps are rewritten. Returns the
   * freed bytes.
   */
  compact(): number
}

type Dependencies = Context & { thumbnails: Thumbnails }

export function createUpkeepStore(context: Dependencies): UpkeepStore {
  const { db, now, thumbnails } = context
  const deleted = new PieceSize({ first: 50, min: 5, max: 200, targetMs: TARGET_MS })
  const [versions, pictures] = [rowsAtOnce(), rowsAtOnce()]
  const pages = new PieceSize({ first: 20, min: 5, max: 2000, targetMs: TARGET_MS })
  return {
    forgetMissing: (after) => {
      const { ids, next } = listLongMissing(db, now() - MISSING_KEPT_MS, { after, limit: deleted.next })
      if (ids.length > 0) deleted.measure(ids.length, () => discardPhotos(context, ids))
      return { ids, next }
    },
    forgetVersions: (after) => forgetVersions(context, after, versions),
    dropThumbnails: (after) => dropThumbnails(context, after, pictures),
    isWorthGivingBack: () => isWorthGivingBack(db) || thumbnails.isWorthGivingBack(),
    emptyBytes: () => emptyBytes(db) + thumbnails.emptyBytes(),
    giveBackSome: () => giveBackSome(db, pages) || thumbnails.giveBackSome(pages),
    compact: () => compact(db) + thumbnails.compact(),
  }
}

const rowsAtOnce = () => new PieceSize({ first: 200, min: 20, max: 5000, targetMs: TARGET_MS })

function dropThumbnails(context: Dependencies, after: number, size: PieceSize): UpkeepStep {
  const limit = size.next
  const there = context.thumbnails.ids(after, limit)
  const ids = size.measure(there.length, () => dropOrphans(context, there))
  return { ids, next: there.length < limit ? null : (there.at(-1) ?? null) }
}

/** Deletes those of some thumbnails that belong to no photo; returns them. */
function dropOrphans({ db, thumbnails }: Dependencies, there: readonly number[]): number[] {
  const ids = db
    .prepare<[string], number>(
      'SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM photos WHERE id = value AND thumb_version > 0)',
    )
    .pluck()
    .all(JSON.stringify(there))
  if (ids.length > 0) thumbnails.remove(ids)
  return ids
}

/** Former pictures of a file, which identify it. */
const PICTURES_KEPT = 10

/**
 * Of versions with one picture the last one is kept: writing metadata creates another version, and the picture alone
 * identifies the photo. Of the pictures of a file the last ones are kept, and the very first, which is on cards and in
 * backups.
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
function forgetVersions({ db, write }: Pick<Context, 'db' | 'write'>, after: number, size: PieceSize): UpkeepStep {
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

type Row = { fileId: number; photoId: number }

/** Files checked in one step: some milliseconds. */
const RANGE = 5000

/**
 * Photos without work that have been missing since before a time, from an existing folder: at most `limit`, of some
 * files after a file. `next` is the file after which the next step begins, null at the end.
 */
function listLongMissing(
  db: Db,
  beforeMs: number,
  { after, limit }: { after: number; limit: number },
): { ids: number[]; next: number | null } {
  const rows = db
    .prepare<[object], Row>(
      `SELECT f.id AS fileId, f.photo_id AS photoId FROM files f NOT INDEXED JOIN photos p ON p.id = f.photo_id
         JOIN roots r ON r.folder_id = p.root_id
       WHERE f.id > @after AND f.id <= @after + ${RANGE} AND f.is_missing = 1 AND f.missing_ms < @beforeMs
         AND p.is_missing = 1 AND p.removed_ms IS NULL AND r.is_available = 1 AND r.removed_ms IS NULL
         AND NOT EXISTS (SELECT 1 FROM files o
           WHERE o.photo_id = p.id AND (o.is_missing = 0 OR o.missing_ms >= @beforeMs))
       ORDER BY f.id LIMIT @limit`,
    )
    .all({ beforeMs, after, limit })
  const ids = [...new Set(rows.map(({ photoId }) => photoId))].filter((id) => !hasWork(db, id))
  if (rows.length === limit) return { ids, next: rows.at(-1)!.fileId }
  return { ids, next: after + RANGE < highestFile(db) ? after + RANGE : null }
}

const highestFile = (db: Db): number =>
  db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM files').pluck().get() ?? 0

/** The result of one step; `next` is where the next one continues, null at the end. */
export type UpkeepStep = { ids: number[]; next: number | null }
