import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { describeStorageFault, isStorageFault } from '../../../src-main/library/queue/storage-fault.ts'

const coded = (code: string) => Object.assign(new Error('It went wrong.'), { code })

test.each([
  ['SQLITE_FULL', true],
  ['SQLITE_IOERR', true],
  ['SQLITE_IOERR_SHMSIZE', true],
  ['SQLITE_READONLY_DBMOVED', true],
  ['SQLITE_BUSY', true],
  ['SQLITE_BUSY_SNAPSHOT', true],
  ['SQLITE_CANTOPEN', true],
  ['SQLITE_CORRUPT_VTAB', true],
  ['ENOSPC', true],
  ['EIO', true],
  ['EROFS', true],
  ['disk-full', true],
  ['library-damaged', true],
  ['SQLITE_CONSTRAINT_UNIQUE', false],
  ['SQLITE_ERROR', false],
  ['ERR_INVALID_ARG_TYPE', false],
  ['photo-not-found', false],
])('%s is a fault of the library: %s', (code, isFault) => expect(isStorageFault(coded(code))).toBe(isFault))

test('an error without a code is a fault of the program', () => {
  for (const error of [new TypeError('x is not a function'), 'text', null, undefined])
    expect(isStorageFault(error)).toBe(false)
})

test('it becomes a sentence', () => {
  expect(inEnglish(describeStorageFault(coded('SQLITE_FULL')))).toMatch(/disk.*full.*Free some space/)
  expect(inEnglish(describeStorageFault(new AppError('disk-full', 'The disk of /l is full.')))).toBe(
    'The disk of /l is full.',
  )
  expect(inEnglish(describeStorageFault(coded('SQLITE_IOERR')))).toBe(
    'Nothing can be saved in the library: It went wrong. Details are in the log.',
  )
})
