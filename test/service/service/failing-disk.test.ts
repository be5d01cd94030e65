/** @module-tag night */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failWrites } from '../../fixtures/failing-disk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { startCli, waitForOutput } from '../../shells/cli/run-cli.ts'
import { basic, type Answered } from '../http/serve.ts'

const [KEY, SECRET] = ['me', 'a-secret-that-is-long-enough']

test('a service whose disk fails stays up, reports it, and resumes when the disk works again', async ({ skip }) => {
  const dir = tempFolder()
  const data = join(dir, 'data')
  const service = startCli(dir, ['service', '--port', '0', '--data', data, '--key', KEY, '--secret', SECRET])
  onTestFinished(() => void service.kill('SIGKILL'))
  const address = /http:\S+/.exec(await waitForOutput(service, /pictures at http:\S+\n/))![0]
  const picture = await drawPicture({ width: 200, height: 150 })
  const ask = async (path: string) => {
    const body = new FormData()
    body.set('image', new Blob([new Uint8Array(picture)]), 'a.jpg')
    const response = await fetch(address + path, {
      method: 'POST',
      body,
      headers: { authorization: basic(KEY, SECRET) },
    })
    return { status: response.status, body: (await response.json()) as Answered }
  }
  expect(await ask('/v2/colors')).toMatchObject({ status: 200 })
  const disk = failWrites(service.pid!)
  if ('reason' in disk) return skip(disk.reason)

  for (const path of ['/v2/uploads', '/v2/colors']) {
    const refused = await ask(path)
    expect(refused, JSON.stringify(refused)).toMatchObject({ status: 503 })
  }
  expect([service.exitCode, service.signalCode]).toEqual([null, null])

  disk.mend()
  expect(await ask('/v2/colors')).toMatchObject({ status: 200 })
  expect(await ask('/v2/uploads')).toMatchObject({ status: 200 })
  expect(readFileSync(join(data, 'service.log'), 'utf8')).toMatch(/disk/)
})
