import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WatchedRoots } from '../../../src-main/core/ingest/watched-roots.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { aRoot } from './a-root.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

async function makePlace() {
  const dir = tempFolder('watched')
  const folder = join(dir, 'photos')
  await mkdir(folder)
  return { dir, folder, root: aRoot(1, folder) }
}

/** Watched roots that tell what they hear; they close when the test ends. */
function openWatched() {
  const settled: string[] = []
  const told: string[] = []
  const watched = new WatchedRoots({
    log,
    excluded: [],
    findFollowed: async () => async () => true,
    onSettled: (_id, paths) => void settled.push(...paths),
    onLost: (id) => void told.push(`lost ${id}`),
    onUnusable: (_id, place) => void told.push(place),
    onFolder: (id) => void told.push(`folder ${id}`),
    onEnd: (id) => void told.push(`end ${id}`),
    look: async () => 0,
  })
  onTestFinished(() => watched.close())
  return { watched, settled, told }
}

test('a place that changes below a watched root is named once it is quiet', async () => {
  const place = await makePlace()
  const { watched, settled } = openWatched()
  await watched.watch(place.root)
  await watched.watch(place.root)
  await writeFile(join(place.folder, 'a.jpg'), 'a')
  await expect.poll(() => settled).toEqual([join(place.folder, 'a.jpg')])
})

test('what happens to the watched folder itself is told', async () => {
  const place = await makePlace()
  const { watched, told } = openWatched()
  await watched.watch(place.root)
  await rename(place.folder, `${place.folder}-away`)
  await expect.poll(() => told).toContain('folder 1')
})

test('a root that left the library leaves nothing behind', async () => {
  const place = await makePlace()
  const { watched } = openWatched()
  await watched.watch(place.root)
  await watched.remove(1)
  expect([...watched.all()]).toEqual([])
})

test('a root that leaves while its watch begins leaves none behind', async () => {
  const place = await makePlace()
  const { watched } = openWatched()
  const watches = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
  const before = watches()
  const beginning = watched.watch(place.root)
  await watched.remove(1)
  await beginning
  await expect.poll(watches).toBe(before)
})

test('the return of a folder is noticed once', async () => {
  const place = await makePlace()
  const { watched } = openWatched()
  await rename(place.folder, `${place.folder}-away`)
  let returns = 0
  watched.awaitReturn(place.root, {
    isBack: async () => existsSync(place.folder),
    onReturn: () => (returns += 1),
  })
  await rename(`${place.folder}-away`, place.folder)
  await expect.poll(() => returns).toBe(1)
  await writeFile(join(place.dir, 'other'), '')
  await rm(join(place.dir, 'other'))
  expect(returns).toBe(1)
})
