import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { asRun, thisProcess } from '../../../../src-main/shells/cli/surroundings/run.ts'
import { printModels } from '../../../../src-main/shells/cli/serving/print-models.ts'
import { canMakeCertificates, makeCertificate } from '../../../fixtures/certificates.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { sharedModels } from '../../../fixtures/shared.ts'
import { startCli, waitForEnd, waitForOutput } from '../run-cli.ts'
import { beginHere, runHere } from '../run-here.ts'

const READY = /Lumafold analyses pictures at (https?:\/\/\S+)\n/

/** Starts a service in this process, which ends with the test. */
async function startService(dataDir: string, ...args: string[]) {
  const service = beginHere(dataDir, ['service', '--port', '0', ...args])
  onTestFinished(async () => void (await service.stop()))
  const text = await service.printed(new RegExp(`[\\s\\S]*${READY.source}`))
  return { ...service, text, address: READY.exec(text)![1]! }
}

const usage = (address: string, key: string, secret: string) =>
  fetch(`${address}/v2/usage`, { headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` } })

test(
  "the first start creates an account and shows it once; another process's changes to accounts apply at once",
  { tags: 'night' },
  async () => {
    const dir = tempFolder()
    const first = startCli(dir, ['service', '--port', '0'])
    onTestFinished(() => void first.kill('SIGKILL'))
    const text = await waitForOutput(first, new RegExp(`[\\s\\S]*${READY.source}`))
    const address = READY.exec(text)![1]!
    const [, key, secret] = /key: +(\S+)\n +secret: +(\S+)\n/.exec(text)!
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(text).toMatch(/^Models in use: centernet, blazeface, faceres, .*nsfwjs.*$/m)
    expect(text).toContain('"lumafold models install"')
    const answer = await usage(address, key!, secret!)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ result: { total_processed: 0 }, status: { type: 'success' } })
    expect((await usage(address, key!, 'wrong')).status).toBe(401)

    const second = await runHere(dir, 'service', '--port', '0')
    expect(second).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(`process ${first.pid}`) })

    const rotated = JSON.parse((await runHere(dir, 'account', 'rotate', key!, '--json')).stdout) as { secret: string }
    expect((await usage(address, key!, secret!)).status).toBe(401)
    expect((await usage(address, key!, rotated.secret)).status).toBe(200)

    first.kill('SIGTERM')
    expect(await waitForEnd(first)).toBe(0)
    expect(readFileSync(join(dir, 'service', 'service.log'), 'utf8')).not.toContain(secret)

    const later = await startService(dir)
    expect(later.text).not.toMatch(/secret/)
    expect((await usage(later.address, key!, rotated.secret)).status).toBe(200)
    await runHere(dir, 'account', 'delete', key!)
    expect((await usage(later.address, key!, rotated.secret)).status).toBe(401)
    later.signal('SIGINT')
    expect(await later.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Stopping.') })
  },
)

test.skipIf(sharedModels() === null)(
  'with the standard models a start names these and asks for nothing',
  { tags: 'night' },
  async () => {
    const dir = tempFolder()
    expect(await runHere(dir, 'models', 'install', '--from', sharedModels()!)).toMatchObject({ code: 0 })
    const stdout = new PassThrough()
    asRun({ ...thisProcess, stdout }, () => printModels({ resourcesDir, modelsDir: join(dir, 'models') }))
    const text = String(stdout.read())
    expect(text).toMatch(/Models in use: mobilenetv2-int8-embedding, centernet\+yolox-nano, .*\n/)
    expect(text).not.toContain('models install')
  },
)

test('options set allowed clients, an account, a plan, a folder and a log', { tags: 'night' }, async () => {
  const dir = tempFolder()
  const [data, log] = [join(dir, 'elsewhere'), join(dir, 'logs', 'my.log')]
  const access = ['--allow-origin', 'https://shop.example', '--allow-host', 'Photos.example', '--metrics-port', '0']
  const given = ['--data', data, '--key', 'me', '--secret', 'hush hush', '--plan', 'free', '--log', log]
  const { text, address } = await startService(dir, ...given, ...access, '--metrics-token', 'token-of-the-test')
  expect(text).not.toMatch(/secret|hush/)
  expect(await (await usage(address, 'me', 'hush hush')).json()).toMatchObject({
    result: { monthly_limit: 1000, rps_limit: 5, concurrency: { max: 2 } },
  })
  await expect.poll(() => existsSync(log)).toBe(true)
  expect(existsSync(join(data, 'service.db'))).toBe(true)
  expect(existsSync(join(dir, 'service'))).toBe(false)

  const [, metrics] = /Metrics are at (\S+)\n/.exec(text)!
  expect(await (await fetch(metrics!)).text()).toContain('lumafold_accepting 1')
  const bearer = { headers: { authorization: 'Bearer token-of-the-test' } }
  expect((await fetch(`${address}/metrics`, bearer)).status).toBe(200)
  const paged = await fetch(`${address}/healthz`, { headers: { origin: 'https://shop.example' } })
  expect(paged.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  const second = await runHere(tempFolder(), 'service', '--port', new URL(address).port)
  expect(second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is in use by another program') })
})

test('invalid options are refused in a sentence', async () => {
  for (const [wrong, sentence] of [
    [['--allow-origin', 'shop.example'], /scheme, a name/],
    [['--allow-origin', 'https://shop.example/'], /scheme, a name/],
    [['--allow-host', 'photos.example:80'], /no port/],
    [['--metrics-token', 'short'], /16 to 512/],
    [['--trust-proxy', 'proxy.example'], /IP address or its network/],
    [['--trust-proxy', '0.0.0.0/0'], /IP address or its network/],
  ] as const) {
    const { code, stderr } = await runHere(tempFolder(), 'service', '--port', '0', ...wrong)
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(sentence)])
    expect(code).not.toBe(0)
  }
})

test.skipIf(!canMakeCertificates)(
  'a given certificate is served, and an expired one is reported',
  { tags: 'night' },
  async () => {
    const dir = tempFolder()
    const { certFile, keyFile } = makeCertificate({ days: -1 })
    const service = await startService(dir, '--host', '0.0.0.0', '--tls-cert', certFile, '--tls-key', keyFile)
    expect(service.address).toMatch(/^https:/)
    const { stderr: output } = await service.stop()
    expect(output).toMatch(/certificate expired on/)
    expect(output).not.toMatch(/unencrypted/)
    const half = await runHere(dir, 'service', '--port', '0', '--tls-cert', certFile)
    expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('both --tls-cert and --tls-key') })
    const swapped = await runHere(tempFolder(), 'service', '--port', '0', '--tls-cert', keyFile, '--tls-key', certFile)
    expect(swapped).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('mixed up') })
  },
)

test('failures are reported in one sentence', { tags: 'night' }, async () => {
  const dir = tempFolder()
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(dir, 'service', ...args)
    expect({ code, stdout }).toEqual({ code: stderr.includes('not an address') ? 1 : 2, stdout: '' })
    return stderr
  }
  expect(await refused('--port', '0', '--key', 'me')).toContain('both --key and --secret')
  expect(await refused('--port', '0', '--key', 'me', '--secret', 's', '--plan', 'gold')).toContain('no plan "gold"')
  expect(await refused('--port', '0', '--key', 'a:b', '--secret', 's')).toContain('no colon')
  expect(await refused('--port', '70000')).toContain('0 to 65535')
  expect(await refused('--port', '0', '--host', '203.0.113.7')).toContain(
    '203.0.113.7 is not an address of this machine',
  )
})
