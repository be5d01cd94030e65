import { join } from 'node:path'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import { encodeEntry } from '../../../src-main/library/catalog/codecs/entries.ts'
import { encodeLists } from '../../../src-main/library/catalog/codecs/lists.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { identityOf } from '../../../src-main/library/ingest/places/volume.ts'
import { connect, type Db } from '../../../src-main/base/sqlite/connect.ts'
import { FINGERPRINT } from './idle-engine.ts'
import { makeFiles, type MadeFile, type MadeFolder } from './make-files.ts'

const TAGS_EACH = 20
const DIFFERENT_TAGS = 1500

/** Places of the parts of a large library below its folder. */
export const libraryDirOf = (folder: string): string => join(folder, 'library')
export const photosDirOf = (folder: string): string => join(folder, 'photos')

/**
 * Creates a library of this many analysed photos with twenty tags each, by writing the tables directly, and sparse
 * files: an analysis of each would take days.
 */
export async function makeLibrary(folder: string, photos: number): Promise<void> {
  const root = photosDirOf(folder)
  const made = makeFiles(root, photos)
  const folderIds = await addFolders(libraryDirOf(folder), root, made.folders)
  const db = connect(join(libraryDirOf(folder), 'library.db'))
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -600000')
  db.function('pack_of', { deterministic: true }, (id) => packOf(Number(id)))
  db.transaction(() => {
    stage(db, made.files, folderIds)
    for (const sql of rows) db.exec(sql)
  })()
  db.exec('DROP TABLE staged')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** The watched folder and its subfolders; returns their ids in the given order. */
async function addFolders(libraryDir: string, root: string, made: readonly MadeFolder[]): Promise<number[]> {
  const catalog = openCatalog(libraryDir)
  catalog.analysis.setSteps(stepNames.map((name) => ({ name, fingerprint: FINGERPRINT })))
  const { id } = catalog.folders.addRoot(root)
  catalog.folders.setIdentity(id, await identityOf(root))
  const ids = made.map(({ path }) => catalog.folders.ensure(id, path))
  catalog.folders.setKeys(made.map(({ key }, at) => ({ id: ids[at]!, key })))
  catalog.close()
  return ids
}

function stage(db: Db, files: Iterable<MadeFile>, folderIds: readonly number[]): void {
  db.exec(`CREATE TABLE staged (id INTEGER PRIMARY KEY, folder_id INTEGER, name TEXT, name_key TEXT, bytes INTEGER,
    modified_ms REAL, file_key TEXT, device TEXT)`)
  const insert = db.prepare('INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (const { id, folder, name, nameKey, bytes, modifiedMs, fileKey, device } of files)
    insert.run(id, folderIds[folder], name, nameKey, bytes, modifiedMs, fileKey, device)
  const done = JSON.stringify(Object.fromEntries(stepNames.toSorted().map((name) => [name, FINGERPRINT])))
  db.prepare('INSERT INTO step_sets (id, content) VALUES (1, ?)').run(done)
}

const words = Array.from({ length: DIFFERENT_TAGS }, (_, at) => `(${at + 1}, 'word${at + 1}', 'word${at + 1}')`)
const tagIds = Array.from({ length: TAGS_EACH }, (_, at) => `(${at})`)
const STEP = DIFFERENT_TAGS / TAGS_EACH
const HASH = `printf('%032x', id * 2654435761 % 4294967291 * 4294967296 + id)`
const TAKEN = '(1.3e12 + id * 7919 % 400000000 * 1000)'
const TAKEN_AT = `strftime('%Y-%m-%dT%H:%M:%S', ${TAKEN} / 1000, 'unixepoch')`
const ISO = '(100 * (1 << id % 8))'
/** A third of the photos have a position, a fifth a title, a tenth a rating. */
const LATITUDE = 'CASE WHEN id % 3 = 0 THEN 40 + id % 997 / 100.0 END'
const LONGITUDE = 'CASE WHEN id % 3 = 0 THEN 5 + id % 991 / 100.0 END'
const TITLE = `CASE WHEN id % 5 = 0 THEN 'Morning in Rome ' || (id % 1000) END`
const cameras = ['Canon EOS R5', 'FUJIFILM X-T5', 'NIKON Z 8', 'Apple iPhone 15 Pro']
const lenses = ['RF24-105mm F4 L IS USM', 'XF35mmF1.4 R', 'NIKKOR Z 24-120mm f/4 S', 'iPhone 15 Pro back camera']
const CAMERA = `(SELECT name FROM equipment WHERE equipment.id = 1 + s.id % ${cameras.length})`
const LENS = `(SELECT name FROM equipment WHERE equipment.id = ${cameras.length} + 1 + s.id % ${cameras.length})`

const rows = [
  `INSERT INTO tags (id, key, name) VALUES ${words.join(',')}`,
  `INSERT INTO tag_text (rowid, name, synonyms) SELECT id, name, '' FROM tags`,
  `INSERT INTO equipment (name) VALUES ${[...cameras, ...lenses].map((name) => `('${name}')`).join(',')}`,
  `INSERT INTO photos (id, added_ms, fallback_ms, taken_ms, taken_at, width, height, placeholder, step_set, pending,
     needs_metadata, needs_stack, root_id, camera, lens, iso, aperture, focal_length, exposure_us, latitude, longitude,
     rating, is_rated)
   SELECT id, ${TAKEN}, 1.3e12, ${TAKEN}, ${TAKEN_AT}, 6000, 4000, randomblob(28), 1, 0, 0, 0,
     (SELECT folder_id FROM roots), 1 + id % ${cameras.length}, ${cameras.length} + 1 + id % ${cameras.length},
     ${ISO}, 40, 350, 4000, ${LATITUDE}, ${LONGITUDE}, (id % 10 = 0) * (1 + id % 5), id % 10 = 0 FROM staged`,
  `INSERT INTO files (photo_id, folder_id, name, name_key, bytes, modified_ms, file_key, device, format, content_hash,
     image_hash)
   SELECT id, folder_id, name, name_key, bytes, modified_ms, file_key, device, 'jpeg', ${HASH}, '1:' || ${HASH} FROM staged`,
  `INSERT INTO metadata (photo_id, data) SELECT id, json_object('takenAt', ${TAKEN_AT}, 'cameraModel', ${CAMERA},
     'lens', ${LENS}, 'iso', ${ISO}, 'aperture', 4, 'exposureTime', 0.004, 'focalLength', 35, 'rating', NULL,
     'title', ${TITLE}, 'latitude', ${LATITUDE}, 'longitude', ${LONGITUDE}, 'width', 6000, 'height', 4000) FROM staged s`,
  `INSERT INTO photo_text (rowid, name, title, caption, camera, place, creator)
   SELECT id, name, coalesce(${TITLE}, ''), '', ${CAMERA} || ' ' || ${LENS}, '', '' FROM staged s`,
  `INSERT INTO photo_tags (photo_id, tag_id, source, confidence)
   SELECT s.id, 1 + t.column1 * ${STEP} + s.id * 31 % ${STEP}, 0, 50 FROM staged s CROSS JOIN (VALUES ${tagIds.join(',')}) t`,
  `INSERT INTO packs (photo_id, tag_count, data) SELECT id, ${TAGS_EACH}, pack_of(id) FROM staged`,
]

function packOf(id: number): Buffer {
  const tags = Array.from({ length: TAGS_EACH }, (_, at) => encodeEntry(1 + at * STEP + ((id * 31) % STEP), 50))
  const categories = [encodeEntry(1 + (id % 18), 62.5), encodeEntry(1 + ((id + 7) % 18), 31.5)]
  const colors = [40, 20, 10, 8, 4].map(
    (share, at) => (share * 2 * 2 ** 24 + ((id * (at + 3) * 40503) & 0xffffff)) >>> 0,
  )
  return Buffer.from(encodeLists([tags, categories, colors]).buffer)
}
