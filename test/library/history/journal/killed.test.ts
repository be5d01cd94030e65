/** @module-tag night */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot } from '../../catalog/library.ts'

const PHOTOS = 40_000

function makeLibrary() {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`))
  catalog.changes.apply({ kind: 'rate', ids: ids.slice(0, 100), rating: 2 })
  catalog.close()
  return { folder, ids }
}

/** Starts the batch and kills its process once it has reported this many photos. */
async function killAfter(folder: string, what: string, photos: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'batch-writer.ts'), [folder, what], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  child.on('message', (done: number) => done >= photos && resolve()) // several may arrive at once
  await promise
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a confirmed change is there after a kill', async () => {
  const { folder, ids } = makeLibrary()
  await killAfter(folder, 'rate', PHOTOS)
  const catalog = openForTest(folder)
  expect(find(catalog, { ratingFrom: 4, ratingTo: 4 })).toEqual(ids)
  expect(catalog.changes.history(1)).toMatchObject([{ count: PHOTOS, isWhole: true }])
  expect(catalog.check()).toEqual([])
})

test('a batch interrupted by a kill can be undone', async () => {
  const { folder } = makeLibrary()
  for (const [what, filter] of [
    ['rate', { ratingFrom: 4, ratingTo: 4 }],
    ['tag', { tags: ['sea'] }],
  ] satisfies [string, PhotoFilter][]) {
    await killAfter(folder, what, 4000)
    const catalog = openForTest(folder)
    const reached = find(catalog, filter)
    const [entry] = catalog.changes.history(1)
    expect(reached.length).toBeGreaterThanOrEqual(4000)
    expect(entry).toMatchObject({ count: reached.length, isUndone: false })
    expect(entry!.isWhole).toBe(reached.length === PHOTOS)
    expect(catalog.check()).toEqual([])
    expect(catalog.changes.undo()).toMatchObject({ ids: reached, kept: 0 })
    expect(find(catalog, filter)).toEqual([])
    expect(find(catalog, { ratingFrom: 2 })).toHaveLength(100)
    catalog.close()
  }
})

test('an undo interrupted by a kill resumes where it stopped', async () => {
  const { folder, ids } = makeLibrary()
  const catalog = openForTest(folder)
  catalog.changes.apply({ kind: 'rate', ids, rating: 4 })
  catalog.close()
  await killAfter(folder, 'undo', 4000)
  const again = openForTest(folder)
  const left = find(again, { ratingFrom: 4 })
  expect(again.changes.history(1)).toMatchObject([{ isUndone: left.length === 0 }])
  expect(again.changes.undo()).toMatchObject(left.length === 0 ? { ids: ids.slice(0, 100) } : { ids: left, kept: 0 })
  expect(find(again, { ratingFrom: 4 })).toEqual([])
  if (left.length > 0) expect(again.changes.redo().ids).toEqual(ids)
})
