import { join } from 'node:path'
import { encodeEntry } from '../../src-main/core/catalog/codecs/entries.ts'
import { encodeLists } from '../../src-main/core/catalog/codecs/lists.ts'
import { openCatalog } from '../../src-main/core/catalog/open-catalog.ts'
import { connect, type Db } from '../../src-main/sqlite/connect.ts'

const TAGS_EACH = 20
const DIFFERENT_TAGS = 1500
const PER_FOLDER = 2000
const CHUNK = 10_000

/**
 * Makes the library of so many analysed photos with twenty tags each, straight into the tables: a million take a minute
 * and a half, where an analysis of each would take an hour.
 */
export function makeLargeLibrary(folder: string, photos: number): void {
  const catalog = openCatalog(folder)
  const root = catalog.folders.addRoot(join('/', 'bench-photos'))
  const folders = Array.from({ length: Math.ceil(photos / PER_FOLDER) }, (_, i) =>
    catalog.folders.ensure(root.id, `${i % 17}/${i}`),
  )
  catalog.close()
  const db = connect(join(folder, 'library.db'))
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  db.exec(`INSERT INTO step_sets (id, content) VALUES (1, '{}')`)
  const addTag = db.prepare('INSERT INTO tags (id, key, name) VALUES (?, ?, ?)')
  for (let tag = 1; tag <= DIFFERENT_TAGS; tag++) addTag.run(tag, `word${tag}`, `word${tag}`)
  for (let from = 0; from < photos; from += CHUNK)
    db.transaction(() => fillChunk(db, folders, from, Math.min(photos, from + CHUNK)))()
  db.close()
}

function fillChunk(db: Db, folders: readonly number[], from: number, to: number): void {
  const photo = db.prepare(
    `INSERT INTO photos (id, added_ms, fallback_ms, taken_ms, taken_at, width, height, placeholder, step_set, pending, needs_metadata)
     VALUES (@id, @ms, @ms, @ms, '2024-05-01T10:20:30', 6000, 4000, zeroblob(28), 1, 0, 0)`,
  )
  const file = db.prepare(
    `INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms, file_key, format, content_hash)
     VALUES (@id, @folder, @name, @name, 5000000, 1, @name, 'jpeg', @name)`,
  )
  const text = db.prepare(
    "INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator) VALUES (?, ?, '', '', '', '', '')",
  )
  const photoTag = db.prepare('INSERT INTO photo_tags (photo_id, tag_id, source, confidence) VALUES (?, ?, 0, 50)')
  const pack = db.prepare('INSERT INTO packs (photo_id, tag_count, data) VALUES (?, ?, ?)')
  for (let id = from + 1; id <= to; id++) {
    const name = `IMG_${String(id).padStart(7, '0')}.jpg`
    photo.run({ id, ms: 1.3e12 + ((id * 7919) % 4e8) * 1000 })
    file.run({ id, folder: folders[Math.floor((id - 1) / PER_FOLDER)], name })
    text.run(id, name)
    const tags = tagsOf(id)
    for (const tag of tags) photoTag.run(id, tag)
    const lists = [tags.map((tag) => encodeEntry(tag, 50)), [], [1, 2, 3, 4, 5]]
    pack.run(id, tags.length, Buffer.from(encodeLists(lists).buffer))
  }
}

/** Different for neighbours, in rising order. */
const tagsOf = (id: number): number[] =>
  Array.from({ length: TAGS_EACH }, (_, i) => 1 + i * (DIFFERENT_TAGS / TAGS_EACH) + ((id * 31) % 75))
