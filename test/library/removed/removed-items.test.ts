import { onTestFinished, expect, test } from 'vitest'
import { cpSync } from 'node:fs'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import type { PurgeProgress } from '../../../src-main/contract/library/removed.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { RemovedItems } from '../../../src-main/library/removed/removed-items.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { addNames, find, fingerprints } from '../catalog/library.ts'

const DAY = 86_400_000

function open() {
  const clock = { now: 1_700_000_000_000 }
  const folder = tempFolder()
  const catalog = openCatalog(folder, { now: () => clock.now })
  onTestFinished(() => catalog.close())
  catalog.analysis.setSteps(fingerprints('v1'))
  const add = (path: string, count: number) => {
    const root = catalog.folders.addRoot(path)
    const names = Array.from({ length: count }, (_, i) => `${i}.jpg`)
    const ids = addNames(catalog, root.id, names)
    const remove = () => catalog.changes.apply({ kind: 'remove-folder', ids: [root.id], path, photos: count }).changeId!
    return { ids, remove }
  }
  const gone: number[] = []
  const errors: string[] = []
  const reported: (PurgeProgress | null)[] = []
  const publish = (event: LibraryEvent) => {
    if (event.type === 'removed.changed') reported.push(event.progress)
  }
  const start = (of = catalog) =>
    new RemovedItems({
      catalog: of,
      hub: { publish },
      log: { info: () => undefined, error: (message) => void errors.push(message) },
      onGone: (ids) => void gone.push(...ids),
      beforeRisky: async () => undefined,
      now: () => clock.now,
    })
  return { clock, folder, catalog, add, start, removed: start(), reported, gone, errors }
}

test('removed items are deleted after 30 days and not before', async () => {
  const { clock, add, removed, gone, errors } = open()
  const old = add('/old', 1200)
  const young = add('/young', 3)
  old.remove()
  clock.now += 29 * DAY
  young.remove()
  await removed.sweep()
  expect([gone, removed.list().length]).toEqual([[], 2])
  clock.now += DAY
  await removed.sweep()
  expect(gone.toSorted((a, b) => a - b)).toEqual(old.ids)
  expect(removed.list().map(({ path }) => path)).toEqual(['/young'])
  expect(errors).toEqual([])
})

test('a clock that jumps by years deletes nothing at once', async () => {
  const { clock, add, removed, gone } = open()
  add('/photos', 3).remove()
  await removed.sweep()
  clock.now += 4000 * DAY
  await removed.sweep()
  expect(gone).toEqual([])
})

test('one item, or all of them, are deleted at once on request', async () => {
  const { catalog, add, removed, gone } = open()
  const [one, two, three] = [add('/1', 2), add('/2', 2), add('/3', 2)]
  const id = one.remove()
  await removed.purge(id)
  expect(gone).toEqual(one.ids)
  await expect(removed.purge(id)).rejects.toMatchObject({ code: 'change-not-found' })
  two.remove()
  three.remove()
  await removed.purge()
  expect(removed.list()).toEqual([])
  expect(find(catalog, {})).toEqual([])
})

test('a deleted item leaves the list at once, and the next start finishes an interrupted deletion', async () => {
  const { catalog, add, removed, start, gone, errors } = open()
  const large = add('/large', 300)
  const id = large.remove()
  const purging = removed.purge(id)
  await new Promise((resolve) => setImmediate(resolve))
  expect(removed.list()).toEqual([])
  await removed.close()
  await purging
  expect(gone.length).toBeGreaterThan(0)
  expect(gone.length).toBeLessThan(300)
  const next = start()
  expect(next.list()).toEqual([])
  expect(catalog.check()).toEqual([])
  await next.sweep()
  expect(gone.toSorted((a, b) => a - b)).toEqual(large.ids)
  expect(catalog.changes.history(9)).toEqual([])
  expect(errors).toEqual([])
})

test('a deletion reports its progress and its end', async () => {
  const { add, removed, reported } = open()
  add('/1', 120).remove()
  add('/2', 80).remove()
  await removed.purge()
  const steps = reported.flatMap((progress) => progress ?? [])
  expect(steps.every(({ total }) => total === 200)).toBe(true)
  expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b))
  expect([steps.length > 2, steps.at(-1)?.done, reported.at(-1)]).toEqual([true, 200, null])
})

test('a removed folder is hidden at once, and an undo restores every photo with its work', () => {
  const { catalog, add } = open()
  const large = add('/large', 300)
  catalog.changes.apply({ kind: 'rate', ids: large.ids, rating: 4 })
  const id = large.remove()
  expect(find(catalog, {})).toEqual([])
  catalog.changes.undo(id)
  expect(find(catalog, { text: 'rating:4' }).toSorted((a, b) => a - b)).toEqual(large.ids)
})

test('an undo during a deletion keeps everything that is left, with its work', async () => {
  const { catalog, add, removed, gone, errors } = open()
  const large = add('/large', 300)
  catalog.changes.apply({ kind: 'rate', ids: large.ids, rating: 4 })
  const id = large.remove()
  const purging = removed.purge(id)
  await new Promise((resolve) => setImmediate(resolve))
  catalog.changes.undo(id)
  await purging
  expect(gone.length).toBeGreaterThan(0)
  const left = large.ids.filter((each) => !gone.includes(each))
  expect(left.length).toBeGreaterThan(0)
  expect(find(catalog, { text: 'rating:4' }).toSorted((a, b) => a - b)).toEqual(left)
  expect([catalog.check(), errors]).toEqual([[], []])
})

test('a deletion interrupted by a kill is consistent, and the next start finishes it', async () => {
  const { clock, folder, add, removed, start, gone, errors } = open()
  const kept = add('/kept', 3)
  const large = add('/large', 300)
  const purging = removed.purge(large.remove())
  await new Promise((resolve) => setImmediate(resolve))
  const after = tempFolder()
  cpSync(folder, after, { recursive: true })
  const before = gone.splice(0)
  await purging
  gone.splice(0)
  const again = openCatalog(after, { now: () => clock.now })
  onTestFinished(() => again.close())
  expect([before.length > 0, before.length < 300, again.check()]).toEqual([true, true, []])
  expect(find(again, {})).toHaveLength(3)
  const next = start(again)
  expect(next.list()).toEqual([])
  await next.sweep()
  expect(gone.toSorted((a, b) => a - b)).toEqual(large.ids.filter((id) => !before.includes(id)))
  expect([find(again, {}).toSorted((a, b) => a - b), again.check(), errors]).toEqual([kept.ids, [], []])
})
