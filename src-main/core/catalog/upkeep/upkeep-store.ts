import type { Context } from '../context/context.ts'
import { discardPhotos } from '../folders/remove-photos.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { compact, emptyBytes, giveBackSome, isWorthGivingBack } from '../../../sqlite/give-back.ts'
import { PieceSize } from '../../../sqlite/piece-size.ts'
import { forgetVersions } from './file-versions.ts'
import { listLongMissing } from './long-missing.ts'
import type { UpkeepStep } from './upkeep-step.ts'

/** How long a photo without a file, to which nobody did anything, stays in the library. */
export const MISSING_KEPT_MS = 365 * 86_400_000

/** How long a step takes: windows wait for it, and then for answers that it made outdated. */
const TARGET_MS = 8

/** What keeps the files of a library small. Each call is a short step; the first begins at 0. */
export type UpkeepStore = {
  /** Deletes photos that are missing for a year and to which nobody did anything; returns them. `after` is a file. */
  forgetMissing(after: number): UpkeepStep
  /** Forgets versions of files by which no file is known again that the others would not tell; `after` is a file. */
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
  const deleted = new PieceSize({ first: 50, least: 5, most: 200, targetMs: TARGET_MS })
  const [versions, lookedAt] = [rowsAtOnce(), rowsAtOnce()]
  const pages = new PieceSize({ first: 20, least: 5, most: 2000, targetMs: TARGET_MS })
  return {
    forgetMissing: (after) => {
      const { ids, next } = listLongMissing(db, now() - MISSING_KEPT_MS, { after, limit: deleted.next })
      if (ids.length > 0) deleted.measure(ids.length, () => discardPhotos(context, ids))
      return { ids, next }
    },
    forgetVersions: (after) => forgetVersions(context, after, versions),
    dropThumbnails: (after) => dropThumbnails(context, after, lookedAt),
    isWorthGivingBack: () => isWorthGivingBack(db) || thumbnails.isWorthGivingBack(),
    emptyBytes: () => emptyBytes(db) + thumbnails.emptyBytes(),
    giveBackSome: () => giveBackSome(db, pages) || thumbnails.giveBackSome(pages),
    compact: () => compact(db) + thumbnails.compact(),
  }
}

const rowsAtOnce = () => new PieceSize({ first: 200, least: 20, most: 5000, targetMs: TARGET_MS })

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
