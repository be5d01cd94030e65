import type { Db } from '../../../sqlite/connect.ts'
import { renewDenormalisedRow } from '../denormalised/denormalised-rows.ts'
import { createFullText } from '../metadata/full-text.ts'
import { forgetTagWords } from '../vocabulary/renew-tag-words.ts'

/** Fills the full text, which is empty; the words of tags in other languages follow at the next opening. */
export function fillFullText(db: Db): void {
  const fullText = createFullText(db)
  for (const id of photoIds(db)) fullText.put(id)
  db.exec(`INSERT INTO tag_text (rowid, name, synonyms) SELECT id, name, '' FROM tags;
    INSERT INTO keyword_text (rowid, synonyms)
      SELECT tag_id, (SELECT group_concat(value, char(10)) FROM json_each(synonyms)) FROM keywords
      WHERE json_array_length(synonyms) > 0;
    INSERT INTO folder_text (rowid, name) SELECT id, name FROM folders`)
  forgetTagWords(db)
}

/** Writes the denormalised row of every photo. */
export function fillDenormalisedRows(db: Db): void {
  for (const id of photoIds(db)) renewDenormalisedRow(db, id)
}

const photoIds = (db: Db) => db.prepare<[], number>('SELECT id FROM photos ORDER BY id').pluck().all()
