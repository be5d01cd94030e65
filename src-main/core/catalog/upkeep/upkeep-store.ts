import type { Context } from '../context/context.ts'
import { discardPhotos } from '../folders/remove-photos.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { compact, emptyBytes, giveBackSome, isWorthGivingBack } from '../../../sqlite/give-back.ts'
import { PieceSize } from '../../../sqlite/piece-size.ts'
import { listLongMissing } from './long-missing.ts'

/** How long a photo without a file, to which nobody did anything, stays in the library. */
export const MISSING_KEPT_MS = 365 * 86_400_000
/** Former versions of a file by which it is known again. */
const VERSIONS_KEPT = 10

/** Rows that one step looks at: some milliseconds. */
const LOOKED_AT = 5000

/** What one step did; `next` is where the next one goes on, null at the end. */
export type UpkeepStep = { ids: number[]; next: number | null }

/** What keeps the files of a library small. Each call is a short step; the first begins at 0. */
export type UpkeepStore = {
  /** Deletes photos that are missing for a year and to which nobody did anything; returns them. `after` is a file. */
  forgetMissing(after: number): UpkeepStep
  /** Forgets all but the last versions of each file; `after` is a file. */
  forgetVersions(after: number): UpkeepStep
  /** Deletes thumbnails of photos that are gone; returns those. */
  dropThumbnails(after: number): UpkeepStep
  /** Whether much of the catalogue's file, or of that of thumbnails, is empty. */
  isWorthGivingBack(): boolean
  /** Bytes of both files that are empty and would be given back; 0 where that is not worth it. */
  emptyBytes(): number
  /** Gives some of that back to the disk; false at the end. */
  giveBackSome(): boolean
  /**
   * Gives all of that back at once, which takes seconds; files from before they could do so in steps are written anew.
   * Returns the bytes that were freed.
   */
  compact(): number
}

type Dependencies = Context & { thumbnails: Thumbnails }

export function createUpkeepStore(context: Dependencies): UpkeepStore {
  const { db, now, thumbnails } = context
  const deleted = new PieceSize({ first: 50, least: 5, most: 200, targetMs: 12 })
  return {
    forgetMissing: (after) => {
      const { ids, next } = listLongMissing(db, now() - MISSING_KEPT_MS, { after, limit: deleted.next })
      if (ids.length > 0) deleted.measure(ids.length, () => discardPhotos(context, ids))
      return { ids, next }
    },
    forgetVersions: (after) => forgetVersions(context, after),
    dropThumbnails: (after) => dropThumbnails(context, after),
    isWorthGivingBack: () => isWorthGivingBack(db) || thumbnails.isWorthGivingBack(),
    emptyBytes: () => emptyBytes(db) + thumbnails.emptyBytes(),
    giveBackSome: () => giveBackSome(db) || thumbnails.giveBackSome(),
    compact: () => compact(db) + thumbnails.compact(),
  }
}

function forgetVersions({ db, write }: Dependencies, after: number): UpkeepStep {
  const files = db
    .prepare<[number, number], number>(
      'SELECT DISTINCT file_id FROM file_versions WHERE file_id > ? ORDER BY file_id LIMIT ?',
    )
    .pluck()
    .all(after, LOOKED_AT)
  const last = files.at(-1) ?? null
  if (last !== null)
    write(() =>
      db
        .prepare(
          `DELETE FROM file_versions WHERE (file_id, image_hash, content_hash) IN (SELECT file_id, image_hash, content_hash FROM
             (SELECT *, row_number() OVER (PARTITION BY file_id ORDER BY seen_ms DESC) AS place FROM file_versions
              WHERE file_id > ? AND file_id <= ?) WHERE place > ${VERSIONS_KEPT})`,
        )
        .run(after, last),
    )
  return { ids: [], next: files.length < LOOKED_AT ? null : last }
}

function dropThumbnails({ db, thumbnails }: Dependencies, after: number): UpkeepStep {
  const there = thumbnails.ids(after, LOOKED_AT)
  const ids = db
    .prepare<[string], number>(
      'SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM photos WHERE id = value AND thumb_version > 0)',
    )
    .pluck()
    .all(JSON.stringify(there))
  if (ids.length > 0) thumbnails.remove(ids)
  return { ids, next: there.length < LOOKED_AT ? null : (there.at(-1) ?? null) }
}
