import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../src-main/base/sqlite/connect.ts'
import { compact, emptyBytes, giveBackSome, isWorthGivingBack } from '../../../src-main/base/sqlite/give-back.ts'
import { PieceSize } from '../../../src-main/base/sqlite/piece-size.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const pagesAtOnce = () => new PieceSize({ first: 20, min: 5, max: 200, targetMs: 12 })

/** 24 MB, almost all of them empty. */
function makeEmptied(autoVacuum: string) {
  const db = connect(join(tempFolder(), 'emptied.db'))
  db.pragma(`auto_vacuum = ${autoVacuum}`)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  db.exec(`CREATE TABLE rows (id INTEGER PRIMARY KEY, bytes BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    INSERT INTO rows SELECT i, zeroblob(4000) FROM n`)
  expect(isWorthGivingBack(db)).toBe(false)
  db.exec('DELETE FROM rows WHERE id % 50 > 0')
  expect(isWorthGivingBack(db)).toBe(true)
  return { db, pages: () => db.pragma('page_count', { simple: true }) as number }
}

test('empty pages are given back in steps', () => {
  const { db, pages } = makeEmptied('INCREMENTAL')
  const steps = [pages()]
  const size = pagesAtOnce()
  while (giveBackSome(db, size)) steps.push(pages())
  steps.push(pages())
  expect(steps.length).toBeGreaterThan(10)
  steps.slice(1).forEach((count, at) => expect(steps[at]! - count).toBeLessThanOrEqual(210))
  expect(pages()).toBeLessThan(200)
  expect(db.prepare('SELECT count(*) FROM rows').pluck().get()).toBe(120)
  expect(isWorthGivingBack(db)).toBe(false)
  db.close()
})

test('a file that does not support that is rewritten, and does afterwards', () => {
  const { db, pages } = makeEmptied('NONE')
  const before = pages()
  expect(giveBackSome(db, pagesAtOnce())).toBe(false)
  expect(pages()).toBe(before)
  expect(compact(db)).toBe((before - pages()) * 4096)
  expect(pages()).toBeLessThan(200)
  expect(db.pragma('auto_vacuum', { simple: true })).toBe(2)
  expect(compact(db)).toBe(0)
  db.close()
})

test('empty pages are given back at once, and their size is reported', () => {
  const { db, pages } = makeEmptied('INCREMENTAL')
  const [before, empty] = [pages(), emptyBytes(db)]
  const freed = compact(db)
  expect(freed).toBe((before - pages()) * 4096)
  expect(freed / empty).toBeCloseTo(1, 2)
  expect([emptyBytes(db), compact(db)]).toEqual([0, 0])
  db.close()
})
