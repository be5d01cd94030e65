import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Thumbnails } from '../../../pictures/rows/thumbnails.ts'

const CHUNK = 10_000

/** Photos without their thumbnail, and thumbnails without their photo. */
export function compareThumbnails(
  db: Db,
  thumbnails: Pick<Thumbnails, 'ids'>,
): { missing: number[]; orphans: number[] } {
  const expected = new Set(db.prepare<[], number>('SELECT id FROM photos WHERE thumb_version > 0').pluck().all())
  const orphans: number[] = []
  for (let ids = thumbnails.ids(0, CHUNK); ids.length > 0; ids = thumbnails.ids(ids.at(-1) ?? 0, CHUNK))
    for (const id of ids) if (!expected.delete(id)) orphans.push(id)
  return { missing: [...expected], orphans }
}
