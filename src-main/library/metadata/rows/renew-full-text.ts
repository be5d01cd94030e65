import type { TextLine } from '../../../contract/analysis/text-line.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { fullTextWords } from '../../catalog/vocabulary/full-text-words.ts'
import { forgetTagWords } from '../../catalog/vocabulary/renew-tag-words.ts'
import { wordsOfLines } from '../../queue/rows/findings/text.ts'
import { createFullText } from './full-text.ts'

const STATE = 'full-text'

/** Increase it when the same texts give other words. */
const VERSION = '1'

type Dependencies = {
  db: Db
  /** One transaction. */
  write(work: () => void): void
  state: { get(key: string): string | null; set(key: string, value: string): void }
}

/** Fills the full text of a library again if its words were written in another way; a stop leaves it as it was. */
export function renewFullText({ db, write, state }: Dependencies): void {
  if (state.get(STATE) === VERSION) return
  write(() => {
    fillFullText(db)
    state.set(STATE, VERSION)
  })
}

/** Fills all tables of full text again; the words of tags in other languages follow at the next opening. */
export function fillFullText(db: Db): void {
  db.exec(`INSERT INTO photo_text (photo_text) VALUES ('delete-all');
    DELETE FROM tag_text; DELETE FROM keyword_text; DELETE FROM folder_text`)
  const fullText = createFullText(db)
  for (const id of db.prepare<[], number>('SELECT id FROM photos').pluck().all()) fullText.put(id)
  fill(db, 'SELECT id, name AS text FROM tags', "INSERT INTO tag_text (rowid, name, synonyms) VALUES (?, ?, '')")
  fill(db, 'SELECT id, name AS text FROM folders', 'INSERT INTO folder_text (rowid, name) VALUES (?, ?)')
  fill(
    db,
    `SELECT tag_id AS id, (SELECT group_concat(value, char(10)) FROM json_each(synonyms)) AS text FROM keywords
     WHERE json_array_length(synonyms) > 0`,
    'INSERT INTO keyword_text (rowid, synonyms) VALUES (?, ?)',
  )
  fillLines(db)
  forgetTagWords(db)
}

function fill(db: Db, select: string, insert: string): void {
  const statement = db.prepare<[number, string]>(insert)
  for (const { id, text } of db.prepare<[], { id: number; text: string }>(select).all())
    statement.run(id, fullTextWords(text))
}

function fillLines(db: Db): void {
  const update = db.prepare<[string, number]>('UPDATE text_lines SET words = ? WHERE photo_id = ?')
  const rows = db.prepare<[], { id: number; lines: string }>('SELECT photo_id AS id, lines FROM text_lines')
  for (const { id, lines } of rows.all()) update.run(wordsOfLines(JSON.parse(lines) as TextLine[]), id)
  db.exec("INSERT INTO line_text (line_text) VALUES ('rebuild')")
}
