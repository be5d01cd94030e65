import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Settler } from '../../../src-main/core/ingest/settle.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test('a file that still grows is held back until it is whole', async () => {
  const file = join(tempFolder('settle'), 'a.jpg')
  const settled: { path: string; grown: number }[] = []
  let grown = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const settler = new Settler((paths) => void settled.push(...paths.map((path) => ({ path, grown }))), 400)
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
  await look(true)
  await settler.idle()
  expect(settled).toHaveLength(2)
  settler.close()
})
