import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning } from '../../../fixtures/processes.ts'

test('a looping metadata process ends when its library is killed', async () => {
  const library = spawn(process.execPath, [join(import.meta.dirname, 'orphan-library.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(library.stdout.setEncoding('utf8'), 'data')) as [string]
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  library.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
