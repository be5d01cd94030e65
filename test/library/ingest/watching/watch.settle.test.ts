import { appendFile, chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Settler } from '../../../../src-main/library/ingest/watching/watch.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

test('a file that still grows is held back until it is whole', async () => {
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
  /** Lets the settler look once; it sets its timer again when it has looked and something still waits. */
  const look = async (isDone: boolean) => {
    vi.advanceTimersByTime(400)
    await expect.poll(() => (isDone ? settler.isEmpty : vi.getTimerCount() === 1)).toBe(true)
  }
  await appendFile(file, 'x')
  settler.add([file])
  for (; grown < 8; grown++) {
    await appendFile(file, 'more')
    await look(false)
  }
  expect(settled).toEqual([])
  await look(true)
  expect(settled).toEqual([{ path: file, grown: 8 }])
  await rm(file)
  settler.add([file])
  await look(false)
  await look(false) // It changed again soon after it had settled: it must be still for longer.
  await look(true)
  await settler.idle()
  expect(settled).toHaveLength(2)
  settler.close()
})

test('more paths than are worth holding are let go of, and that is told', async () => {
  const told: string[] = []
  const settler = new Settler({
    onSettled: (paths) => void told.push(...paths),
    onTooMany: () => void told.push('too many'),
    quietMs: 1,
    mostPaths: 3,
  })
  settler.add(['/a', '/b', '/c', '/d'])
  expect(told).toEqual(['too many'])
  expect(settler.isEmpty).toBe(true)
  settler.add(['/nowhere'])
  await settler.idle()
  expect(told).toEqual(['too many', '/nowhere'])
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
