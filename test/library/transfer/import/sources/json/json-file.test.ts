import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJsonFile } from '../../../../../../src-main/library/transfer/import/sources/json/json-file.ts'
import { readJsonKeywords } from '../../../../../../src-main/library/transfer/import/sources/json/json-keywords.ts'
import { tempFolder } from '../../../../../fixtures/folders.ts'
import { tellsOpenFiles, timesOpen } from '../../../../../fixtures/open-files.ts'

test.runIf(tellsOpenFiles)('a file of which only the beginning is wanted, or that is refused, is closed', async () => {
  const file = join(tempFolder(), 'library.json')
  const photos = 'this is no photo\n'.repeat(100_000)
  writeFileSync(file, `{"format":"lumafold-library","version":1,"keywords":[],"photos":[\n${photos}]}\n`)
  await readJsonKeywords(file)
  await expect(readJsonFile(file).next()).rejects.toThrow('line 2')
  await expect.poll(() => timesOpen(file)).toBe(0)
})
