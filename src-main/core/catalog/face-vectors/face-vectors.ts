import type { DescribedFace } from '../../../analysis/photo/findings.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import { eraseAside, moveAside } from './erase-vectors.ts'
import type { FaceArea } from './face-area.ts'
import { type AskedRow, askedAfter, facesById, namelessAfter, namelessOf, type NamelessRow } from './face-lists.ts'
import { createVectorFile, isVectorFile, openVectorFile } from './face-vector-file.ts'
import { COLUMNS, type FacePlace, type FaceWithVector, type KeptFace } from './kept-face.ts'
import { decodeFace, encodeFace } from './vector-code.ts'

type VectorRow = KeptFace & { bytes: Buffer }

/**
 * Vectors of faces, their groups and whose they may be, in a file beside the catalogue that is there only while people
 * are recognised. Backups and exports do not have it, and deleting it forgets all of it at once. Like thumbnails it can
 * be made again: where it is damaged it is replaced, also while the library is open.
 */
export class FaceVectors {
  readonly #path: string
  readonly #libraryId: string
  #db: Db | null
  #onLost: () => void = () => {}

  constructor(path: string, libraryId: string) {
    this.#path = path
    this.#libraryId = libraryId
    void eraseAside(path) // what a stop left
    this.#db = isVectorFile(path) ? openVectorFile(path, libraryId) : null
  }

  isOn(): boolean {
    return this.#db !== null
  }

  /** Another one for each file, so that what was described for an earlier one does not count; null while off. */
  fileId(): string | null {
    return this.#try((db) => db.prepare<[], string>('SELECT id FROM owner').pluck().get() ?? null, null)
  }

  /** Called when the file was damaged and is made anew: all vectors are gone. */
  whenLost(listener: () => void): void {
    this.#onLost = listener
  }

  turnOn(): void {
    this.#db ??= createVectorFile(this.#path, this.#libraryId)
  }

  /** Deletes all vectors, groups and suggestions for good: out of reach at once, overwritten once it resolves. */
  turnOff(): Promise<void> {
    this.#db?.close()
    this.#db = null
    moveAside(this.#path)
    return eraseAside(this.#path)
  }

  /** Puts the faces of a photo in place of those before. Vectors of another model than before replace all others. */
  save(photoId: number, modelId: string, faces: readonly DescribedFace[]): void {
    this.#try((db) => db.transaction(() => saveFaces(db, photoId, modelId, faces))(), undefined)
  }

  remove(photoIds: readonly number[]): void {
    const sql = 'DELETE FROM faces WHERE photo_id IN (SELECT value FROM json_each(?))'
    this.#try((db) => {
      const { changes } = db.prepare(sql).run(JSON.stringify(photoIds))
      if (changes > 0) db.pragma('wal_checkpoint(TRUNCATE)') // the log holds what was deleted
    }, undefined)
  }

  removeAll(): void {
    this.#try((db) => {
      db.prepare('DELETE FROM faces').run()
      db.pragma('wal_checkpoint(TRUNCATE)')
    }, undefined)
  }

  /** Moves the boxes of a photo whose file says another orientation now. */
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

  /** Faces with their vectors by rising id, after this one. */
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

  /** Faces of a group that nobody said anything of, with vectors: by photo, after this one. */
  vectorsOfGroup(groupId: number, after: { photoId: number; id: number }, limit: number): FaceWithVector[] {
    const sql = `SELECT ${COLUMNS}, vector AS bytes FROM faces WHERE group_id = @groupId AND person_id = 0
      AND (photo_id, id) > (@photoId, @id) ORDER BY photo_id, id LIMIT @limit`
    const values = { groupId, photoId: after.photoId, id: after.id, limit }
    return this.#try((db) => db.prepare<typeof values, VectorRow>(sql).all(values).map(decode), [])
  }

  /** Groups with a face that may be this person's. */
  groupsSuggestedFor(personId: number): number[] {
    const sql = 'SELECT DISTINCT group_id FROM faces WHERE suggested_id = ? AND person_id = 0'
    return this.#try((db) => db.prepare<[number], number>(sql).pluck().all(personId), [])
  }

  /** Says whose faces are, or may be, and which groups they are in. */
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

  /** One group takes over faces of another, so many at most; false where none is left. */
  joinGroups(into: number, from: number, limit: number): boolean {
    const sql = `UPDATE faces SET group_id = @into
      WHERE id IN (SELECT id FROM faces WHERE group_id = @from LIMIT @limit)`
    return this.#try((db) => db.prepare(sql).run({ into, from, limit }).changes === limit, false)
  }

  /** Faces that may be somebody's, the likeliest first, after this one. */
  asked(after: AskedRow | undefined, limit: number): AskedRow[] {
    return this.#try((db) => askedAfter(db, after ?? { likeness: Number.MAX_VALUE, id: 0 }, limit), [])
  }

  /** Faces that are nobody's, and may be nobody's, by group and photo, after this one. */
  nameless(after: NamelessRow | undefined, limit: number): NamelessRow[] {
    return this.#try((db) => namelessAfter(db, after ?? { groupId: 0, photoId: 0, id: 0 }, limit), [])
  }

  /** Those of one group, the largest first: so many at most. */
  namelessOf(groupId: number, limit = Number.MAX_SAFE_INTEGER): KeptFace[] {
    return this.#try((db) => namelessOf(db, groupId, limit), [])
  }

  byId(ids: readonly number[]): KeptFace[] {
    return this.#try((db) => facesById(db, ids), [])
  }

  /** People whose faces changed are noted until others are suggested for them anew. */
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

  /** Tries once more after damage, with a file that is made anew; without a file there is nothing. */
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
    db.prepare('DELETE FROM faces').run() // they cannot be compared, and each photo is described anew
    db.prepare('UPDATE owner SET model = ?').run(modelId)
  }
  db.prepare('DELETE FROM faces WHERE photo_id = ?').run(photoId)
  const insert = db.prepare(
    `INSERT INTO faces (photo_id, x, y, width, height, side, vector)
     VALUES (@photoId, @x, @y, @width, @height, @side, @vector)`,
  )
  for (const { box, side, vector } of faces) insert.run({ photoId, ...box, side, vector: encodeFace(vector) })
}
