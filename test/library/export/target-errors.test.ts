import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { failureReason } from '../../../src-main/library/export/failure-reason.ts'
import { isTargetFull, isTargetLost } from '../../../src-main/library/export/target-errors.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const withCode = (code: string) => Object.assign(new Error('write failed'), { code })

test.each([
  ['the system says so', withCode('ENOSPC')],
  ['a quota is used up', withCode('EDQUOT')],
  ['libvips says so in words', new Error('VipsTarget: unix error: No space left on device')],
])('a disk is full: %s', (_, error) => {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  expect(isTargetFull(error)).toBe(true)
  expect(isTargetLost(error, tempFolder())).toBe(true)
  expect(inEnglish(failureReason(error, { debug: note, info: note, warn: note, error: note }))).toBe(
    'The target disk is full.',
  )
  expect(lines).toEqual([])
})

test('a target is lost if no further file can be written, not if one photo fails', () => {
  const folder = tempFolder()
  for (const code of ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR']) expect(isTargetLost(withCode(code), folder)).toBe(true)
  for (const error of [withCode('EIO'), new AppError('file-unreadable', 'damaged'), 'text'])
    expect([isTargetFull(error), isTargetLost(error, folder)]).toEqual([false, false])
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  for (const lost of [file, join(folder, 'absent')]) expect(isTargetLost(withCode('EIO'), lost)).toBe(true)
})
