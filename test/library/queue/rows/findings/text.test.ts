import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { TextLine } from '../../../../../src-main/contract/analysis/text-line.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { find, fingerprints, openWithRoot, saveFound } from '../../../catalog/library.ts'

const line = (text: string, y: number): TextLine => ({
  text,
  confidence: 97.5,
  corners: [
    { x: 10, y },
    { x: 90, y },
    { x: 90, y: y + 20 },
    { x: 10, y: y + 20 },
  ],
})
const lines = [line('NO PARKING', 10), line('Café Zürich', 50)]

function openRead(folder?: string) {
  const library = openWithRoot(folder)
  library.catalog.analysis.setSteps(fingerprints('v1', ['text']))
  const [id, other] = library.add('a.jpg', 'b.jpg')
  saveFound(library.catalog, id!, { text: lines }, ['text'])
  saveFound(library.catalog, other!, { text: [] }, ['text'])
  return { ...library, id: id!, other: other! }
}

test('text lines are stored with their photo', () => {
  const { catalog, id, other } = openRead()
  expect(catalog.photos.detail(id).textLines).toEqual(lines)
  expect(catalog.photos.detail(other).textLines).toEqual([])
})

test('a photo that is read again keeps only its new lines', () => {
  const { catalog, id } = openRead()
  saveFound(catalog, id, { text: [line('exit', 5)] }, ['text'])
  expect(catalog.photos.detail(id).textLines).toEqual([line('exit', 5)])
  saveFound(catalog, id, { text: [] }, ['text'])
  expect(catalog.photos.detail(id).textLines).toEqual([])
})

test('text: and plain words find photos by the text in them', () => {
  const { catalog, id } = openRead()
  for (const text of ['text:park', 'text="no parking"', 'parking', 'zurich caf', 'ocr:zurich'])
    expect(find(catalog, { text }), text).toEqual([id])
  for (const text of ['text:a.jpg', 'text=park', 'text:"parking no"', 'caption:parking', 'parking b.jpg'])
    expect(find(catalog, { text }), text).toEqual([])
})

test('words are removed with their lines: when read again, or with the photo', () => {
  const folder = tempFolder('text')
  const { catalog, id } = openRead(folder)
  saveFound(catalog, id, { text: [line('exit', 5)] }, ['text'])
  expect([find(catalog, { text: 'parking' }), find(catalog, { text: 'text:exit' })]).toEqual([[], [id]])
  catalog.close()
  const db = new Database(join(folder, 'library.db'))
  onTestFinished(() => void db.close())
  db.prepare('DELETE FROM text_lines WHERE photo_id = ?').run(id)
  // throws if the words do not match the lines
  db.prepare("INSERT INTO line_text (line_text, rank) VALUES ('integrity-check', 1)").run()
  expect(db.prepare("SELECT rowid FROM line_text WHERE line_text MATCH 'exit'").all()).toEqual([])
})
