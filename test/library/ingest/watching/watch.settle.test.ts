import { appendFile, chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Settler } from '../../../../src-main/library/ingest/watching/watch.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

test('a growing file waits until it is complete', async () => {
  const file = join(tempFolder('settle'), 'a.jpg')
  const settled: { path: string; grown: number }[] = []
  let grown = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const settler = new Settler({
    onSettled: (paths) => void settled.push(...paths.map((path) => ({ path, grown }))),
    onTooMany: () => expect.unreachable(),
    quietMs: 400,
  })
  /** Lets the settler check once; it sets its timer again after the check if anything still waits. */
  const check = async (isDone: boolean) => {
    vi.advanceTimersByTime(400)
    await expect.poll(() => (isDone ? settler.isEmpty : vi.getTimerCount() === 1)).toBe(true)
  }
  await appendFile(file, 'x')
  settler.add([file])
  for (; grown < 8; grown++) {
    await appendFile(file, 'more')
    await check(false)
  }
  expect(settled).toEqual([])
  await check(true)
  expect(settled).toEqual([{ path: file, grown: 8 }])
  await rm(file)
  settler.add([file])
  await check(false)
  await check(false) // It changed again soon after it had settled, so it must be still for longer.
  await check(true)
  await settler.idle()
  expect(settled).toHaveLength(2)
  settler.close()
})

test('if too many paths wait, they are dropped, and that is reported', async () => {
  const reported: string[] = []
  const settler = new Settler({
    onSettled: (paths) => void reported.push(...paths),
    onTooMany: () => void reported.push('too many'),
    quietMs: 1,
    maxPaths: 3,
  })
  settler.add(['/a', '/b', '/c', '/d'])
  expect(reported).toEqual(['too many'])
  expect(settler.isEmpty).toBe(true)
  settler.add(['/nowhere'])
  await settler.idle()
  expect(reported).toEqual(['too many', '/nowhere'])
})

test('a change of permissions counts as a change', async () => {
  const file = join(tempFolder('settle'), 'a.jpg')
  await appendFile(file, 'x')
  const settled: string[] = []
  const settler = new Settler({
    onSettled: (paths) => void settled.push(...paths),
    onTooMany: () => undefined,
    quietMs: 1,
  })
  settler.add([file])
  await settler.idle()
  await chmod(file, 0o600)
  settler.add([file])
  await settler.idle()
  expect(settled).toEqual([file, file])
})
