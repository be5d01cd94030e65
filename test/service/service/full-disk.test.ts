import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillDisk, mountSmallDisk } from '../../fixtures/small-disk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { startCli, waitForOutput } from '../../shells/cli/run-cli.ts'
import { basic } from '../http/serve.ts'

const [KEY, SECRET] = ['me', 'a-secret-that-is-long-enough']
const MEGABYTE = 1024 * 1024

test('a service on a full disk answers 503, reports it, survives a full log, and resumes once there is room', async ({
  skip,
}) => {
  const disk = mountSmallDisk(400 * MEGABYTE)
  if ('reason' in disk) return skip(disk.reason)
  const data = join(disk.folder, 'data')
  const dir = tempFolder()
  const service = startCli(dir, ['service', '--port', '0', '--data', data, '--key', KEY, '--secret', SECRET])
  onTestFinished(() => void service.kill('SIGKILL'))
  const address = /http:\S+/.exec(await waitForOutput(service, /pictures at http:\S+\n/))![0]
  const picture = new Uint8Array(await drawPicture({ width: 200, height: 150 }))
  const health = async () => (await fetch(`${address}/healthz`)).json() as Promise<{ status: string }>
  const upload = async () => {
    const body = new FormData()
    body.set('image', new Blob([picture]), 'a.jpg')
    const headers = { authorization: basic(KEY, SECRET) }
    return (await fetch(`${address}/v2/uploads`, { method: 'POST', body, headers })).status
  }
  expect([await upload(), (await health()).status]).toEqual([200, 'ok'])
  if (process.platform !== 'win32') expect(modesIn(data)).toEqual([])

  const free = fillDisk(disk.folder)
  await expect.poll(health).toMatchObject({ status: 'disk-full' })
  expect((await fetch(`${address}/healthz`)).status).toBe(503)
  for (let i = 0; i < 20; i++) expect(await upload()).toBe(503)
  expect([service.exitCode, service.signalCode]).toEqual([null, null])

  free()
  await expect.poll(health).toMatchObject({ status: 'ok' })
  expect(await upload()).toBe(200)
})

/** Paths in a folder that others than its owner may use. */
function modesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[]
  return ['.', ...names].filter(
    (name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) > 0,
  )
}
