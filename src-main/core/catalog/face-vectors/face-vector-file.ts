import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect, isSqliteError, type Db } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import { keepStatements } from '../../../sqlite/keep-statements.ts'
import { tune } from '../../../sqlite/open-database.ts'
import { catalogPragmas } from '../database/catalog-pragmas.ts'
import { eraseAside, moveAside } from './erase-vectors.ts'
import { listIndexes } from './face-lists.ts'

const LAYOUT = 1
/** What is deleted is overwritten with zeros: nobody finds the vectors of a photo in the file once it is gone. */
const settings = { synchronous: 'NORMAL', pragmas: [...catalogPragmas, 'secure_delete = ON'] } as const

const layout = `
CREATE TABLE owner (library TEXT NOT NULL, id TEXT NOT NULL, model TEXT NOT NULL);
CREATE TABLE faces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  photo_id INTEGER NOT NULL,
  x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL,
  side INTEGER NOT NULL, -- pixels of the raster that it was described on
  person_id INTEGER NOT NULL DEFAULT 0, -- whose it is; -1: to be left alone, 0: nobody said
  group_id INTEGER NOT NULL DEFAULT 0, -- 0: not grouped
  suggested_id INTEGER NOT NULL DEFAULT 0, -- whose it may be; 0: nobody's
  likeness REAL NOT NULL DEFAULT 0, -- to the faces of that person
  vector BLOB NOT NULL
) STRICT;
CREATE INDEX faces_photo ON faces (photo_id);
CREATE INDEX faces_group ON faces (group_id, photo_id);
CREATE INDEX faces_person ON faces (person_id);
CREATE INDEX faces_suggested ON faces (suggested_id, likeness);
`

/** Made where they are not there yet: files of before lack them. */
const additions = `${listIndexes}
CREATE TABLE IF NOT EXISTS changed_people (person_id INTEGER PRIMARY KEY) STRICT; -- others are suggested for them anew
`

/** Whether people are recognised: the file is there while they are. */
export const isVectorFile = (path: string): boolean => existsSync(path)

/** Opens the file; one that is damaged or another library's is made anew, since vectors can be. */
export function openVectorFile(path: string, libraryId: string): Db {
  return openExisting(path, libraryId) ?? createVectorFile(path, libraryId)
}

function openExisting(path: string, libraryId: string): Db | null {
  let db: Db | null = null
  try {
    db = keepStatements(connect(path, { fileMustExist: true }))
    tune(db, settings)
    const isOurs = db.pragma('user_version', { simple: true }) === LAYOUT
    if (isOurs && db.prepare<[], string>('SELECT library FROM owner').pluck().get() === libraryId) {
      db.exec(additions)
      return db
    }
  } catch (error) {
    if (!isDamage(error) && !isSqliteError(error, 'SQLITE_CANTOPEN')) {
      db?.close()
      throw error
    }
  }
  db?.close()
  return null
}

/** Replaces what is there by an empty file with a name of its own, so that every photo is described for it. */
export function createVectorFile(path: string, libraryId: string): Db {
  moveAside(path)
  void eraseAside(path)
  const db = keepStatements(connect(path))
  tune(db, settings)
  db.transaction(() => {
    db.exec(layout)
    db.exec(additions)
    db.prepare("INSERT INTO owner VALUES (?, ?, '')").run(libraryId, randomUUID())
    db.pragma(`user_version = ${LAYOUT}`)
  })()
  return db
}
