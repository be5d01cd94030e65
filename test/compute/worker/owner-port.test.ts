import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning } from '../../fixtures/processes.ts'

const owners: [string, string[]][] = [
  ['one that waits for work', []],
  ['one in the middle of work without end', [join(import.meta.dirname, 'endless-compute.ts')]],
]

test.each(owners)('a compute process ends when its owner is killed: %s', async (_what, entry) => {
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'orphan-owner.ts'), ...entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(owner.stdout.setEncoding('utf8'), 'data')) as [string]
  const pids = JSON.parse(line) as number[]
  expect(pids.length).toBe(1)
  owner.kill('SIGKILL')
  await expect.poll(() => isRunning(pids[0]!)).toBe(false)
})
