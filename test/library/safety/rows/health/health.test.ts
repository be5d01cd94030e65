import { reads } from '../../../../fixtures/reads.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { Health } from '../../../../../src-main/library/safety/rows/health/health.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'

const sound = { tables: [], indexes: [], findings: [] }
const damaged = (...tables: string[]) => ({
  tables,
  indexes: [],
  findings: ['*** in database main ***\nTree 3 is bad'],
})

function open() {
  const db = new Database(join(tempFolder(), 'a.db'))
  db.exec('CREATE TABLE words (word TEXT)')
  onTestFinished(() => void db.close())
  const health = new Health(db)
  const seen: string[] = []
  health.on('changed', () => seen.push(health.condition))
  const write = () => db.prepare("INSERT INTO words VALUES ('one')").run()
  return { health, seen, write }
}

test('from the first suspicion of damage, nothing is written until it is disproved', () => {
  const { health, seen, write } = open()
  expect(health.refusal).toBeNull()
  health.noteDamage('malformed')
  health.noteDamage('malformed again')
  expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }))
  expect(health.refusal).toEqual(reads(/\(malformed\)\. It is being checked/))
  health.conclude(sound)
  expect(write().changes).toBe(1)
  expect(seen).toEqual(['checking', 'sound'])
})

test('damage that no check finds is believed when it recurs', () => {
  const { health, write } = open()
  for (const condition of ['sound', 'damaged']) {
    health.noteDamage('malformed')
    health.conclude(sound)
    expect(health.condition).toBe(condition)
  }
  expect(write).toThrow()
})

test('derived data can be rebuilt, anything else needs a backup', () => {
  const { health } = open()
  health.conclude(damaged('photo_text', 'packs'))
  expect([health.condition, health.refusal]).toEqual(['mendable', reads(/next started/)])
  health.conclude(damaged('photo_text', 'photos'))
  expect([health.condition, health.refusal]).toEqual([
    'damaged',
    reads(/^The catalogue is damaged \(Tree 3 is bad\)\. .* Restore a backup/),
  ])
})
