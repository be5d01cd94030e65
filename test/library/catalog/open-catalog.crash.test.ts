/** @module-tag night */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { BATCH, TAGS } from './crash-sizes.ts'
import { find, openForTest } from './library.ts'

/** Starts the writer, lets it finish a batch, and kills it during a later one. */
async function writeUntilKilled(folder: string, turn: number) {
  const child = fork(join(import.meta.dirname, 'crash-writer.ts'), [folder, String(turn)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  await setTimeout(7 + turn * 23)
  child.kill('SIGKILL')
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

test('a process killed while writing leaves only complete transactions', async () => {
  const folder = tempFolder()
  for (const turn of [0, 1, 2, 3]) {
    await writeUntilKilled(folder, turn)
    const catalog = openForTest(folder)
    expect(catalog.check()).toEqual([])
    const [root, ...folders] = catalog.folders.list()
    expect(folders.map((each) => each.photoCount).filter((count) => count !== BATCH)).toEqual([])
    const ready = find(catalog, { statuses: ['ready'] })
    expect(ready.length).toBeGreaterThanOrEqual(BATCH * (turn + 1))
    for (const id of ready)
      expect([catalog.photos.detail(id).tags.length, catalog.thumbnails.get(id)?.length]).toEqual([TAGS, 8000])
    for (const id of find(catalog, { statuses: ['pending'] }))
      expect(catalog.photos.detail(id)).toMatchObject({ tags: [], thumbVersion: 0 })
    const rated = catalog.changes.history(1000).reduce((sum, { count }) => sum + count, 0)
    expect(find(catalog, { ratingFrom: 3 })).toHaveLength(rated)
    expect(root?.photoCount).toBe(find(catalog, {}).length)
    catalog.close()
  }
})
