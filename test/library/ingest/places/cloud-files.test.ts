import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFileInCloud, isInCloud } from '../../../../src-main/library/ingest/places/cloud-files.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

test('on macOS and Windows, a file with a size but no blocks is in the cloud', () => {
  const placeholder = { size: 4_000_000, blocks: 0 }
  expect(isInCloud(placeholder, 'win32')).toBe(true)
  expect(isInCloud(placeholder, 'darwin')).toBe(true)
  expect(isInCloud({ size: 4_000_000, blocks: 7_813 }, 'win32')).toBe(false)
  expect(isInCloud({ size: 600, blocks: 0 }, 'win32')).toBe(false) // Its content is in the file system's own records.
})

test.runIf(process.platform === 'linux')('on Linux it is a sparse file', async () => {
  const file = join(tempFolder('sparse'), 'a.jpg')
  await writeFile(file, '')
  await truncate(file, 1_000_000)
  expect(await isFileInCloud(file)).toBe(false)
  expect(await isFileInCloud(file, 'darwin')).toBe(true)
  expect(await isFileInCloud(`${file}.gone`, 'darwin')).toBe(false)
})
