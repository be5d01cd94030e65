import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../../../fixtures/folders.ts'
import { runCli, startCli, waitForEnd, waitForOutput } from '../run-cli.ts'

let base: string
let dataDir: string
let folder: string

beforeAll(() => {
  base = makeTempFolder()
  dataDir = join(base, 'data')
  folder = join(base, 'photos')
  mkdirSync(folder)
})
afterAll(() => removeFolder(base))

// The page has to be built; `npm test` builds it before the tests run.
describe.skipIf(!existsSync(join(repositoryDir, 'out/renderer/index.html')))('serve', () => {
  test('prints an address that works, keeps other processes out, and closes in order', async () => {
    const serving = startCli(dataDir, ['serve', '--port', '0', '--root', folder, '--add', folder])
    const address = await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/)
    const entry = await fetch(address, { redirect: 'manual' })
    const cookie = entry.headers.get('set-cookie')!.split(';')[0]!
    const page = await fetch(new URL('/', address), { headers: { cookie } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="app"')

    const second = await runCli(dataDir, 'list')
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/in use by Lumafold in the browser/)

    serving.kill('SIGTERM')
    expect(await waitForEnd(serving)).toBe(0)
    expect((await runCli(dataDir, 'list', '--json')).stdout).toBe('[]\n')
  })

  test('ends with one sentence where the port is taken or a root is not there', async () => {
    const first = startCli(dataDir, ['serve', '--port', '0', '--root', folder])
    const address = await waitForOutput(first, /http:\/\/127\.0\.0\.1:\d+/)
    const second = await runCli(join(base, 'other data'), 'serve', '--root', folder, '--port', new URL(address).port)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('the port is in use')
    expect(await runCli(dataDir, 'serve', '--root', join(base, 'nothing'))).toMatchObject({ code: 1, stdout: '' })
    first.kill('SIGTERM')
    await waitForEnd(first)
  })
})
