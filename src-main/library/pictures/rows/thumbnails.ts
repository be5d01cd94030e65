import { randomUUID } from 'node:crypto'
import { type Db, connect, isSqliteError } from '../../../base/sqlite/connect.ts'
import { isDamage } from '../../../base/sqlite/damage.ts'
import { findDamage } from '../../../base/sqlite/find-damage.ts'
import { compact, emptyBytes, giveBackSome, isWorthGivingBack } from '../../../base/sqlite/give-back.ts'
import type { PieceSize } from '../../../base/sqlite/piece-size.ts'
import { say } from '../../../contract/sentences/say.ts'
import { rmSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import { keepStatements } from '../../../base/sqlite/keep-statements.ts'
import { orAlone, tune } from '../../../base/sqlite/open-database.ts'
import { catalogPragmas } from '../../catalog/database/catalog-pragmas.ts'

const tables = ['thumbnails', 'camera_pictures'] as const

/** A small JPEG from a photo's file, as stored. */
export type CameraPicture = { bytes: Uint8Array }

/**
 * The file of thumbnails beside the catalogue. It can be created again from the photos, so it is replaced if it is
 * damaged or not this library's, even while the library is open: no call of this class throws for damage.
 */
export class Thumbnails {
  /** True if the file was just created and is empty. */
  readonly isNew: boolean
  readonly #path: string
  readonly #libraryId: string
  #db: Db
  #onLost: () => void = () => {}

  constructor(path: string, libraryId: string) {
    this.#path = path
    this.#libraryId = libraryId
    const existing = openThumbnailFile(path, libraryId)
    this.isNew = existing === null
    this.#db = existing ?? createThumbnailFile(path, libraryId)
  }

  /** Called when a damaged file was replaced: all thumbnails are gone. */
  whenLost(listener: () => void): void {
    this.#onLost = listener
  }

  get(id: number): Uint8Array | null {
    const sql = 'SELECT bytes FROM thumbnails WHERE photo_id = ?'
    return this.#try((db) => db.prepare<[number], Buffer>(sql).pluck().get(id) ?? null)
  }

  /** The provisional picture is deleted. */
  put(id: number, bytes: Uint8Array): void {
    const sql = 'INSERT OR REPLACE INTO thumbnails (photo_id, bytes) VALUES (?, ?)'
    this.#try((db) =>
      db.transaction(() => {
        db.prepare(sql).run(id, Buffer.from(bytes))
        db.prepare('DELETE FROM camera_pictures WHERE photo_id = ?').run(id)
      })(),
    )
  }

  /** The camera's picture in the file of a photo without a thumbnail. */
  cameraPicture(id: number): CameraPicture | null {
    const sql = 'SELECT bytes FROM camera_pictures WHERE photo_id = ?'
    return this.#try((db) => db.prepare<[number], CameraPicture>(sql).get(id) ?? null)
  }

  /** Stores these for photos without a thumbnail; null deletes the stored one. */
  putCameraPictures(pictures: readonly { id: number; picture: CameraPicture | null }[]): void {
    const insert = `INSERT OR REPLACE INTO camera_pictures (photo_id, bytes)
      SELECT @id, @bytes WHERE NOT EXISTS (SELECT 1 FROM thumbnails WHERE photo_id = @id)`
    this.#try((db) =>
      db.transaction(() => {
        for (const { id, picture } of pictures)
          if (picture === null) db.prepare('DELETE FROM camera_pictures WHERE photo_id = ?').run(id)
          else db.prepare(insert).run({ id, bytes: Buffer.from(picture.bytes) })
      })(),
    )
  }

  remove(ids: readonly number[]): void {
    this.#try((db) => {
      for (const table of tables)
        db.prepare(`DELETE FROM ${table} WHERE photo_id IN (SELECT value FROM json_each(?))`).run(JSON.stringify(ids))
    })
  }

  /** Immediate, while removing each one takes a while. */
  removeAll(): void {
    this.#try((db) => {
      for (const table of tables) db.prepare(`DELETE FROM ${table}`).run()
    })
  }

  count(): number {
    return this.#try((db) => db.prepare<[], number>('SELECT count(*) FROM thumbnails').pluck().get() ?? 0)
  }

  /** Ids of photos with a thumbnail, after this one and in ascending order. */
  ids(after: number, limit: number): number[] {
    const sql = 'SELECT photo_id FROM thumbnails WHERE photo_id > ? ORDER BY photo_id LIMIT ?'
    return this.#try((db) => db.prepare<[number, number], number>(sql).pluck().all(after, limit))
  }

  /** Whether much of the file is empty. */
  isWorthGivingBack(): boolean {
    return this.#try(isWorthGivingBack)
  }

  /** Empty bytes of the file that are worth freeing. */
  emptyBytes(): number {
    return this.#try(emptyBytes)
  }

  /** Frees some of that; false at the end. */
  giveBackSome(pages: PieceSize): boolean {
    return this.#try((db) => giveBackSome(db, pages))
  }

  /** Frees all of that at once; returns the freed bytes. */
  compact(): number {
    return this.#try(compact)
  }

  /** Checks the complete file. */
  isDamaged(): boolean {
    return findDamage(this.#db).findings.length > 0
  }

  /** Creates the file again; all thumbnails are gone. */
  renew(): void {
    this.#db.close()
    this.#db = createThumbnailFile(this.#path, this.#libraryId)
    this.#onLost()
  }

  close(): void {
    this.#db.close()
  }

  /** Retries after damage, with a new file. */
  #try<T>(work: (db: Db) => T): T {
    try {
      return work(this.#db)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.renew()
      return work(this.#db)
    }
  }
}

/** The library's id, which identifies its thumbnails. */
export function libraryIdOf(db: Db): string {
  const found = db.prepare<[], string>("SELECT value FROM program_state WHERE key = 'library-id'").pluck().get()
  if (found !== undefined) return found
  const made = randomUUID()
  db.prepare("INSERT INTO program_state (key, value) VALUES ('library-id', ?)").run(made)
  return made
}

const LAYOUT = 1
/** Files of earlier versions lack it; they need not be created again for it. */
const CAMERA_PICTURES = 'CREATE TABLE IF NOT EXISTS camera_pictures (photo_id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)'
const settings = { synchronous: 'NORMAL', pragmas: catalogPragmas } as const

/** Null if the file is missing, damaged, or another library's. */
function openThumbnailFile(path: string, libraryId: string): Db | null {
  let db: Db | null = null
  try {
    db = keepStatements(orAlone((isAlone) => openExisting(path, isAlone)))
    const isOurs = db.pragma('user_version', { simple: true }) === LAYOUT
    if (isOurs && db.prepare<[], string>('SELECT library FROM owner').pluck().get() === libraryId) {
      db.exec(CAMERA_PICTURES)
      return db
    }
  } catch (error) {
    const isReplaceable = isDamage(error) || isSqliteError(error, 'SQLITE_CANTOPEN')
    if (!isReplaceable) {
      db?.close()
      throw error
    }
  }
  db?.close()
  return null
}

function openExisting(path: string, isAlone: boolean): Db {
  const db = connect(path, { fileMustExist: true })
  try {
    if (isAlone) db.pragma('locking_mode = EXCLUSIVE')
    tune(db, settings)
    return db
  } catch (error) {
    db.close()
    if (!isSqliteError(error, 'SQLITE_IOERR_SHMSIZE')) throw error
    throw new AppError('disk-full', say('errors.diskFull', { path }), { cause: error })
  }
}

/** Replaces the file by an empty one. */
function createThumbnailFile(path: string, libraryId: string): Db {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
  const db = keepStatements(connect(path))
  db.pragma('page_size = 8192')
  db.pragma('auto_vacuum = INCREMENTAL') // takes effect only before the first page is written
  tune(db, settings)
  db.transaction(() => {
    db.exec(
      'CREATE TABLE thumbnails (photo_id INTEGER PRIMARY KEY, bytes BLOB NOT NULL); CREATE TABLE owner (library TEXT NOT NULL)',
    )
    db.exec(CAMERA_PICTURES)
    db.prepare('INSERT INTO owner VALUES (?)').run(libraryId)
    db.pragma(`user_version = ${LAYOUT}`)
  })()
  return db
}
