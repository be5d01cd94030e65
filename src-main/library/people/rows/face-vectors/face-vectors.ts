import type { DescribedFace } from '../../../../analysis/photo/findings.ts'
import { type Db, connect, isSqliteError } from '../../../../base/sqlite/connect.ts'
import { isDamage } from '../../../../base/sqlite/damage.ts'
import type { FaceArea } from './face-area.ts'
import {
  type AskedRow,
  askedAfter,
  facesById,
  namelessAfter,
  namelessOf,
  type NamelessRow,
  listIndexes,
} from './face-lists.ts'
import { COLUMNS, type FacePlace, type FaceWithVector, type KeptFace } from './kept-face.ts'
import { decodeFace, encodeFace } from './vector-code.ts'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { keepStatements } from '../../../../base/sqlite/keep-statements.ts'
import { tune } from '../../../../base/sqlite/open-database.ts'
import { catalogPragmas } from '../../../catalog/database/catalog-pragmas.ts'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { absentAs } from '../../../../base/files/file-errors.ts'

type VectorRow = KeptFace & { bytes: Buffer }

/**
 * Vectors of faces, their groups and suggested people, in a file beside the catalogue that exists only while people are
 * recognised. Backups and exports omit it, and deleting it forgets all of it at once. Like thumbnails it can be created
 * again: a damaged one is replaced, even while the library is open.
 */
export class FaceVectors {
  readonly #path: string
  readonly #libraryId: string
  #db: Db | null
  #onLost: () => void = () => {}

  constructor(path: string, libraryId: string) {
    this.#path = path
    this.#libraryId = libraryId
    void eraseAside(path) // remains of an interruption
    this.#db = isVectorFile(path) ? openVectorFile(path, libraryId) : null
  }

  isOn(): boolean {
    return this.#db !== null
  }

  /** Differs for each file, so that descriptions for an earlier one do not count; null while off. */
  fileId(): string | null {
    return this.#try((db) => db.prepare<[], string>('SELECT id FROM owner').pluck().get() ?? null, null)
  }

  /** The model of all vectors: empty before the first; null while off. */
  modelId(): string | null {
    return this.#try((db) => db.prepare<[], string>('SELECT model FROM owner').pluck().get() ?? null, null)
  }

  /** Called when a damaged file was replaced: all vectors are gone. */
  whenLost(listener: () => void): void {
    this.#onLost = listener
  }

  turnOn(): void {
    this.#db ??= createVectorFile(this.#path, this.#libraryId)
  }

  /** Deletes all vectors, groups and suggestions for good: unreachable at once, overwritten once it resolves. */
  turnOff(): Promise<void> {
    this.#db?.close()
    this.#db = null
    moveAside(this.#path)
    return eraseAside(this.#path)
  }

  /** Replaces the faces of a photo. Vectors of a new model replace all others. */
  save(photoId: number, modelId: string, faces: readonly DescribedFace[]): void {
    this.#try((db) => db.transaction(() => saveFaces(db, photoId, modelId, faces))(), undefined)
  }

  remove(photoIds: readonly number[]): void {
    const sql = 'DELETE FROM faces WHERE photo_id IN (SELECT value FROM json_each(?))'
    this.#try((db) => {
      const { changes } = db.prepare(sql).run(JSON.stringify(photoIds))
      if (changes > 0) db.pragma('wal_checkpoint(TRUNCATE)') // the log contains what was deleted
    }, undefined)
  }

