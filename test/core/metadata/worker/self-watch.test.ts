import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a metadata process that loops ends when its library is killed', async () => {
  const library = spawn(process.execPath, [join(import.meta.dirname, 'orphan-library.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(library.stdout.setEncoding('utf8'), 'data')) as [string]
  const pid = Number(line)
  expect(isAlive(pid)).toBe(true)
  library.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
