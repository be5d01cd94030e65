import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { guardCalls } from '../../../src-main/base/sqlite/damage.ts'
import type { DatabaseWords } from '../../../src-main/base/sqlite/database-description.ts'

const words: DatabaseWords = {
  newer: () => '',
  foreign: '',
  damaged: () => 'It is damaged.',
  full: '',
  failing: () => '',
}

const throwDamage = (): never => {
  throw new Database.SqliteError('malformed', 'SQLITE_CORRUPT')
}

test('damage is described in a call, in one of a group, and in an asynchronous call', async () => {
  const bytes = { vector: Uint8Array.of(1) }
  const calls = guardCalls(words, {
    read: throwDamage,
    readLater: async () => throwDamage(),
    group: { read: throwDamage },
    load: async () => ({ count: throwDamage }),
    loadBytes: async () => bytes,
  })
  const damaged = { code: 'library-damaged', message: 'It is damaged.' }
  expect(calls.read).toThrow(expect.objectContaining(damaged))
  expect(calls.group.read).toThrow(expect.objectContaining(damaged))
  await expect(calls.readLater()).rejects.toMatchObject(damaged)
  expect((await calls.load()).count).toThrow(expect.objectContaining(damaged))
  expect(await calls.loadBytes()).toBe(bytes)
})
