/** @module-tag night */

import { spawn } from 'node:child_process'
import { existsSync, openSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'
import { waitForEnd } from '../../shells/cli/run-cli.ts'
import { freePort } from '../../fixtures/proxies/free-port.ts'
import { basic } from '../http/serve.ts'

const [KEY, SECRET] = ['me', 'a-secret-that-is-long-enough']

test.skipIf(!existsSync('/dev/full'))(
  'a service without room for its log, output and errors works from start to end',
  async () => {
    const dir = tempFolder()
    const log = join(dir, 'full.log')
    symlinkSync('/dev/full', log)
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const options = ['--port', String(port), '--key', KEY, '--secret', SECRET, '--log', log]
    const service = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(repositoryDir, 'src-main/shells/cli/main.ts'),
        'service',
        ...options,
      ],
      { env: { ...process.env, LUMAFOLD_DATA_DIR: dir, LUMAFOLD_LOG_LEVEL: 'debug' }, stdio: ['ignore', full, full] },
    )
    onTestFinished(() => void service.kill('SIGKILL'))
    const ask = (secret: string, path = '/v2/usage') =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: basic(KEY, secret) } }).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(() => ask(SECRET)).toBe(200)
    // lines of requests, of a refusal and of an address that cannot be fetched
    expect(await ask('wrong')).toBe(401)
    expect(await ask(SECRET, '/v2/tags?image_url=http://127.0.0.1/a.jpg')).toBe(400)
    for (let n = 0; n < 50; n++) expect(await ask(SECRET)).toBe(200)
    expect([service.exitCode, service.signalCode]).toEqual([null, null])
    service.kill('SIGTERM')
    expect(await waitForEnd(service)).toBe(0)
  },
)
