import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type EditEntry, EditJournal } from '../../../../src-main/library/history/edits/edit-log.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

function open(folder: string, library = 'ours') {
  const journal = new EditJournal(folder, library)
  onTestFinished(() => journal.close())
  return journal
}
const entry = (seq: number): EditEntry => ({ seq, atMs: 1, edit: { kind: 'undo', changeId: seq }, photos: [] })
const filesIn = (folder: string) => readdirSync(join(folder, 'edits')).toSorted()
const seqs = (journal: EditJournal, after = 0) => journal.after(after).entries.map(({ seq }) => seq)

test('appended lines are there after reopening', () => {
  const folder = tempFolder()
  const journal = open(folder)
  expect(journal.last).toBe(0)
  journal.append([entry(1), entry(2)])
  journal.append([entry(3)])
  const again = open(folder)
  expect(again.last).toBe(3)
  expect(again.after(1)).toEqual({ entries: [entry(2), entry(3)], damaged: 0 })
})

test('a truncated or damaged line costs only itself', () => {
  const folder = tempFolder()
  open(folder).append([entry(1), entry(2), entry(3)])
  const [name = ''] = filesIn(folder)
  const file = join(folder, 'edits', name)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"changeId":2', '"changeId":9'))
  appendFileSync(file, 'deadbeef {"seq":4,"atMs":1,"ed')
  const again = open(folder)
  expect(again.last).toBe(3)
  again.append([entry(4)])
  expect(seqs(open(folder))).toEqual([1, 3, 4])
  expect(open(folder).after(0).damaged).toBe(2)
})

test('each backup starts a new file, and a file is deleted when no backup needs it', () => {
  const folder = tempFolder()
  const journal = open(folder)
  for (const seq of [1, 2, 3, 4, 5, 6]) {
    journal.append([entry(seq)])
    if (seq % 2 === 0) journal.beginFile(0)
  }
  expect(filesIn(folder)).toEqual(['1', '3', '5', '7'].map((seq) => `${seq.padStart(12, '0')}.journal`))
  journal.forget(1)
  expect(seqs(journal)).toEqual([1, 2, 3, 4, 5, 6])
  journal.forget(4)
  expect(seqs(journal)).toEqual([5, 6])
  journal.forget(6)
  expect(seqs(journal)).toEqual([])
  expect(open(folder).last).toBe(6)
})

test("another library's journal is set aside", () => {
  const folder = tempFolder()
  const theirs = open(folder, 'theirs')
  theirs.append([entry(7)])
  theirs.close()
  const ours = open(folder)
  expect(ours.last).toBe(0)
  ours.append([entry(1)])
  expect(seqs(ours)).toEqual([1])
  expect(readdirSync(folder).filter((name) => name.startsWith('edits-of-theirs'))).toHaveLength(1)
})

test('the number of known photos survives reopening', () => {
  const folder = tempFolder()
  const journal = open(folder)
  journal.append([entry(1)])
  expect(open(folder).knownPhotos).toBe(0)
  journal.beginFile(42)
  expect(open(folder).knownPhotos).toBe(42)
  journal.append([entry(2)])
  expect(open(folder).knownPhotos).toBe(42)
})

test('a long file is followed by another one, and both are read', () => {
  const folder = tempFolder()
  const journal = new EditJournal(folder, 'ours', 100)
  onTestFinished(() => journal.close())
  journal.beginFile(7)
  for (const seq of [1, 2, 3, 4]) journal.append([entry(seq)])
  expect(filesIn(folder).length).toBeGreaterThan(1)
  expect(seqs(open(folder))).toEqual([1, 2, 3, 4])
  expect(open(folder)).toMatchObject({ last: 4, knownPhotos: 7 })
})
