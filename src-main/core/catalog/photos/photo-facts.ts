import { join } from 'node:path'
import { messageOf } from '../../../contract/errors.ts'
import type { PhotoFacts } from '../../../contract/library/photo-facts.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import type { Context } from '../context/context.ts'
import { IS_IN_LIBRARY } from '../folders/removed-roots.ts'

type FactsRow = {
  id: number
  camera: string
  lens: string
  aperture: number
  exposure_us: number
  iso: number
  focal_length: number
  bytes: number
  format: string
  root: string
  relative_path: string
  added_ms: number
  modified_ms: number
}

/** One query for all, whatever their number. */
const FACTS = `SELECT p.id, coalesce(c.name, '') AS camera, coalesce(l.name, '') AS lens, p.aperture, p.exposure_us,
    p.iso, p.focal_length, f.bytes, f.format, r.path AS root, o.relative_path, p.added_ms, f.modified_ms
  FROM json_each(?) wanted CROSS JOIN photos p ON p.id = wanted.value
    JOIN files f ON f.photo_id = p.id AND f.is_main = 1
    JOIN folders o ON o.id = f.folder_id JOIN roots r ON r.folder_id = o.root_id
    LEFT JOIN equipment c ON c.id = p.camera LEFT JOIN equipment l ON l.id = p.lens
  WHERE ${IS_IN_LIBRARY} ORDER BY wanted.key`

/** Reads facts of photos in the order of the ids; unknown ids are left out, and photos whose rows are damaged. */
export function createFactsReader({ db, health }: Context): (ids: readonly number[]) => PhotoFacts[] {
  const select = db.prepare<[string], FactsRow>(FACTS)
  const read = (ids: readonly number[]): PhotoFacts[] => {
    try {
      return select.all(JSON.stringify(ids)).map(toFacts)
    } catch (error) {
      if (!isDamage(error)) throw error
      health.noteDamage(messageOf(error))
      const middle = ids.length >> 1
      return middle === 0 ? [] : [...read(ids.slice(0, middle)), ...read(ids.slice(middle))]
    }
  }
  return read
}

/** 0 is unknown. */
const known = (value: number, unit: number): number | null => (value === 0 ? null : value / unit)

const toFacts = (row: FactsRow): PhotoFacts => ({
  id: row.id,
  camera: row.camera,
  lens: row.lens,
  aperture: known(row.aperture, 10),
  exposureTime: known(row.exposure_us, 1e6),
  iso: known(row.iso, 1),
  focalLength: known(row.focal_length, 10),
  bytes: row.bytes,
  format: row.format,
  folder: join(row.root, ...row.relative_path.split('/')),
  addedAt: new Date(row.added_ms).toISOString(),
  modifiedAt: new Date(row.modified_ms).toISOString(),
})
