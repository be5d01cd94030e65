import { expect, test } from 'vitest'
import { libraryDatabase } from '../../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../../src-main/library/catalog/migrations/migrations.ts'
import { openDatabase } from '../../../../src-main/base/sqlite/open-database.ts'
import { find, openForTest, type OpenCatalog } from '../../catalog/library.ts'
import { makeOldLibrary, writeOldTag } from '../../catalog/old-library.ts'

const corner = { x: 0, y: 0 }
const seen = [{ text: 'Έξοδος', confidence: 90, corners: [corner, corner, corner, corner] }]

/** A library as left by the version before words were folded, with Greek texts wherever a photo has some. */
const makeGreekLibrary = (): string =>
  makeOldLibrary(58, 6, (db) => {
    db.exec(`
      UPDATE files SET name = 'Αθήνα.jpg' WHERE photo_id = 1;
      INSERT INTO metadata (photo_id, data) VALUES (2, '{"caption":"Ένας ήλιος"}');
      INSERT INTO folders (id, parent_id, root_id, name, relative_path) VALUES (2, 1, 1, 'Κρήτη', 'Κρήτη');
      INSERT INTO folder_text (rowid, name) VALUES (2, 'Κρήτη');
      UPDATE files SET folder_id = 2 WHERE photo_id = 3`)
    writeOldTag(db, 4, 'θάλασσα', 'a thing')
    db.exec(`INSERT INTO keywords VALUES (4, '["πέλαγος"]', '', 1, 1);
      INSERT INTO keyword_text (rowid, synonyms) VALUES (4, 'πέλαγος')`)
    db.prepare('INSERT INTO text_lines (photo_id, words, lines) VALUES (5, ?, ?)').run('Έξοδος', JSON.stringify(seen))
  })

test('texts of an older library are found without their accents once it is opened', () => {
  const catalog = openForTest(makeGreekLibrary())
  expect(found(catalog)).toEqual(wanted)
})

test('a program that stops after the layout changed, and before words are written, loses none', () => {
  const folder = makeGreekLibrary()
  openDatabase(libraryDatabase(folder, migrations)).close()
  expect(found(openForTest(folder))).toEqual(wanted)
})

const wanted = [
  ['αθηνα', 1],
  ['ηλιος', 2],
  ['κρητη', 3],
  ['θαλασσα', 4],
  ['πελαγος', 4],
  ['text:εξοδος', 5],
  ['6.jpg', 6],
] as const
const found = (catalog: OpenCatalog) => wanted.map(([text]) => [text, ...find(catalog, { text })])
