import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { absentAs } from '../../../src-main/base/files/file-errors.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test('a missing file gives a special value, and an unreadable one is an error', async () => {
  const folder = tempFolder()
  const file = join(folder, 'file')
  await writeFile(file, 'text')
  expect(await readFile(file, 'utf8').catch(absentAs(''))).toBe('text')
  expect(await readFile(join(folder, 'other')).catch(absentAs(null))).toBeNull()
  expect(await readFile(join(file, 'within')).catch(absentAs(null))).toBeNull()
  await expect(readFile(folder).catch(absentAs(null))).rejects.toThrow('EISDIR')
})
