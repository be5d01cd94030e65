import { say } from '../../../contract/sentences/say.ts'
import { rmSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import { connect, isSqliteError, type Db } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import { keepStatements } from '../../../sqlite/keep-statements.ts'
import { orAlone, tune } from '../../../sqlite/open-database.ts'
import { catalogPragmas } from '../database/catalog-pragmas.ts'

const LAYOUT = 1
/** In files of earlier versions it is not there yet; those need not be made anew for it. */
const CAMERA_PICTURES = 'CREATE TABLE IF NOT EXISTS camera_pictures (photo_id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)'
const settings = { synchronous: 'NORMAL', pragmas: catalogPragmas } as const

/** Null where the file is not there, is damaged, or belongs to another library. */
export function openThumbnailFile(path: string, libraryId: string): Db | null {
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

/** Replaces what is there by an empty file. */
export function createThumbnailFile(path: string, libraryId: string): Db {
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
