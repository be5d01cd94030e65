import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WatchedRoots } from '../../../src-main/core/ingest/watched-roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

async function makePlace() {
  const dir = tempFolder('watched')
  const folder = join(dir, 'photos')
  await mkdir(folder)
  return { dir, folder, state: new Map<string, string>(), root: { id: 1, path: folder, isAvailable: true } }
}

/** Watched roots with the settings and the snapshots of a place; they close when the test ends. */
function openWatched({ dir, state }: { dir: string; state: Map<string, string> }) {
  const settled: string[] = []
  const watched = new WatchedRoots({
    settings: {
      getState: (key) => state.get(key) ?? null,
      setState: (key, value) => void (value === null ? state.delete(key) : state.set(key, value)),
    },
    log,
    excluded: [],
    snapshotDir: join(dir, 'snapshots'),
    onSettled: (_id, paths) => void settled.push(...paths),
    onLost: quiet,
  })
  onTestFinished(() => watched.close())
  return { watched, settled }
}

test('a place that changes below a watched root is named once it is quiet', async () => {
  const place = await makePlace()
  const { watched, settled } = openWatched(place)
  await watched.watch(place.root)
  await watched.watch(place.root)
  await writeFile(join(place.folder, 'a.jpg'), 'a')
  await expect.poll(() => settled).toEqual([join(place.folder, 'a.jpg')])
})

test('after a clean close the next start knows what changed, and only once', async () => {
  const place = await makePlace()
  const first = openWatched(place).watched
  expect(await first.changesWhileClosed(place.root)).toBeNull()
  await first.watch(place.root)
  await first.keepSnapshots()
  await first.close()
  await writeFile(join(place.folder, 'new.jpg'), 'new')

  const second = openWatched(place).watched
  expect(await second.changesWhileClosed(place.root)).toEqual([join(place.folder, 'new.jpg')])
  expect(await second.changesWhileClosed(place.root)).toBeNull()
})

test('after a close without snapshots, as after a crash, nothing is known', async () => {
  const place = await makePlace()
  const first = openWatched(place).watched
  await first.watch(place.root)
  await first.close()
  expect(await openWatched(place).watched.changesWhileClosed(place.root)).toBeNull()
})

test('a root that left the library leaves nothing behind', async () => {
  const place = await makePlace()
  const { watched } = openWatched(place)
  await watched.watch(place.root)
  await watched.keepSnapshots()
  expect(place.state.size).toBe(1)
  await watched.remove(1)
  expect(place.state.size).toBe(0)
  expect([...watched.all()]).toEqual([])
  await expect(rm(join(place.dir, 'snapshots', '1.snapshot'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the return of a folder is noticed once', async () => {
  const place = await makePlace()
  const { watched } = openWatched(place)
  await rename(place.folder, `${place.folder}-away`)
  let returns = 0
  watched.awaitReturn(place.root, () => (returns += 1))
  await rename(`${place.folder}-away`, place.folder)
  await expect.poll(() => returns).toBe(1)
  await writeFile(join(place.dir, 'other'), '')
  await rm(join(place.dir, 'other'))
  expect(returns).toBe(1)
})
