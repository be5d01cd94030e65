import type { Db } from '../../../base/sqlite/connect.ts'

/** A person's choices for someone whose faces they named. */
export type PersonFlags = { neverSuggest: boolean; isPrivate: boolean }

/** Someone with a name. */
export type PersonRow = PersonFlags & { id: number; name: string }

type Row = { id: number; name: string; neverSuggest: number; isPrivate: number }

const SELECT = 'SELECT id, name, never_suggest AS neverSuggest, is_private AS isPrivate FROM people'

/** Names with the same folded form are equal: `anna` is `Anna`, but `Zoë` is not `Zoe`. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')

const toPerson = ({ neverSuggest, isPrivate, ...row }: Row): PersonRow => ({
  ...row,
  neverSuggest: neverSuggest === 1,
  isPrivate: isPrivate === 1,
})

/** Everyone with a name, including people without a face left. */
export const readPeople = (db: Db): PersonRow[] => db.prepare<[], Row>(`${SELECT} ORDER BY id`).all().map(toPerson)

/** The person with this name; undefined if there is none. */
export function findPerson(db: Db, name: string): PersonRow | undefined {
  const row = db.prepare<[string], Row>(`${SELECT} WHERE folded = ?`).get(foldName(name))
  return row && toPerson(row)
}

/** The id of the person with this name, who is added if there is none. */
export function personIdOf(db: Db, name: string): number {
  const found = findPerson(db, name)
  if (found) return found.id
  const insert = db.prepare<[string, string], number>('INSERT INTO people (name, folded) VALUES (?, ?) RETURNING id')
  return insert.pluck().get(name.trim(), foldName(name))!
}

/** Saves what the person wants for someone. */
export function writeFlags(db: Db, name: string, { neverSuggest, isPrivate }: PersonFlags): void {
  const id = personIdOf(db, name)
  db.prepare(
    'UPDATE people SET name = @name, never_suggest = @neverSuggest, is_private = @isPrivate WHERE id = @id',
  ).run({
    id,
    name,
    neverSuggest: neverSuggest ? 1 : 0,
    isPrivate: isPrivate ? 1 : 0,
  })
  db.prepare(
    `INSERT OR IGNORE INTO index_log (photo) SELECT photo_id FROM named_faces
     WHERE person_id = ? AND EXISTS (SELECT 1 FROM kept_index)`,
  ).run(id)
}

/** Photos with a face of this person. */
export const photosOfPerson = (db: Db, id: number): number[] =>
  db
    .prepare<[number], number>('SELECT DISTINCT photo_id FROM named_faces WHERE person_id = ? ORDER BY photo_id')
    .pluck()
    .all(id)
