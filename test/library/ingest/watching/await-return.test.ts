import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AwaitReturn } from '../../../../src-main/library/ingest/watching/await-return.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

function awaitFolder(folder: string, isBack: () => boolean = () => existsSync(folder)) {
  const seen = { checks: 0, returns: 0 }
  const awaiting = new AwaitReturn(folder, {
    isBack: async () => {
      seen.checks += 1
      return isBack()
    },
    onReturn: () => (seen.returns += 1),
    longestPauseMs: 60_000,
  })
  onTestFinished(() => awaiting.close())
  return { awaiting, seen }
}

test('a folder that returns with its parent folders is noticed', async () => {
  const dir = tempFolder('return')
  const folder = join(dir, 'a', 'b', 'photos')
  const { seen } = awaitFolder(folder)
  await mkdir(join(dir, 'elsewhere', 'b', 'photos'), { recursive: true })
  await rename(join(dir, 'elsewhere'), join(dir, 'a'))
  await expect.poll(() => seen.returns).toBe(1)
})

test('without events the checks become rarer, down to one a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { seen } = awaitFolder(join(tempFolder('return'), 'photos'), () => false)
  await vi.advanceTimersByTimeAsync(63_000)
  expect(seen.checks).toBe(6)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(seen.checks).toBe(16)
  expect(seen.returns).toBe(0)
})

test('it checks on request, returns once, and not after it was closed', async () => {
  const folder = join(tempFolder('return'), 'photos')
  let isBack = false
  const { awaiting, seen } = awaitFolder(folder, () => isBack)
  awaiting.check()
  await expect.poll(() => seen.checks).toBe(1)
  isBack = true
  awaiting.check()
  awaiting.check()
  await expect.poll(() => seen.returns).toBe(1)
  awaiting.check()
  expect(seen).toEqual({ checks: 2, returns: 1 })

  const closed = awaitFolder(folder, () => true)
  closed.awaiting.close()
  closed.awaiting.check()
  await rm(folder, { force: true })
  expect(closed.seen.returns).toBe(0)
})
