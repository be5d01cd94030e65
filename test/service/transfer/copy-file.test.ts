import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { copyFile } from '../../../src-main/service/transfer/copy-file.ts'
import { folderSource, folderTarget } from '../../../src-main/service/transfer/file-place.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test('a file that cannot be stored at the target is closed at the source', async () => {
  const [from, to] = [tempFolder(), tempFolder()]
  writeFileSync(join(from, 'a'), Buffer.alloc(1_000_000))
  const target = await folderTarget(to)
  onTestFinished(() => target.close())
  const { read, ...source } = folderSource(from)
  let opened: Readable | null = null
  const noted = async (key: string) => (opened = await read(key))
  rmSync(join(to, '.incoming'), { recursive: true })
  await expect(copyFile({ from: 'a', to: 'a' }, { ...source, read: noted }, target)).rejects.toThrow('no object "a"')
  await expect.poll(() => opened!.closed, { timeout: 20_000 }).toBe(true)
})
