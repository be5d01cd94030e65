import type { Db } from '../../../base/sqlite/connect.ts'
import type { FaceArea } from './face-vectors/face-area.ts'
import { personIdOf } from './people-rows.ts'

/**
 * A person's statement about one face of a photo: whose it is, that it is ignored, and whose it is not. The box is a
 * share of the photo as turned by its file, so that it stays right whenever the photo is analysed again.
 */
export type FaceStatement = FaceArea & {
  /** Whose face it is; null if they did not say. */
  name: string | null
  /** No face, or that of a stranger: it is in no group and has no suggestion. */
  isIgnored: boolean
  /** People whose face it is not: they are not suggested again. */
  not: string[]
}

type Row = FaceArea & { photoId: number; name: string | null; isIgnored: number; refused: string }

const SELECT = `SELECT f.photo_id AS photoId, f.x, f.y, f.width, f.height, p.name, f.is_ignored AS isIgnored,
    (SELECT json_group_array(q.name ORDER BY q.id) FROM json_each(f.refused) r JOIN people q ON q.id = r.value)
      AS refused
  FROM json_each(?) j JOIN person_faces f ON f.photo_id = j.value LEFT JOIN people p ON p.id = f.person_id
  ORDER BY f.photo_id, f.number`

/** A person's statements about the faces of some photos; photos without any are left out. */
export function readStatements(db: Db, photoIds: readonly number[]): Map<number, FaceStatement[]> {
  const found = new Map<number, FaceStatement[]>()
  for (const row of db.prepare<[string], Row>(SELECT).iterate(JSON.stringify(photoIds))) {
    const { photoId, isIgnored, refused, name, x, y, width, height } = row
    const not = JSON.parse(refused) as string[]
    const statement = { x, y, width, height, name, isIgnored: isIgnored === 1, not }
    const list = found.get(photoId)
    if (list) list.push(statement)
    else found.set(photoId, [statement])
  }
  return found
}

/** Replaces all statements about the faces of some photos. */
export function writeStatements(db: Db, photoIds: readonly number[], statements: readonly FaceStatement[]): void {
  const remove = db.prepare('DELETE FROM person_faces WHERE photo_id = ?')
  const insert = db.prepare(
    `INSERT INTO person_faces (photo_id, number, x, y, width, height, person_id, is_ignored, refused)
     VALUES (@photoId, @number, @x, @y, @width, @height, @personId, @isIgnored, @refused)`,
  )
  const rows = statements.map(({ name, isIgnored, not, x, y, width, height }, number) => ({
    number,
    x,
    y,
    width,
    height,
    personId: name === null ? null : personIdOf(db, name),
    isIgnored: isIgnored ? 1 : 0,
    refused: JSON.stringify(not.map((each) => personIdOf(db, each)).sort((a, b) => a - b)),
  }))
  for (const photoId of photoIds) {
    remove.run(photoId)
    for (const row of rows) insert.run({ photoId, ...row })
  }
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/**
 * Statements in the form for comparison: empty ones are left out, numbers have six digits, faces are ordered from left
 * to right.
 */
export const tidyStatements = (statements: readonly FaceStatement[]): FaceStatement[] =>
  statements
    .filter(({ name, isIgnored, not }) => name !== null || isIgnored || not.length > 0)
    .map(({ x, y, width, height, name, isIgnored, not }) => ({
      x: rounded(x),
      y: rounded(y),
      width: rounded(width),
      height: rounded(height),
      name,
      isIgnored,
      not: [...new Set(not)],
    }))
    .sort((a, b) => a.x - b.x || a.y - b.y)
