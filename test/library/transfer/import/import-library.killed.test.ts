/** @module-tag night */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { makeLightroomCatalog } from '../../../fixtures/lightroom-catalog.ts'
import { find, openForTest, openWithRoot } from '../../catalog/library.ts'

const PHOTOS = 5000

/** Imports in another process, and kills it at the first of these messages. */
async function importUntil(folder: string, file: string, message: 'begun' | 'changed' | 'done') {
  const child = fork(join(import.meta.dirname, 'importer.ts'), [folder, file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  child.on('message', (posted) => {
    if (posted === message) resolve()
  })
  await promise
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('an import cut off by a kill is one change: undone it leaves nothing, repeated it is complete', async () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const names = Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`)
  const ids = add(...names)
  catalog.changes.apply({ kind: 'rate', ids: ids.slice(0, 10), rating: 1 })
  catalog.close()
  const file = join(tempFolder(), 'a.lrcat')
  makeLightroomCatalog(
    file,
    '/photos/',
    names.map((name) => ({ name, rating: 4, keywords: [['sea']] })),
  ).close()

  for (const message of ['begun', 'changed'] as const) {
    await importUntil(folder, file, message)
    const cut = openForTest(folder)
    expect(cut.check()).toEqual([])
    const rated = find(cut, { ratingFrom: 4 })
    const tagged = find(cut, { tags: ['sea'] })
    const [entry] = cut.changes.history(1)
    if (message === 'changed') expect(rated.length + tagged.length).toBeGreaterThan(0)
    if (rated.length + tagged.length > 0) {
      expect(entry).toMatchObject({ isUndone: false })
      cut.changes.undo()
    }
    expect([find(cut, { ratingFrom: 4 }), find(cut, { tags: ['sea'] })]).toEqual([[], []])
    expect(find(cut, { ratingFrom: 1 })).toEqual(ids.slice(0, 10))
    cut.close()
  }

  await importUntil(folder, file, 'done')
  const whole = openForTest(folder)
  expect(find(whole, { ratingFrom: 4 })).toHaveLength(PHOTOS - 10)
  expect(find(whole, { tags: ['sea'] })).toHaveLength(PHOTOS)
  expect(whole.check()).toEqual([])
})
