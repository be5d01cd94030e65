import { basename, dirname, relative, sep } from 'node:path'
import type { Db } from '../../../sqlite/connect.ts'
import { IS_IN_LIBRARY } from '../folders/removed-roots.ts'
import { nameKey } from './name-key.ts'

/** A photo with what another program may know of it. */
export type Lookalike = { photoId: number; name: string; bytes: number; takenAt: string | null }

/** Photos whose main file has this name, capitals and accents apart. */
export const findByName = (db: Db, name: string): Lookalike[] =>
  db
    .prepare<[string], Lookalike>(
      `SELECT f.photo_id AS photoId, f.name, f.bytes, p.taken_at AS takenAt FROM files f JOIN photos p ON p.id = f.photo_id
       WHERE f.name_key = ? AND f.is_main = 1 AND ${IS_IN_LIBRARY} LIMIT 1000`,
    )
    .all(nameKey(name))

/** Files at a path that lacks the extension, with the photos that they belong to. */
export function findByStem(db: Db, path: string): { photoId: number; name: string }[] {
  const stem = basename(path)
  const roots = db
    .prepare<[], { id: number; path: string }>('SELECT folder_id AS id, path FROM roots WHERE removed_ms IS NULL')
    .all()
  // The letter after the dot in the order of names bounds all extensions.
  const select = db.prepare<[number, string, string, string], { photoId: number; name: string }>(
    `SELECT f.photo_id AS photoId, f.name FROM folders d JOIN files f ON f.folder_id = d.id JOIN photos p ON p.id = f.photo_id
     WHERE d.root_id = ? AND d.relative_path = ? AND f.name >= ? || '.' AND f.name < ? || '/' AND ${IS_IN_LIBRARY}`,
  )
  return roots.flatMap((root) => {
    const inside = relative(root.path, dirname(path))
    if (inside === '..' || inside.startsWith(`..${sep}`)) return []
    const found = select.all(root.id, inside.split(sep).join('/'), stem, stem)
    return found.filter(({ name }) => name.slice(0, name.lastIndexOf('.')) === stem)
  })
}
