import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import {
  describeAccess,
  describeUnreadable,
  describeUnusable,
  isForbidden,
} from '../../../../src-main/library/ingest/places/describe-access.ts'
import { isAbsent } from '../../../../src-main/base/files/file-errors.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

test('missing, forbidden and failing places are distinguished', () => {
  expect([failure('ENOENT'), failure('ENOTDIR')].every(isAbsent)).toBe(true)
  expect([failure('EACCES'), failure('EPERM')].every(isForbidden)).toBe(true)
  expect(
    [failure('EIO'), failure('ESTALE'), new Error('odd')].some((each) => isAbsent(each) || isForbidden(each)),
  ).toBe(false)
})

test("each reason comes with a remedy, in the system's own words", () => {
  expect(inEnglish(describeAccess('/p', failure('EPERM'), 'darwin'))).toContain('Privacy & Security, Files and Folders')
  expect(inEnglish(describeAccess('C:\\p', failure('EACCES'), 'win32'))).toContain('Security')
  expect(inEnglish(describeAccess('/p', failure('ENOENT'), 'linux'))).toContain('/p is not there. Connect its drive')
  expect(inEnglish(describeAccess('/p', failure('ENOTDIR'), 'linux'))).toContain('is a file now')
  expect(inEnglish(describeAccess('/p', failure('EIO'), 'linux'))).toContain('cannot be read (EIO)')
})

test('several places are counted and one is named; no places give no text', () => {
  expect(inEnglish(describeUnreadable(['a', 'b'], 'linux'))).toContain('2 places cannot be read, for example a.')
  expect(inEnglish(describeUnusable(['caf\\xe9.jpg']))).toContain('1 name cannot be used')
  expect([describeUnreadable([]), describeUnusable([])]).toEqual([null, null])
})
