import { foreign, say } from '../../contract/sentences/say.ts'
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, textOf } from '../../contract/errors.ts'
import { connect, isSqliteError, type Db } from './connect.ts'
import { damagedError, withPlainErrors } from './damage.ts'
import { latestVersion, type DatabaseDescription } from './database-description.ts'
import { readFileHeader } from './file-header.ts'
import { migrate, versionOf } from './migrate.ts'
import { OWNER_ONLY } from './owner-only.ts'

/**
 * Opens a database of this program, and creates or migrates it if needed. Several processes may open the same file.
 * Throws `library-too-new` or `library-damaged` before it changes anything.
 */
export function openDatabase(description: DatabaseDescription): Db {
  mkdirSync(dirname(description.path), { recursive: true, mode: OWNER_ONLY.folder })
  refuseFile(description)
  const open = (isAlone: boolean) => openOnce(description, isAlone)
  return description.hasOneOwner === true ? orAlone(open) : open(false)
}

/**
 * Opens a database of one process. Memory shared between processes is a file, for which a full disk has no room. A
 * process that is alone works without it, so that a library can be read, and continues when there is room. Backups wait
 * until then.
 */
export function orAlone(open: (isAlone: boolean) => Db): Db {
  try {
    return open(false)
  } catch (error) {
    const { code, cause } = error as AppError
    if (code !== 'disk-full' || !isSqliteError(cause, 'SQLITE_IOERR_SHM')) throw error
    return open(true)
  }
}

/**
 * Lets other connections read a file that a process opened alone (see `orAlone`); does nothing if they already may.
 * SQLite leaves that mode only by way of another journal mode. Throws SQLite's error while the disk is still full; the
 * file then stays as it was.
 */
export function shareFile(db: Db): void {
  if (db.pragma('locking_mode', { simple: true }) !== 'exclusive') return
  db.pragma('journal_mode = DELETE')
  db.pragma('locking_mode = NORMAL')
  try {
    db.pragma('journal_mode = WAL')
  } catch (error) {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    throw error
  }
}

function openOnce(description: DatabaseDescription, isAlone: boolean): Db {
  const { path, words } = description
  const db = connectNamed(path)
  try {
    return withPlainErrors(words, () => {
      if (isAlone) db.pragma('locking_mode = EXCLUSIVE')
      refuseContent(db, description)
      if (description.givesBack === true) giveBackIfNew(db)
      tune(db, description)
      migrate(db, description)
      return db
    })
  } catch (error) {
    db.close()
    throw error
  }
}

/** Takes effect only in a new file; any other would be written to, for which a full disk has no room. */
function giveBackIfNew(db: Db): void {
  if (db.pragma('page_count', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL')
}

/** Configures a connection: a write-ahead log, and its database's settings. */
export function tune(
  db: Db,
  { synchronous, pragmas = [] }: Pick<DatabaseDescription, 'synchronous' | 'pragmas'>,
): void {
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma('foreign_keys = ON')
  db.pragma('journal_size_limit = 67108864')
  for (const pragma of pragmas) db.pragma(pragma)
}

function connectNamed(path: string): Db {
  try {
    return connect(path)
  } catch (error) {
    throw isSqliteError(error, 'SQLITE_CANTOPEN', 'SQLITE_PERM') ? unopenable(path, error) : error
  }
}

/** Checks a file by its bytes, so that a refused file is not touched at all. */
function refuseFile(description: DatabaseDescription): void {
  const { path, applicationId, words } = description
  const header = readNamed(path)
  if (header === null) return
  if (!header.isSqlite) throw damagedError(words, say('opening.notDatabase'))
  if (header.applicationId !== applicationId && !header.isEmpty && !header.hasJournal) throw foreignError(description)
  if (header.isCutOff) throw damagedError(words, say('opening.cutOff'))
  if (header.version > latestVersion(description)) throw newerError(description, header.version)
}

function readNamed(path: string) {
  try {
    return readFileHeader(path)
  } catch (error) {
    throw unopenable(path, error)
  }
}

/** Checks an open file, including what is only in its journal. */
function refuseContent(db: Db, description: DatabaseDescription): void {
  const { path, applicationId, checkedBytes = 0, words } = description
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
  if (tables > 0 && db.pragma('application_id', { simple: true }) !== applicationId) throw foreignError(description)
  if (versionOf(db) > latestVersion(description)) throw newerError(description, versionOf(db))
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > checkedBytes) return
  const finding = db.pragma('quick_check(1)', { simple: true }) as string
  if (finding !== 'ok') throw damagedError(words, foreign(finding))
}

const unopenable = (path: string, cause: unknown) =>
  new AppError('library-damaged', say('opening.unopenable', { path, reason: textOf(cause) }), { cause })

const foreignError = ({ words }: DatabaseDescription) => new AppError('library-damaged', words.foreign)

const newerError = (description: DatabaseDescription, version: number) =>
  new AppError('library-too-new', description.words.newer(version, latestVersion(description)))
