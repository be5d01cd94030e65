import type { DescribedFace } from '../../../analysis/photo/findings.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import type { FaceArea } from './face-area.ts'
import { createVectorFile, eraseVectorFile, isVectorFile, openVectorFile } from './face-vector-file.ts'
import { decodeFace, encodeFace } from './vector-code.ts'

/** Whose a face is, which group it is in, and whose it may be, with the likeness to that person's faces. */
export type FacePlace = { personId: number; groupId: number; suggestedId: number; likeness: number }

/** A face of which a vector is kept. `side` is in pixels of the raster that it was described on. */
export type KeptFace = FaceArea & FacePlace & { id: number; photoId: number; side: number }

export type FaceWithVector = KeptFace & { vector: Float32Array }

/** Faces that are left alone have this person. */
export const LEFT_ALONE = -1

type VectorRow = KeptFace & { bytes: Buffer }

const COLUMNS = `id, photo_id AS photoId, x, y, width, height, side, person_id AS personId, group_id AS groupId,
  suggested_id AS suggestedId, likeness`

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

  /** Deletes all vectors, groups and suggestions for good. */
  turnOff(): void {
    this.#db?.close()
    this.#db = null
    eraseVectorFile(this.#path)
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

  /** The faces of a group that nobody said anything of, with vectors. */
  vectorsOfGroup(groupId: number): FaceWithVector[] {
    const sql = `SELECT ${COLUMNS}, vector AS bytes FROM faces WHERE group_id = ? AND person_id = 0 ORDER BY id`
    return this.#try((db) => db.prepare<[number], VectorRow>(sql).all(groupId).map(decode), [])
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

  /** One group takes over the faces of another. */
  joinGroups(into: number, from: number): void {
    const sql = 'UPDATE faces SET group_id = ? WHERE group_id = ?'
    this.#try((db) => db.prepare(sql).run(into, from), undefined)
  }

  /** All faces that nobody said anything of and that may be somebody's, the likeliest first. */
  suggested(): KeptFace[] {
    const sql = `SELECT ${COLUMNS} FROM faces WHERE suggested_id > 0 AND person_id = 0 ORDER BY likeness DESC, id`
    return this.#try((db) => db.prepare<[], KeptFace>(sql).all(), [])
  }

  /** All faces that are nobody's, and may be nobody's: by group, the largest ones of each first. */
  grouped(): KeptFace[] {
    const sql = `SELECT ${COLUMNS} FROM faces WHERE person_id = 0 AND suggested_id = 0 AND group_id > 0
      ORDER BY group_id, side DESC, id`
    return this.#try((db) => db.prepare<[], KeptFace>(sql).all(), [])
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

/** What callers of the catalogue ask of it. */
export type FaceVectorCalls = Pick<
  FaceVectors,
  | 'isOn'
  | 'fileId'
  | 'whenLost'
  | 'turnOn'
  | 'turnOff'
  | 'remove'
  | 'count'
  | 'page'
  | 'vectorsOfPhoto'
  | 'vectorsOfGroup'
  | 'groupsSuggestedFor'
  | 'place'
  | 'joinGroups'
  | 'suggested'
  | 'grouped'
>

export const faceVectorCalls = (vectors: FaceVectors): FaceVectorCalls => ({
  isOn: () => vectors.isOn(),
  fileId: () => vectors.fileId(),
  whenLost: (listener) => vectors.whenLost(listener),
  turnOn: () => vectors.turnOn(),
  turnOff: () => vectors.turnOff(),
  remove: (photoIds) => vectors.remove(photoIds),
  count: () => vectors.count(),
  page: (after, limit) => vectors.page(after, limit),
  vectorsOfPhoto: (photoId) => vectors.vectorsOfPhoto(photoId),
  vectorsOfGroup: (groupId) => vectors.vectorsOfGroup(groupId),
  groupsSuggestedFor: (personId) => vectors.groupsSuggestedFor(personId),
  place: (places) => vectors.place(places),
  joinGroups: (into, from) => vectors.joinGroups(into, from),
  suggested: () => vectors.suggested(),
  grouped: () => vectors.grouped(),
})

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
