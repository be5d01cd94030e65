import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, isSqliteError, type Db } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import { tune } from '../../../sqlite/open-database.ts'
import { catalogPragmas } from '../database/catalog-pragmas.ts'

/**
 * The file of thumbnails beside the catalogue. It can be made again from the photos, so it is replaced where it is
 * damaged or not this library's.
 */
export type Thumbnails = {
  get(id: number): Uint8Array | null
  put(id: number, bytes: Uint8Array): void
  remove(ids: readonly number[]): void
  /** In no time, where removing each takes a while. */
  removeAll(): void
  count(): number
  check(): string[]
  close(): void
  /** True when the file was made just now and holds nothing. */
  isNew: boolean
}

const LAYOUT = 1
const settings = { synchronous: 'NORMAL', pragmas: catalogPragmas } as const

export function openThumbnails(path: string, libraryId: string): Thumbnails {
  const existing = openExisting(path, libraryId)
  const db = existing ?? createNew(path, libraryId)
  const select = db.prepare<[number], Buffer>('SELECT bytes FROM thumbnails WHERE photo_id = ?').pluck()
  const replace = db.prepare('INSERT OR REPLACE INTO thumbnails (photo_id, bytes) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM thumbnails WHERE photo_id = ?')
  return {
    get: (id) => select.get(id) ?? null,
    put: (id, bytes) => void replace.run(id, Buffer.from(bytes)),
    remove: (ids) => db.transaction(() => ids.forEach((id) => remove.run(id)))(),
    removeAll: () => void db.prepare('DELETE FROM thumbnails').run(),
    count: () => db.prepare<[], number>('SELECT count(*) FROM thumbnails').pluck().get() ?? 0,
    check: () =>
      db.pragma('quick_check(5)', { simple: true }) === 'ok'
        ? []
        : [`${path} is damaged. Close Lumafold and delete that file: thumbnails are made again.`],
    close: () => void db.close(),
    isNew: existing === null,
  }
}

function openExisting(path: string, libraryId: string): Db | null {
  let db: Db | null = null
  try {
    db = connect(path, { fileMustExist: true })
    tune(db, settings)
    const isOurs = db.pragma('user_version', { simple: true }) === LAYOUT
    if (isOurs && db.prepare<[], string>('SELECT library FROM owner').pluck().get() === libraryId) return db
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

function createNew(path: string, libraryId: string): Db {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
  const db = connect(path)
  db.pragma('page_size = 8192')
  tune(db, settings)
  db.transaction(() => {
    db.exec(
      'CREATE TABLE thumbnails (photo_id INTEGER PRIMARY KEY, bytes BLOB NOT NULL); CREATE TABLE owner (library TEXT NOT NULL)',
    )
    db.prepare('INSERT INTO owner VALUES (?)').run(libraryId)
    db.pragma(`user_version = ${LAYOUT}`)
  })()
  return db
}

/** A library's own name, by which it knows its thumbnails again. */
export function libraryIdOf(db: Db): string {
  const found = db.prepare<[], string>("SELECT value FROM program_state WHERE key = 'library-id'").pluck().get()
  if (found !== undefined) return found
  const made = randomUUID()
  db.prepare("INSERT INTO program_state (key, value) VALUES ('library-id', ?)").run(made)
  return made
}
