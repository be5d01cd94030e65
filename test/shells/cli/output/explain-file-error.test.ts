import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainFileError } from '../../../../src-main/shells/cli/output/explain-file-error.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'

let folder: string
beforeEach(() => {
  folder = makeTempFolder()
})
afterEach(() => removeFolder(folder))

const errorOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

test('a folder in place of a file is named, with advice', () => {
  expect(explainFileError(errorOf(() => openSync(folder, 'a')))).toBe(
    `${folder} cannot be used: it is a folder, and a file is needed. Name a file.`,
  )
})

test('a file in place of a folder is named', () => {
  const file = join(folder, 'note.txt')
  writeFileSync(file, '')
  expect(explainFileError(errorOf(() => mkdirSync(file, { recursive: true })))).toContain(
    `${file} cannot be used: a file is in the place`,
  )
  expect(explainFileError(errorOf(() => openSync(join(file, 'log'), 'a')))).toContain('is a file, not a folder')
})

test('other errors are not guessed at', () => {
  expect(explainFileError(new Error('no'))).toBeNull()
  expect(explainFileError(Object.assign(new Error('no'), { code: 'EACCES' }))).toBeNull()
  expect(explainFileError(errorOf(() => openSync(join(folder, 'missing'), 'r')))).toBeNull()
})
