import { createPrivateKey, X509Certificate } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canMakeCertificates, makeCertificate } from '../../../fixtures/certificates.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { sendRaw } from '../raw.ts'
import { serve } from '../serve.ts'
import { askSecurely } from './ask.ts'

const POLL_MS = 10

/** Files in a folder as given to a service, and other pairs to replace them. */
function makePairs() {
  const folder = tempFolder('certificates')
  const [first, second, third] = ['first', 'second', 'third'].map((name) => makeCertificate({ folder, name }))
  const used = { certFile: join(folder, 'used.crt'), keyFile: join(folder, 'used.key') }
  copyFileSync(first!.certFile, used.certFile)
  copyFileSync(first!.keyFile, used.keyFile)
  return { folder, used, first: first!, second: second!, third: third! }
}

async function serveSecurely() {
  const pairs = makePairs()
  const service = await serve({ tls: { ...pairs.used, pollMs: POLL_MS } })
  const trusted = [pairs.first, pairs.second, pairs.third]
  const ask = () => askSecurely(service.address, '/v2/usage', trusted)
  const logged = (message: RegExp) => service.log.lines.filter((line) => message.test(line.message))
  return { ...service, ...pairs, trusted, ask, logged }
}

describe.skipIf(!canMakeCertificates)('a certificate', () => {
  test('is served: the interface over TLS, and nothing without it', { tags: 'night' }, async () => {
    const { address, service, ask, trusted } = await serveSecurely()
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(service.certificateWarning).toBeNull()
    expect(await ask()).toMatchObject({ status: 200, subject: 'first' })
    await expect(askSecurely(address, '/v2/usage', [trusted[1]!])).rejects.toThrow(/self-signed|certificate/)
    await expect(sendRaw(address.replace('https', 'http'), ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'])).rejects.toThrow(
      /closed|ECONNRESET/,
    )
  })

  test.each([
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }],
    ['HTTP/2 alone', { ALPNProtocols: ['h2'] }],
  ] satisfies [string, ConnectionOptions][])('is not served to clients with %s', async (_name, options) => {
    const { address } = await serveSecurely()
    const socket = connect({
      port: Number(new URL(address).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ...options,
    })
    onTestFinished(() => void socket.destroy())
    await expect(
      new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow(/protocol|alert/i)
  })

  test('a client that never finishes its handshake is disconnected', async () => {
    const { used } = makePairs()
    const { address } = await serve({ tls: used, limits: { headersMs: 100 } })
    const socket = connectPlain(Number(new URL(address).port), '127.0.0.1')
    await new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
  })

  test.each(['written in place', 'renamed'])('that is %s is picked up without a restart', async (way) => {
    const { ask, used, second, logged } = await serveSecurely()
    for (const file of ['keyFile', 'certFile'] as const) {
      if (way === 'renamed') renameSync(second[file], used[file])
      else writeFileSync(used[file], readFileSync(second[file]))
    }
    second.certFile = used.certFile
    await expect.poll(async () => (await ask()).subject).toBe('second')
    expect(logged(/new certificate is in use/)).toHaveLength(1)
  })

  test.each([
    ['links to the files', (folder: string) => ['crt', 'key'].map((end) => join(folder, `live.${end}`))],
    ['a link to their folder', (folder: string) => ['crt', 'key'].map((end) => join(folder, 'live', `own.${end}`))],
  ])('is picked up when %s lead to another place', async (_name, pathsOf) => {
    const folder = tempFolder('certificates')
    const old = makeCertificate({ folder: tempFolder('old'), name: 'own' })
    const renewed = makeCertificate({ folder: tempFolder('renewed'), name: 'own' })
    const [certFile, keyFile] = pathsOf(folder) as [string, string]
    const lead = (to: typeof old) => {
      const links: [string, string][] = certFile.endsWith('live.crt')
        ? [
            [to.keyFile, keyFile],
            [to.certFile, certFile],
          ]
        : [[join(to.certFile, '..'), join(folder, 'live')]]
      for (const [target, link] of links) {
        symlinkSync(target, `${link}.new`)
        renameSync(`${link}.new`, link)
      }
    }
    lead(old)
    const { address } = await serve({ tls: { certFile, keyFile, pollMs: POLL_MS } })
    await askSecurely(address, '/v2/usage', [old])
    lead(renewed)
    await expect
      .poll(() =>
        askSecurely(address, '/v2/usage', [renewed]).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  test('open connections continue when it changes', async () => {
    const { address, ask, used, second, trusted } = await serveSecurely()
    const ca = trusted.map(({ certFile }) => readFileSync(certFile, 'utf8'))
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', ca })
    onTestFinished(() => void socket.destroy())
    const answer = () =>
      new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString('latin1'))))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await answer()).toMatch(/^HTTP\/1.1 200/)
    copyFileSync(second.keyFile, used.keyFile)
    copyFileSync(second.certFile, used.certFile)
    await expect.poll(async () => (await ask()).subject).toBe('second')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await answer()).toMatch(/^HTTP\/1.1 200/)
  })

  test('that is broken, half written or missing keeps the earlier one, and the log gives the reason', async () => {
    const { ask, used, first, second, third, logged } = await serveSecurely()
    const whole = readFileSync(second.certFile, 'utf8')
    const states: [() => void, RegExp][] = [
      [() => copyFileSync(second.certFile, used.certFile), /does not belong to the certificate/],
      [() => writeFileSync(used.certFile, whole.slice(0, whole.length / 2)), /no whole certificate/],
      [() => writeFileSync(used.certFile, `${whole}${whole.slice(0, 100)}`), /no whole certificate/],
      [() => writeFileSync(used.certFile, ''), /no whole certificate/],
      [() => writeFileSync(used.certFile, whole.replace(/[A-Z]{3}/g, 'AAA')), /no whole certificate|damaged/],
      [() => rmSync(used.keyFile), /is not there/],
    ]
    const refused = /the one before stays in use/
    for (const [n, [change, reason]] of states.entries()) {
      change()
      await expect.poll(() => logged(refused).length).toBe(n + 1)
      expect((logged(refused).at(-1)!.details as { reason: string }).reason).toMatch(reason)
      expect((await ask()).subject).toBe('first')
    }
    copyFileSync(third.keyFile, used.keyFile)
    copyFileSync(third.certFile, used.certFile)
    await expect.poll(async () => (await ask()).subject).toBe('third')
    expect(readFileSync(first.certFile, 'utf8')).not.toBe(readFileSync(used.certFile, 'utf8'))
  })

  test('that has expired is served, with a warning', async () => {
    const { folder } = makePairs()
    const expired = makeCertificate({ folder, name: 'expired', days: -1 })
    const { service, address } = await serve({ tls: expired })
    expect(service.certificateWarning).toMatch(/expired on \d{4}-.*renew it/)
    await expect(askSecurely(address, '/v2/usage', [expired])).rejects.toThrow(/expired/)
  })

  test('that cannot be served is refused at the start in a sentence with advice', { tags: 'night' }, async () => {
    const { folder, first, second } = makePairs()
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const [cert, key] = [readFileSync(first.certFile, 'utf8'), readFileSync(first.keyFile, 'utf8')]
    const lock = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    const locked = String(createPrivateKey(key).export(lock))
    const der = join(folder, 'first.der')
    writeFileSync(der, new X509Certificate(cert).raw)
    for (const [files, sentence] of [
      [{ ...first, certFile: join(folder, 'none.crt') }, /certificate file .*none\.crt is not there.*--tls-cert/],
      [{ ...first, keyFile: join(folder, 'none.key') }, /key file .*none\.key is not there.*--tls-key/],
      [{ ...first, keyFile: folder }, /is a folder/],
      [{ certFile: first.keyFile, keyFile: first.certFile }, /mixed up/],
      [{ ...first, keyFile: first.certFile }, /mixed up/],
      [{ ...first, keyFile: second.keyFile }, /does not belong/],
      [{ ...first, certFile: der }, /PEM form.*openssl/],
      [{ ...first, keyFile: write('empty.key', '') }, /no private key/],
      [{ ...first, keyFile: write('locked.key', locked) }, /passphrase/],
      [{ ...first, certFile: write('order.crt', readFileSync(second.certFile, 'utf8') + cert) }, /wrong order/],
    ] as const)
      await expect(serve({ tls: files }), String(sentence)).rejects.toThrow(sentence)
  })
})
