import type { PlaceholderValues } from '../../../contract/library/template-placeholders.ts'
import type { SelectionSummary } from '../../../contract/library/selection-summary.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { summarise } from './summarise.ts'
import { parse } from 'node:path'
import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Texts } from '../../../contract/library/text-fields.ts'
import { givenTextColumns } from './person-texts.ts'
import type { ShotTime } from '../../../contract/library/date-change.ts'

/** Reads photos to edit their metadata together. Unknown ids are left out. */
export type EditingStore = {
  /** What photos have in common, with a break after every 2,000 of them. */
  summarise(ids: readonly number[]): Generator<void, SelectionSummary, undefined>
  /** By ascending ids. */
  times(ids: readonly number[]): TimedPhoto[]
  /** Values of photos for the placeholders of templates, by ascending ids. */
  placeholderValues(ids: readonly number[]): Generator<{ id: number; values: PlaceholderValues }, void, undefined>
}

export const createEditingStore = ({ db }: { db: Db }): EditingStore => ({
  summarise: (ids) => summarise(db, ids),
  times: (ids) => readTimes(db, ids),
  placeholderValues: (ids) => placeholderValues(db, ids),
})

type Row = Texts & {
  id: number
  name: string
  folder: string
  takenAt: string | null
  camera: string | null
  lens: string | null
  data: string | null
}

const SELECT = `SELECT p.id, f.name, CASE WHEN d.relative_path = '' THEN r.path ELSE d.relative_path END AS folder,
    p.taken_at AS takenAt, c.name AS camera, l.name AS lens, m.data, ${givenTextColumns}
  FROM json_each(?) j CROSS JOIN photos p ON p.id = j.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1
    JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id
    LEFT JOIN equipment c ON c.id = p.camera LEFT JOIN equipment l ON l.id = p.lens
    LEFT JOIN person_texts t ON t.photo_id = p.id LEFT JOIN metadata m ON m.photo_id = p.id ORDER BY p.id`

/** Values of photos for the placeholders of templates, by ascending ids; unknown ids are left out. */
function* placeholderValues(
  db: Db,
  ids: readonly number[],
): Generator<{ id: number; values: PlaceholderValues }, void, undefined> {
  for (const row of db.prepare<[string], Row>(SELECT).iterate(JSON.stringify(ids))) {
    const read = row.data === null ? {} : (JSON.parse(row.data) as Partial<PhotoMetadata>)
    const text = (field: keyof Texts) => row[field] ?? read[field] ?? ''
    const [date = '', time = ''] = (row.takenAt ?? '').slice(0, 19).split('T')
    const [year = '', month = '', day = ''] = date.split('-')
    const values = {
      year,
      month,
      day,
      date,
      time,
      name: parse(row.name).name,
      folder: row.folder.split(/[\\/]/).findLast((part) => part !== '') ?? '',
      camera: row.camera ?? '',
      lens: row.lens ?? '',
      title: text('title'),
      headline: text('headline'),
      creator: text('creator'),
      city: text('city'),
      region: text('region'),
      country: text('country'),
    }
    yield { id: row.id, values }
  }
}

/** When a photo was taken, as shown and as in its file, and whether it has a position. */
type TimedPhoto = {
  id: number
  name: string
  /** Null without a date. */
  time: ShotTime | null
  inFile: ShotTime | null
  isLocated: boolean
}

type ShotRow = {
  id: number
  name: string
  takenAt: string | null
  offset: string | null
  fileTime: string | null
  fileOffset: string | null
  isLocated: number
}

const SHOTS = `SELECT p.id, f.name, p.taken_at AS takenAt,
    CASE WHEN p.is_dated THEN nullif(p.given_offset, '') ELSE m.data ->> '$.offset' END AS offset,
    CASE WHEN unixepoch(substr(m.data ->> '$.takenAt', 1, 19)) IS NOT NULL
      THEN substr(m.data ->> '$.takenAt', 1, 19) END AS fileTime,
    m.data ->> '$.offset' AS fileOffset, p.latitude IS NOT NULL AS isLocated
  FROM json_each(?) j CROSS JOIN photos p ON p.id = j.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1 LEFT JOIN metadata m ON m.photo_id = p.id ORDER BY p.id`

/** The times of photos by ascending ids; unknown ids are left out. */
const readTimes = (db: Db, ids: readonly number[]): TimedPhoto[] =>
  db
    .prepare<[string], ShotRow>(SHOTS)
    .all(JSON.stringify(ids))
    .map((row) => ({
      id: row.id,
      name: row.name,
      time: row.takenAt === null ? null : { takenAt: row.takenAt.slice(0, 19), offset: row.offset },
      inFile: row.fileTime === null ? null : { takenAt: row.fileTime, offset: row.fileOffset },
      isLocated: row.isLocated === 1,
    }))
