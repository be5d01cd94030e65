import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyFile } from '../../../src-main/service/transfer/copy-file.ts'
import { folderSource, folderTarget } from '../../../src-main/service/transfer/file-place.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { tellsOpenFiles, timesOpen } from '../../fixtures/open-files.ts'

test.runIf(tellsOpenFiles)('a file that cannot be stored at the target is closed at the source', async () => {
  const [from, to] = [tempFolder(), tempFolder()]
  writeFileSync(join(from, 'a'), Buffer.alloc(1_000_000))
  const target = await folderTarget(to)
  onTestFinished(() => target.close())
  rmSync(join(to, '.incoming'), { recursive: true })
  await expect(copyFile({ from: 'a', to: 'a' }, folderSource(from), target)).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect.poll(() => timesOpen(join(from, 'a'))).toBe(0)
})