  removeAll(): void {
    this.#try((db) => {
      db.prepare('DELETE FROM faces').run()
      db.pragma('wal_checkpoint(TRUNCATE)')
    }, undefined)
  }

  /** Moves the boxes of a photo whose file has another orientation now. */
  turn(photoId: number, turn: (area: FaceArea) => FaceArea): void {
    this.#try((db) => {
      const update = db.prepare('UPDATE faces SET x = @x, y = @y, width = @width, height = @height WHERE id = @id')
      for (const { id, x, y, width, height } of this.ofPhoto(photoId))
        update.run({ id, ...turn({ x, y, width, height }) })
    }, undefined)
  }

  count(): number {
    return this.#try((db) => db.prepare<[], number>('SELECT count(*) FROM faces').pluck().get() ?? 0, 0)
  }

  /** Faces with their vectors by ascending id, after this one. */
  page(after: number, limit: number): FaceWithVector[] {
    const sql = `SELECT ${COLUMNS}, vector AS bytes FROM faces WHERE id > ? ORDER BY id LIMIT ?`
    return this.#try((db) => db.prepare<[number, number], VectorRow>(sql).all(after, limit).map(decode), [])
  }

  /** The faces of a photo, without vectors. */
  ofPhoto(photoId: number): KeptFace[] {
    const sql = `SELECT ${COLUMNS} FROM faces WHERE photo_id = ? ORDER BY id`
    return this.#try((db) => db.prepare<[number], KeptFace>(sql).all(photoId), [])
  }

  vectorsOfPhoto(photoId: number): FaceWithVector[] {
    const sql = `SELECT ${COLUMNS}, vector AS bytes FROM faces WHERE photo_id = ? ORDER BY id`
    return this.#try((db) => db.prepare<[number], VectorRow>(sql).all(photoId).map(decode), [])
  }

  /** Faces of a group without statements, with vectors: by photo, after this one. */
  vectorsOfGroup(groupId: number, after: { photoId: number; id: number }, limit: number): FaceWithVector[] {
    const sql = `SELECT ${COLUMNS}, vector AS bytes FROM faces WHERE group_id = @groupId AND person_id = 0
      AND (photo_id, id) > (@photoId, @id) ORDER BY photo_id, id LIMIT @limit`
    const values = { groupId, photoId: after.photoId, id: after.id, limit }
    return this.#try((db) => db.prepare<typeof values, VectorRow>(sql).all(values).map(decode), [])
  }

  /** Groups with a face suggested for this person. */
  groupsSuggestedFor(personId: number): number[] {
    const sql = 'SELECT DISTINCT group_id FROM faces WHERE suggested_id = ? AND person_id = 0'
    return this.#try((db) => db.prepare<[number], number>(sql).pluck().all(personId), [])
  }

  /** Sets the persons, suggestions and groups of faces. */
  place(places: readonly (FacePlace & { id: number })[]): void {
    const sql = `UPDATE faces SET person_id = @personId, group_id = @groupId, suggested_id = @suggestedId,
      likeness = @likeness WHERE id = @id`
    this.#try((db) => {
      const update = db.prepare(sql)
      db.transaction(() =>
        places.forEach(({ id, personId, groupId, suggestedId, likeness }) =>
          update.run({ id, personId, groupId, suggestedId, likeness }),
        ),
      )()
    }, undefined)
  }

  /** One group takes over at most `limit` faces of another; false if none is left. */
  joinGroups(into: number, from: number, limit: number): boolean {
    const sql = `UPDATE faces SET group_id = @into
      WHERE id IN (SELECT id FROM faces WHERE group_id = @from LIMIT @limit)`
    return this.#try((db) => db.prepare(sql).run({ into, from, limit }).changes === limit, false)
  }

  /** Faces with a suggestion, the likeliest first, after this one. */
  asked(after: AskedRow | undefined, limit: number): AskedRow[] {
    return this.#try((db) => askedAfter(db, after ?? { likeness: Number.MAX_VALUE, id: 0 }, limit), [])
  }

  /** Faces without a person or a suggestion, by group and photo, after this one. */
  nameless(after: NamelessRow | undefined, limit: number): NamelessRow[] {
    return this.#try((db) => namelessAfter(db, after ?? { groupId: 0, photoId: 0, id: 0 }, limit), [])
  }

  /** Those of one group, the largest first, at most `limit`. */
  namelessOf(groupId: number, limit = Number.MAX_SAFE_INTEGER): KeptFace[] {
    return this.#try((db) => namelessOf(db, groupId, limit), [])
  }

  byId(ids: readonly number[]): KeptFace[] {
    return this.#try((db) => facesById(db, ids), [])
  }

  /** People whose faces changed are noted until suggestions for them are renewed. */
  noteChanged(personId: number): void {
    this.#try((db) => db.prepare('INSERT OR IGNORE INTO changed_people VALUES (?)').run(personId), undefined)
  }

  settleChanged(personId: number): void {
    this.#try((db) => db.prepare('DELETE FROM changed_people WHERE person_id = ?').run(personId), undefined)
  }

  changed(): number[] {
    return this.#try((db) => db.prepare<[], number>('SELECT person_id FROM changed_people').pluck().all(), [])
  }

  close(): void {
    this.#db?.close()
  }

  /** Retries after damage, with a new file; without a file there is nothing. */
  #try<T>(work: (db: Db) => T, none: T): T {
    if (this.#db === null) return none
    try {
      return work(this.#db)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#db.close()
      this.#db = createVectorFile(this.#path, this.#libraryId)
      this.#onLost()
      return work(this.#db)
    }
  }
}

const decode = ({ bytes, ...face }: VectorRow): FaceWithVector => ({ ...face, vector: decodeFace(bytes) })

function saveFaces(db: Db, photoId: number, modelId: string, faces: readonly DescribedFace[]): void {
  const model = db.prepare<[], string>('SELECT model FROM owner').pluck().get()
  if (model !== modelId) {
    db.prepare('DELETE FROM faces').run() // they cannot be compared, and each photo is described again
    db.prepare('UPDATE owner SET model = ?').run(modelId)
  }
  db.prepare('DELETE FROM faces WHERE photo_id = ?').run(photoId)
  const insert = db.prepare(
    `INSERT INTO faces (photo_id, x, y, width, height, side, vector)
     VALUES (@photoId, @x, @y, @width, @height, @side, @vector)`,
  )
  for (const { box, side, vector } of faces) insert.run({ photoId, ...box, side, vector: encodeFace(vector) })
}

const LAYOUT = 1
/** Deleted data is overwritten with zeros: nobody finds the vectors of a deleted photo in the file. */
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

/** Older files lack these; they are added on opening. */
const additions = `${listIndexes}
CREATE TABLE IF NOT EXISTS changed_people (person_id INTEGER PRIMARY KEY) STRICT; -- others are suggested for them anew
`

/** Whether people are recognised: the file exists while they are. */
const isVectorFile = (path: string): boolean => existsSync(path)

/** Opens the file; one that is damaged or another library's is replaced, since vectors can be computed again. */
function openVectorFile(path: string, libraryId: string): Db {
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

/** Replaces the file by an empty one with a new id, so that every photo is described for it. */
function createVectorFile(path: string, libraryId: string): Db {
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

/** SQLite's files of a database. */
const parts = ['', '-wal', '-shm', '-journal'] as const
const ASIDE = '.off-'
const BLOCK = 1 << 20

/** Moves a closed file of vectors away at once, so that no start finds it any more. */
function moveAside(path: string): void {
  const name = `${path}${ASIDE}${randomUUID()}`
  for (const part of parts) if (existsSync(path + part)) renameSync(path + part, name + part)
}

/**
 * Overwrites the moved file with zeros and deletes it, including the write-ahead log; windows are served in the
 * meantime. A disk that keeps old blocks, such as one with snapshots, may still have them: no program can reach those
 * through the file.
 */
async function eraseAside(path: string): Promise<void> {
  const [folder, start] = [dirname(path), basename(path) + ASIDE]
  const names = readdirSync(folder).filter((name) => name.startsWith(start))
  for (const name of names) await erase(join(folder, name))
}

async function erase(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(absentAs(null))
  if (file === null) return
  try {
    const { size } = await file.stat()
    const zeros = Buffer.alloc(Math.min(size, BLOCK))
    for (let at = 0; at < size; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, size - at), at)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(path, { force: true })
}
