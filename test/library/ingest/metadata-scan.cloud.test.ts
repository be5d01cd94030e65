import { reads } from '../../fixtures/reads.ts'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOutsideCloud } from '../../../src-main/library/ingest/metadata-scan.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test.runIf(process.platform === 'linux')(
  'a file that exists only in the cloud is not opened for its metadata',
  async () => {
    const dir = tempFolder('cloud')
    const [first, placeholder, last] = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => join(dir, name))
    await writeFile(first!, 'a')
    await writeFile(placeholder!, '')
    await truncate(placeholder!, 1_000_000)
    await writeFile(last!, 'c')
    const opened: string[] = []
    const read = async (paths: readonly string[]) => {
      opened.push(...paths)
      return paths.map((path) => ({ ok: true as const, value: path }))
    }
    const readings = await readOutsideCloud([first!, placeholder!, last!], read, 'darwin')
    expect(readings).toEqual([
      { ok: true, value: first },
      { ok: false, reason: reads(/in a cloud/) },
      { ok: true, value: last },
    ])
    expect(opened).toEqual([first, last])
    expect(await readOutsideCloud([placeholder!], read, 'linux')).toEqual([{ ok: true, value: placeholder }])
  },
)
