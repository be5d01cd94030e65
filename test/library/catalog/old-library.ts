import { libraryDatabase } from '../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../src-main/library/catalog/migrations/migrations.ts'
import type { Db } from '../../../src-main/base/sqlite/connect.ts'
import { openDatabase } from '../../../src-main/base/sqlite/open-database.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/**
 * A library folder as left by a program that knew migrations up to `version`: photos 1.jpg, 2.jpg … in `/photos`, and
 * whatever `fill` writes. It names only columns of the first version.
 */
export function makeOldLibrary(version: number, photos: number, fill: (db: Db) => void): string {
  const folder = tempFolder('older')
  const db = openDatabase(libraryDatabase(folder, migrations.slice(0, version)))
  db.exec(`
    INSERT INTO step_sets VALUES (1, '{}');
    INSERT INTO folders (id, parent_id, root_id, name, relative_path) VALUES (1, NULL, 1, 'photos', '');
    INSERT INTO folder_text (rowid, name) VALUES (1, 'photos');
    INSERT INTO roots (folder_id, path) VALUES (1, '/photos')`)
  for (let id = 1; id <= photos; id++) {
    db.prepare('INSERT INTO photos (id, added_ms, fallback_ms, step_set, pending) VALUES (?, 1, 1, 1, 0)').run(id)
    db.prepare(
      'INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms) VALUES (?, 1, ?, ?, 1, 1)',
    ).run(id, `${id}.jpg`, `0${id}.jpg`)
    db.prepare(
      "INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, '', '', '', '', '')",
    ).run(id, `${id}.jpg`)
  }
  fill(db)
  db.close()
  return folder
}

/** An engine's tag with its concept, in the rows of the first version. */
export function writeOldTag(db: Db, photoId: number, name: string, concept: string): void {
  db.prepare('INSERT INTO tags (id, key, name) VALUES (?, ?, ?)').run(photoId, name, name)
  db.prepare("INSERT INTO tag_text (rowid, name, synonyms) VALUES (?, ?, '')").run(photoId, name)
  db.prepare('INSERT INTO concepts (id, concept) VALUES (?, ?)').run(photoId, concept)
  db.prepare('INSERT INTO photo_tags (photo_id, tag_id, source, confidence, concept_id) VALUES (?, ?, 0, 90, ?)').run(
    photoId,
    photoId,
    photoId,
  )
  const numbers = Uint32Array.from([1, 0, photoId * 1024 + 900]) // one tag, no category, no colour
  db.prepare('INSERT INTO packs VALUES (?, 1, ?)').run(photoId, Buffer.from(numbers.buffer))
}
