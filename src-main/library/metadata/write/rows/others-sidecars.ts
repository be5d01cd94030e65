import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Written } from '../../plan/work.ts'
import { ownHashesOf, writtenHashesOf } from './written-hashes.ts'

type Place = { photoId: number; folderId: number; name: string }

/**
 * Hashes of sidecars at the places of a photo's sidecars that Lumafold once wrote for other photos, which are elsewhere
 * or gone: they do not apply to this photo. Many sidecars have the same bytes; the photo's present own ones are left
 * out.
 */
export function prepareOthersSidecars(db: Db): (place: Place) => string[] {
  const others = db
    .prepare<[object], number>(
      `SELECT photo_id FROM files
       WHERE folder_id = @folderId AND name >= @from AND name < @until AND is_missing = 1 AND photo_id <> @photoId
       UNION ALL SELECT photo_id FROM left_sidecars
       WHERE folder_id = @folderId AND name >= @from AND name < @until AND photo_id <> @photoId`,
    )
    .pluck()
  const hashes = db
    .prepare<[object], string>(
      `SELECT hash FROM (${writtenHashesOf('IN (SELECT value FROM json_each(@others))')})
       WHERE hash <> '' AND hash NOT IN (${ownHashesOf('@photoId')})`,
    )
    .pluck()
  return ({ photoId, folderId, name }) => {
    const stem = name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name
    // All names with this stem: `/` follows `.`.
    const ids = others.all({ photoId, folderId, from: `${stem}.`, until: `${stem}/` })
    return ids.length === 0 ? [] : hashes.all({ photoId, others: JSON.stringify(ids) })
  }
}

/**
 * Whether a sidecar with this content, at a former place of the photo, belongs to another photo: to any for which
 * Lumafold wrote it last, or to one that was there too and for which Lumafold ever wrote it.
 */
export const isOfAnother = (db: Db, place: Place, hash: string): boolean =>
  lastOfAnother(db, place.photoId, hash) !== undefined || prepareOthersSidecars(db)(place).includes(hash)

/** What Lumafold wrote last into a sidecar of another photo with this content; null if it wrote it for this photo. */
export function writtenForAnother(db: Db, photoId: number, hash: string): Written | null {
  const own = db.prepare<[object], string>(ownHashesOf('@photoId')).pluck().all({ photoId })
  const written = hash === '' || own.includes(hash) ? undefined : lastOfAnother(db, photoId, hash)
  return written === undefined ? null : (JSON.parse(written) as Written)
}

const lastOfAnother = (db: Db, photoId: number, hash: string): string | undefined =>
  db
    .prepare<[string, number], string>(
      "SELECT written FROM metadata_written WHERE hash = ? AND photo_id <> ? AND target = 'sidecar' LIMIT 1",
    )
    .pluck()
    .get(hash, photoId)
