import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApart } from '../../../../../src-main/library/transfer/import/host/read-apart.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'

/** The result of a reader other than Lumafold's. */
const readWith = async (program: string, silentMs = 60_000) => {
  const entry = join(tempFolder(), 'entry.mjs')
  writeFileSync(entry, program)
  const news = readApart('/photos/a.lrcat', { withAlbums: false }, { entry, silentMs })
  return (await news.next()).value
}

test('a hanging process is ended, and the end of one is reported', async () => {
  await expect(readWith('process.on("message", () => { for (;;); })', 300)).rejects.toMatchObject({
    code: 'bad-params',
    message: 'a.lrcat cannot be read: what reads it ended (it gave no answer).',
  })
  await expect(readWith('process.exit(7)')).rejects.toMatchObject({
    message: 'a.lrcat cannot be read: what reads it ended (exit code 7).',
  })
})
