import { say } from '../../../contract/sentences/say.ts'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { FilmPart } from '../../../contract/library/film.ts'
import type { Db } from '../../../sqlite/connect.ts'

/** The absolute path of a photo's main file; throws `photo-not-found`. */
export function createPathOfPhoto({ db }: { db: Db }): (photoId: number) => string {
  const select = db.prepare<[number], { root: string; relative_path: string; name: string }>(
    `SELECT r.path AS root, d.relative_path, f.name FROM files f JOIN folders d ON d.id = f.folder_id
       JOIN roots r ON r.folder_id = d.root_id WHERE f.photo_id = +? AND f.is_main = 1`,
  )
  return (photoId) => {
    const row = select.get(photoId)
    if (!row) throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: photoId }))
    return join(row.root, ...row.relative_path.split('/'), row.name)
  }
}

/** The photo whose file lies at an absolute path, or null; one that the person removed is not in the library. */
export function findByPath({ db }: { db: Db }, path: string): number | null {
  const roots = db
    .prepare<[], { id: number; path: string }>('SELECT folder_id AS id, path FROM roots WHERE removed_ms IS NULL')
    .all()
  const select = db
    .prepare<[number, string, string], number>(
      `SELECT f.photo_id FROM files f JOIN folders d ON d.id = f.folder_id JOIN photos p ON p.id = f.photo_id
       WHERE d.root_id = ? AND d.relative_path = ? AND f.name = ? AND p.removed_ms IS NULL ORDER BY f.is_missing LIMIT 1`,
    )
    .pluck()
  for (const root of roots) {
    const inside = relative(root.path, dirname(path))
    if (inside === '..' || inside.startsWith(`..${sep}`)) continue
    const found = select.get(root.id, inside.split(sep).join('/'), basename(path))
    if (found !== undefined) return found
  }
  return null
}

/** The part of a photo's main file that is the film of a motion photo; null where there is none. */
export const findFilmWithin = (db: Db, photoId: number): FilmPart | null =>
  db
    .prepare<[number], FilmPart>(
      `SELECT film_from_end AS fromEnd, film_bytes AS bytes FROM files
       WHERE photo_id = ? AND is_main = 1 AND film_bytes > 0`,
    )
    .get(photoId) ?? null

/** Photos with this content: hash of a file's bytes. */
export const findByContent = ({ db }: { db: Db }, contentHash: string): number[] =>
  db
    .prepare<[string], number>(
      "SELECT DISTINCT photo_id FROM files WHERE content_hash = ? AND content_hash <> '' ORDER BY photo_id",
    )
    .pluck()
    .all(contentHash)
