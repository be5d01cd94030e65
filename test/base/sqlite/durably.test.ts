import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWrites } from '../../../src-main/base/sqlite/durably.ts'
import { libraryDatabase } from '../../../src-main/library/catalog/database/library-database.ts'
import { openDatabase } from '../../../src-main/base/sqlite/open-database.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const NORMAL = 1
const FULL = 2

test("only a person's change is committed with a flush", () => {
  const db = openDatabase(libraryDatabase(join(tempFolder(), 'library')))
  const { write, writeDurably } = createWrites(db, () => undefined)
  const present = () => db.pragma('synchronous', { simple: true })
  expect(writeDurably(present)).toBe(FULL)
  expect(write(present)).toBe(NORMAL)
  expect(() =>
    writeDurably(() => {
      throw new Error('went wrong')
    }),
  ).toThrow('went wrong')
  expect(write(present)).toBe(NORMAL)
  db.close()
})
