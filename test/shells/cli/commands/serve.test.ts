import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { ShellContract } from '../../../../src-main/contract/shell/contract.ts'
import { makeTempFolder, removeFolder, repositoryDir } from '../../../fixtures/folders.ts'
import { startCli, waitForEnd, waitForOutput } from '../run-cli.ts'
import { beginHere, runHere } from '../run-here.ts'

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
  test('prints a working address, excludes other processes, and closes in order', async () => {
    const serving = startCli(dataDir, ['serve', '--port', '0', '--root', folder, '--add', folder])
    const address = await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/)
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="app"')

    const second = await runHere(dataDir, 'list')
    expect(second).toMatchObject({ code: 4, stdout: '' })
    expect(second.stderr).toMatch(/in use by Lumafold in the browser/)

    serving.kill('SIGTERM')
    expect(await waitForEnd(serving)).toBe(0)
    expect((await runHere(dataDir, 'list', '--json')).stdout).toBe('[]\n')
  })

  test('ends with one sentence if the port is taken or a root is missing', async () => {
    const first = beginHere(dataDir, ['serve', '--port', '0', '--root', folder])
    onTestFinished(async () => void (await first.stop()))
    const address = await first.printed(/http:\/\/127\.0\.0\.1:\d+/)
    const second = await runHere(join(base, 'other data'), 'serve', '--root', folder, '--port', new URL(address).port)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('the port is in use')
    expect(await runHere(dataDir, 'serve', '--root', join(base, 'nothing'))).toMatchObject({ code: 1, stdout: '' })
    expect(await first.stop()).toMatchObject({ code: 0, stderr: 'Closing.\n' })
  })

  // `script` of util-linux gives a program a terminal, and forwards its own input.
  test.skipIf(!existsSync('/proc') || !existsSync('/usr/bin/script'))(
    'asks in its terminal whether windows may use a folder, and allows it only there',
    { tags: 'night' },
    async () => {
      const drive = realpathSync(makeTempFolder())
      const program = join(repositoryDir, 'src-main/shells/cli/main.ts')
      const command = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${program}' serve --port 0 --root '${folder}'`
      const serving = spawn('script', ['-qefc', command, '/dev/null'], {
        env: { ...process.env, LUMAFOLD_DATA_DIR: join(base, 'data of a terminal'), NO_COLOR: '1' },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      const address = await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/)
      const { shell, close } = await connect(address)
      expect((await shell.allowedFolders()).asking).toBe('terminal')
      const isRefused = waitForOutput(serving, /\[y\/N\]/)
      const refused = shell.askForFolder({ path: drive })
      await isRefused
      serving.stdin.write('n\n')
      expect(await refused).toBe('refused')
      await expect(shell.browseFolder({ path: drive })).rejects.toMatchObject({ code: 'outside-roots' })
      const isAsked = waitForOutput(serving, /\[y\/N\]/)
      const allowed = shell.askForFolder({ path: drive })
      await isAsked
      serving.stdin.write('y\n')
      expect(await allowed).toBe('allowed')
      expect(await shell.browseFolder({ path: drive })).toMatchObject({ path: drive })
      close()
      serving.stdin.write('\u0003')
      expect(await waitForEnd(serving)).toBe(0)
      removeFolder(drive)
    },
  )
})

/** Talks to a running program as its page does. */
async function connect(address: string) {
  const { origin, host, hash } = new URL(address)
  const websocket = new WebSocket(`ws://${host}/rpc?${hash.slice(1)}`, { headers: { origin } })
  const client: { shell: ContractRouterClient<ShellContract> } = createORPCClient(
    new RPCLink({ websocket: websocket as never }),
  )
  return { shell: client.shell, close: () => websocket.close() }
}
