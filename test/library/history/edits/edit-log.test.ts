import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EditJournal, EditLog } from '../../../../src-main/library/history/edits/edit-log.ts'
import { openDatabase } from '../../../../src-main/base/sqlite/open-database.ts'
import { libraryDatabase } from '../../../../src-main/library/catalog/database/library-database.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

function open(folder = tempFolder()) {
  const db = openDatabase(libraryDatabase(join(folder, 'library')))
  const journal = new EditJournal(folder, 'ours')
  onTestFinished(() => {
    journal.close()
    db.close()
  })
  const log = new EditLog(db, journal, { now: () => 1, log: { error: () => undefined } })
  const note = () => log.note({ kind: 'undo', changeId: 1 })
  /** Edits that the catalogue still keeps for the journal. */
  const kept = () => db.prepare('SELECT seq FROM edits ORDER BY seq').pluck().all()
  const written = () => journal.after(0).entries.map(({ seq }) => seq)
  return { folder, journal, log, note, kept, written }
}

test('the catalogue keeps edits that are in the journal but may not be on disk', () => {
  const { journal, log, note, kept, written } = open()
  for (let piece = 0; piece < 3; piece++) {
    note()
    log.carry()
  }
  expect(written()).toEqual([1, 2, 3])
  expect(kept()).toEqual([1, 2, 3])
  expect([journal.last, journal.flushed]).toEqual([3, 0])
  log.flush()
  expect([journal.last, journal.flushed]).toEqual([3, 3])
  note()
  expect(kept()).toEqual([4])
})

test('after a kill, the next process flushes what the killed one wrote to the journal, without duplicates', () => {
  const { folder, log, note } = open()
  note()
  log.carry()
  const again = open(folder)
  expect([again.journal.last, again.journal.flushed]).toEqual([1, 0])
  again.log.flush()
  expect(again.journal.flushed).toBe(1)
  expect(again.written()).toEqual([1])
})
