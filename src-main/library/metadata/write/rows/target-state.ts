import type { PhotoMetadata } from '../../../../contract/library/photo.ts'
import { writePosition } from '../../../../contract/library/position.ts'
import { type Texts, textFields } from '../../../../contract/library/text-fields.ts'
import type { FieldConflict } from '../../plan/merge-work.ts'
import { keywordNames } from '../../plan/keyword-names.ts'
import { nothingWritten, valuesOf, type Base, type PersonWork, type Written } from '../../plan/work.ts'
import { regionsToWrite } from '../../../people/rows/regions-to-write.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { givenTextColumns } from '../../../editing/rows/person-texts.ts'
import type { TargetState, WriteTarget } from './write-types.ts'

/** The known state of a photo and a target, for merging. */
export const readTargetState = (db: Db, photoId: number, target: WriteTarget): TargetState => ({
  work: readWork(db, photoId),
  base: readBase(db, photoId),
  ...readWritten(db, photoId, target),
  begun: db
    .prepare<[number, string], { hash: string; written: string }>(
      `SELECT after_hash AS hash, written_after AS written FROM metadata_versions
       WHERE photo_id = ? AND target = ? ORDER BY id DESC LIMIT 2`,
    )
    .all(photoId, target)
    .map(({ hash, written }) => ({ hash, written: JSON.parse(written) as Written })),
  disputed: db
    .prepare<[number, string], FieldConflict['field']>(
      'SELECT field FROM metadata_conflicts WHERE photo_id = ? AND target = ?',
    )
    .pluck()
    .all(photoId, target),
})

/** What Lumafold has written into a target, and the hash of the target's content then. */
export function readWritten(db: Db, photoId: number, target: WriteTarget): { written: Written; hash: string } {
  const row = db
    .prepare<[number, string], { written: string; hash: string }>(
      'SELECT written, hash FROM metadata_written WHERE photo_id = ? AND target = ?',
    )
    .get(photoId, target)
  return row === undefined
    ? { written: nothingWritten(), hash: '' }
    : { written: JSON.parse(row.written) as Written, hash: row.hash }
}

type WorkRow = {
  rating: number | null
  pick: number | null
  label: string | null
  takenAt: string | null
  position: string | null
  orientation: number | null
  crop: string | null
} & Texts
type Names = { added: string; removed: string }

/** What the person gave a photo. */
function readWork(db: Db, photoId: number): PersonWork {
  const row = db
    .prepare<[object], WorkRow & Names>(
      `SELECT CASE WHEN is_rated THEN rating END AS rating, CASE WHEN is_picked THEN pick END AS pick,
         CASE WHEN is_labelled THEN label END AS label, ${givenTextColumns},
         CASE WHEN is_dated THEN taken_at || given_offset END AS takenAt,
         CASE WHEN is_located THEN coalesce(latitude || ',' || longitude || coalesce(',' || given_altitude, ''), '') END
           AS position, CASE WHEN is_oriented THEN orientation END AS orientation,
         CASE WHEN is_crop_given THEN crop END AS crop,
         (SELECT json_group_array(t.name ORDER BY t.id) FROM person_tags pt JOIN tags t ON t.id = pt.tag_id
          WHERE pt.photo_id = photos.id) AS added,
         (SELECT json_group_array(t.name ORDER BY t.id) FROM removed_tags rt JOIN tags t ON t.id = rt.tag_id
          WHERE rt.photo_id = photos.id) AS removed
       FROM photos LEFT JOIN person_texts t ON t.photo_id = photos.id WHERE id = @photoId`,
    )
    .get({ photoId })
  if (row === undefined) return { values: {}, added: [], removed: [] }
  const { added, removed, ...given } = row
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const regions = regionsToWrite(db, photoId)
  const words = { added: JSON.parse(added) as string[], removed: JSON.parse(removed) as string[] }
  return { values, ...words, ...(regions === undefined ? {} : { regions }) }
}

/** What the library had read when the first of the waiting changes was made. */
function readBase(db: Db, photoId: number): Base {
  const row = db
    .prepare<[number], { base: string | null; data: string | null }>(
      `SELECT w.base, m.data FROM photos p LEFT JOIN metadata_writes w ON w.photo_id = p.id
       LEFT JOIN metadata m ON m.photo_id = p.id WHERE p.id = ?`,
    )
    .get(photoId)
  const data = row?.base ?? row?.data ?? null
  return data === null ? { values: {}, keywords: [] } : baseOfMetadata(JSON.parse(data) as Partial<PhotoMetadata>)
}

/** What the library has read, in the form for comparison with work. */
export function baseOfMetadata(metadata: Partial<PhotoMetadata>): Base {
  const { rating = null, pick = null, label = null, orientation = null, crop = null } = metadata
  const { takenAt = null, offset = null, latitude = null, longitude = null, altitude = null } = metadata
  const { keywords = [], keywordPaths = [] } = metadata
  const texts = Object.fromEntries(textFields.map((field) => [field, metadata[field] ?? null])) as Texts
  const position = latitude === null || longitude === null ? null : writePosition({ latitude, longitude, altitude })
  return {
    values: valuesOf({
      ...texts,
      rating,
      pick,
      label,
      takenAt: takenAt === null ? null : takenAt + (offset ?? ''),
      position,
      orientation,
      crop,
    }),
    keywords: keywordNames({ keywords, keywordPaths }),
  }
}
