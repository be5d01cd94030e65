import { z } from 'zod'
import { KeywordColor, type KeywordRecord, type KeywordSet } from '../../../contract/library/keywords.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Context } from '../../catalog/context/context.ts'

type Row = { id: number; synonyms: string; color: string; isExported: number; exportsSynonyms: number }

const SELECT = `SELECT tag_id AS id, synonyms, color, is_exported AS isExported, exports_synonyms AS exportsSynonyms
  FROM keywords`
const Names = z.array(z.string())

/** The record of each keyword, by the row id of its tag. */
export const readKeywords = (db: Db): Map<number, KeywordRecord> =>
  new Map(
    db
      .prepare<[], Row>(SELECT)
      .all()
      .map((row) => [row.id, toRecord(row)]),
  )

/** The record of a keyword; null if it has only its name and photos. */
export function findKeyword(
  { db, vocabulary }: Pick<Context, 'db' | 'vocabulary'>,
  name: string,
): KeywordRecord | null {
  const id = vocabulary.findTag(name)
  const row = id === null ? undefined : db.prepare<[number], Row>(`${SELECT} WHERE tag_id = ?`).get(id)
  return row === undefined ? null : toRecord(row)
}

/** Writes the record of a keyword, or deletes it. */
export function writeKeyword(
  { db, vocabulary }: Pick<Context, 'db' | 'vocabulary'>,
  name: string,
  record: KeywordRecord | null,
): void {
  const id = vocabulary.tagId(name)
  vocabulary.keywords.put(id, record && record.synonyms)
  if (record === null) return void db.prepare('DELETE FROM keywords WHERE tag_id = ?').run(id)
  const { synonyms, color, isExported, exportsSynonyms } = record
  db.prepare(
    `INSERT OR REPLACE INTO keywords (tag_id, synonyms, color, is_exported, exports_synonyms)
     VALUES (?, ?, ?, ?, ?)`,
  ).run(id, JSON.stringify(synonyms), color, Number(isExported), Number(exportsSynonyms))
}

/** Its parts in a fixed order, since states are compared as JSON. */
const toRecord = ({ synonyms, color, isExported, exportsSynonyms }: Row): KeywordRecord => ({
  synonyms: Names.parse(JSON.parse(synonyms)),
  color: KeywordColor.catch('').parse(color),
  isExported: isExported === 1,
  exportsSynonyms: exportsSynonyms === 1,
})

type SetRow = { id: number; name: string; keywords: string }

export function readSets(db: Db): KeywordSet[] {
  const rows = db.prepare<[], SetRow>('SELECT id, name, keywords FROM keyword_sets ORDER BY id').all()
  return rows.map((row) => ({ ...row, keywords: Names.parse(JSON.parse(row.keywords)) }))
}

export const findSet = (db: Db, id: number): Omit<KeywordSet, 'id'> | null => {
  const found = readSets(db).find((set) => set.id === id)
  return found === undefined ? null : { name: found.name, keywords: found.keywords }
}

/** Writes or deletes the set with an id. */
export function writeSet(db: Db, id: number, set: Omit<KeywordSet, 'id'> | null): void {
  if (set === null) return void db.prepare('DELETE FROM keyword_sets WHERE id = ?').run(id)
  db.prepare('INSERT OR REPLACE INTO keyword_sets (id, name, keywords) VALUES (?, ?, ?)').run(
    id,
    set.name,
    JSON.stringify(set.keywords),
  )
}
