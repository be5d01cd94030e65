import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJsonFile } from '../../../../../../src-main/library/transfer/import/sources/json/json-file.ts'
import { readJsonKeywords } from '../../../../../../src-main/library/transfer/import/sources/json/read-json-keywords.ts'
import { tempFolder } from '../../../../../fixtures/folders.ts'
import { tellsOpenFiles, timesOpen } from '../../../../../fixtures/open-files.ts'

test.runIf(tellsOpenFiles)('a file is closed after only its beginning was read, or after it was refused', async () => {
  const file = join(tempFolder(), 'library.json')
  const photos = 'this is no photo\n'.repeat(100_000)
  writeFileSync(file, `{"format":"lumafold-library","version":1,"keywords":[],"photos":[\n${photos}]}\n`)
  await readJsonKeywords(file)
  await expect(readJsonFile(file).next()).rejects.toThrow('line 2')
  await expect.poll(() => timesOpen(file)).toBe(0)
})
