import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'

test('compute processes end when their owner is killed', async () => {
  const photo = await drawPhoto(join(tempFolder(), 'photo.jpg'))
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'orphan-owner.ts'), photo], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(owner.stdout.setEncoding('utf8'), 'data')) as [string]
  const pids = JSON.parse(line) as number[]
  expect(pids.length).toBe(1)
  owner.kill('SIGKILL')
  await expect.poll(() => isAlive(pids[0]!)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
