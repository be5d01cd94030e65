import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RootFollower, type RootFollowerDependencies } from '../../../src-main/core/ingest/root-follower.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { aRoot } from './a-root.ts'

const { signal } = new AbortController()

/** A follower whose scanner fails, as on a share that does not answer. */
async function openFollower() {
  const folder = join(tempFolder('follower'), 'photos')
  await mkdir(folder)
  const root = aRoot(1, folder)
  const lost: string[] = []
  const failing = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
  const dependencies: RootFollowerDependencies = {
    folders: { sample: () => [] },
    jobs: { add: async (_id, _signal, job) => job(root, signal), forget: () => undefined, isClosed: false },
    watched: {
      of: () => ({ abort: new AbortController() }),
      watch: async () => null,
      unwatch: async () => undefined,
      awaitReturn: () => undefined,
    },
    scanner: { scan: failing, scanQuickly: failing, examine: failing },
    state: {
      present: () => undefined,
      lost: (_root, problem) => void lost.push(problem),
      watching: () => undefined,
      unusable: () => undefined,
    },
    isWatching: false,
  }
  return { follower: new RootFollower(dependencies), dependencies, root, folder, lost }
}

test('a look that fails is a failure while the folder is there', async () => {
  const { follower, root, lost } = await openFollower()
  await expect(follower.scanNow(root, signal)).rejects.toThrow('EIO')
  await expect(follower.examineNow(root, [], signal)).rejects.toThrow('EIO')
  expect(lost).toEqual([])
})

test('a look that fails because the folder went away leaves it offline', async () => {
  const { follower, root, folder, lost } = await openFollower()
  await rename(folder, `${folder}-away`)
  await follower.scanNow(root, signal)
  await follower.examineNow(root, [], signal)
  expect(lost).toEqual([expect.stringContaining('is not there'), expect.stringContaining('is not there')])
})

test('a folder that is looked at in intervals says how long that took', async () => {
  const { follower, folder } = await openFollower()
  await rename(folder, `${folder}-away`)
  expect(await follower.look(1)).toBeGreaterThan(0)
})

test('of several scans that wait for one root one is enough; a root that came back gets its own', async () => {
  const { dependencies } = await openFollower()
  let abort = new AbortController()
  let added = 0
  const waiting = new RootFollower({
    ...dependencies,
    jobs: { ...dependencies.jobs, add: async () => void (added += 1) },
    watched: { ...dependencies.watched, of: () => ({ abort }) },
  })
  waiting.scan(1)
  waiting.scan(1)
  expect(added).toBe(1)
  abort = new AbortController()
  waiting.scan(1)
  expect(added).toBe(2)
})
