import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import type { LargeLibrary } from '../million/open-library.ts'

/** Photos at the head of the list that are real files of 24 megapixels: more than the photo view is led through. */
const REAL_PHOTOS = 64
/** Written once all this is done; it changes if the pictures do. */
const DONE = `pictured-${REAL_PHOTOS}`
/** This many different thumbnails are drawn; photos share them. */
const DIFFERENT = 64
const GRAIN = 0.5
/**
 * In a library of at most this many photos each has its own copy of a thumbnail; those of a million would take 11 GB.
 */
const MAX_COPIED = 200_000
const COPIED = `INSERT OR REPLACE INTO thumbnails (photo_id, bytes)
  SELECT p.id, d.bytes FROM library.photos p JOIN drawn d ON d.number = p.id % ${DIFFERENT}`
const SHARED = `DROP TABLE thumbnails;
  CREATE TABLE pictured (photo_id INTEGER PRIMARY KEY);
  INSERT INTO pictured SELECT id FROM library.photos;
  CREATE VIEW thumbnails AS
    SELECT p.photo_id, d.bytes FROM pictured p JOIN drawn d ON d.number = p.photo_id % ${DIFFERENT}`

/** Gives every photo of a drawn library a thumbnail, and the newest a file that can be decoded; once. */
export async function givePictures(library: LargeLibrary): Promise<void> {
  if (existsSync(join(library.libraryDir, DONE))) return
  const catalog = openCatalog(library.libraryDir)
  const newest = [...catalog.search.run({ filter: {}, sort: { by: 'takenAt', order: 'desc' } })].slice(0, REAL_PHOTOS)
  const paths = newest.map((id) => catalog.files.pathOf(id))
  catalog.close()
  await storeThumbnails(library)
  await writePhotos(paths)
  await copyFile(join(library.libraryDir, 'library.json'), join(library.libraryDir, DONE)).catch(() => undefined)
}

async function storeThumbnails({ libraryDir, photos }: LargeLibrary): Promise<void> {
  const db = connect(join(libraryDir, 'thumbnails.db'))
  db.pragma('synchronous = OFF')
  db.exec('DROP TABLE IF EXISTS drawn; CREATE TABLE drawn (number INTEGER PRIMARY KEY, bytes BLOB, placeholder BLOB)')
  const insert = db.prepare('INSERT INTO drawn VALUES (?, ?, ?)')
  for (let number = 0; number < DIFFERENT; number++) {
    const bytes = await drawThumbnail(number)
    insert.run(number, bytes, await placeholderOf(bytes))
  }
  db.prepare('ATTACH ? AS library').run(join(libraryDir, 'library.db'))
  db.exec(photos > MAX_COPIED ? SHARED : COPIED)
  db.exec(`UPDATE library.photos SET thumb_version = 1,
    placeholder = (SELECT d.placeholder FROM drawn d WHERE d.number = id % ${DIFFERENT})`)
  db.close()
}

async function placeholderOf(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture).resize(96).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data))
}

const drawThumbnail = async (seed: number): Promise<Buffer> =>
  sharp(await drawPicture({ width: 320, height: 213, seed, noise: GRAIN, format: 'png' }))
    .webp({ quality: 60, effort: 0 })
    .toBuffer()

/** A few drawings of a camera's size, copied: decoding costs the same for each. */
async function writePhotos(paths: readonly string[]): Promise<void> {
  const drawings = 4
  for (const [at, path] of paths.entries()) {
    if (at >= drawings) await copyFile(paths[at % drawings]!, path)
    else {
      const drawn = await drawPicture({ width: 6000, height: 4000, seed: at + 1, noise: GRAIN, format: 'png' })
      await sharp(drawn).jpeg({ quality: 90 }).toFile(path)
    }
  }
}
