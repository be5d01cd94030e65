import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { openSocket, sendRaw } from './raw.ts'
import { basic, KEY, SECRET, serve } from './serve.ts'

const url = 'http://pictures.example/a.jpg'
const pictures = { [url]: Buffer.from('picture') }
const path = `/v2/tags?image_url=${url}`

/** A service whose engine waits until the test lets it continue. */
async function serveHeld(options: Parameters<typeof serve>[0] = {}) {
  const service = await serve({ pictures, ...options })
  const { promise, resolve } = Promise.withResolvers<void>()
  service.analysis.state.hold = promise
  return {
    ...service,
    release: resolve,
    untilRunning: (count = 1) => expect.poll(() => service.analysis.runs.length).toBe(count),
  }
}

/** A probe's status and answer, and whether the connection is kept. */
async function statusOf(probe: Promise<Response>) {
  const response = await probe
  return [response.status, await response.json(), response.headers.get('connection')]
}

test('one request too many at once is 429 with Retry-After, before its body is read', { tags: 'night' }, async () => {
  const { ask, release, untilRunning } = await serveHeld({ plan: { concurrency: 1 } })
  const first = ask(path)
  await untilRunning()
  const second = await ask('/v2/uploads', {
    method: 'POST',
    body: new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1000)) }),
  }).catch(() => null)
  const third = await ask(path)
  expect([third.status, Number(third.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  if (second) expect(second.status).toBe(429)
  release()
  expect((await first).status).toBe(200)
  expect((await ask('/v2/usage')).body.result).toMatchObject({ total_processed: 1, concurrency: { now: 1 } })
})

test('sequential requests never reach the limit of one at once', async () => {
  const { ask } = await serve({ pictures, plan: { concurrency: 1 } })
  for (let n = 0; n < 30; n++) expect((await ask(path)).status).toBe(200)
})

test('a used-up quota is 403', async () => {
  const { ask } = await serve({ pictures, plan: { daily: 1 } })
  expect((await ask(path)).status).toBe(200)
  const { status, body } = await ask(path)
  expect([status, body.status.type]).toEqual([403, 'error'])
  expect((await ask('/v2/usage')).status).toBe(200)
})

test('a client that disconnects ends its work and frees its place', async () => {
  const { address, ask, analysis, untilRunning, release } = await serveHeld({ plan: { concurrency: 1 } })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`)
  await untilRunning()
  socket.destroy()
  await expect.poll(() => analysis.state.aborted).toBe(1)
  release()
  await expect.poll(async () => (await ask(path)).status).toBe(200)
})

test('files held by a request are deleted with it', async () => {
  const { ask, analysis } = await serve({ pictures })
  const seen: string[] = []
  const { run } = analysis.port
  analysis.port.run = (account, picture, calls, signal) => {
    seen.push(picture.path)
    return run(account, picture, calls, signal)
  }
  await ask(path)
  await ask('/v2/tags', {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  expect(seen).toHaveLength(2)
  expect(seen.filter((file) => existsSync(file))).toEqual([])
})

describe('stopping', () => {
  test('finishes active requests, and refuses others with 503 and Retry-After', async () => {
    const { ask, call, service, release, untilRunning } = await serveHeld()
    const first = ask(path)
    await untilRunning()
    const closed = service.close()
    await expect.poll(async () => (await call('/healthz')).status).toBe(503)
    const late = await call(path)
    expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
    release()
    expect((await first).status).toBe(200)
    await closed
    await expect(call(path)).rejects.toThrow()
  })

  test('behind a balancer continues until the balancer has noticed', async () => {
    const noticed = Promise.withResolvers<void>()
    const { ask, call, service } = await serve({ pictures, drain: () => noticed.promise })
    expect(await statusOf(call('/readyz'))).toEqual([200, { status: 'ok' }, 'keep-alive'])
    const closed = service.close()
    expect(await statusOf(call('/readyz'))).toEqual([503, { status: 'draining' }, 'close'])
    expect(await statusOf(call('/livez'))).toEqual([200, { status: 'ok' }, 'close'])
    expect(await statusOf(call('/healthz'))).toEqual([200, { status: 'ok' }, 'close'])
    expect((await ask(path)).status).toBe(200)
    noticed.resolve()
    await closed
    await expect(call('/livez')).rejects.toThrow()
  })

  test('answers a request that had arrived on a kept connection, and was not read yet, when draining ended', async () => {
    const connection = Promise.withResolvers<Socket>()
    const { address, ask, service } = await serve({
      pictures,
      drain: async () => void (await connection.promise).write(request),
    })
    const socket = openSocket(address)
    onTestFinished(() => void socket.destroy())
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`
    let text = ''
    const ended = once(
      socket.setEncoding('latin1').on('data', (chunk) => (text += chunk)),
      'close',
    )
    socket.write(request)
    await expect.poll(() => text).toContain('"success"')
    text = ''
    const closed = service.close()
    connection.resolve(socket)
    await closed
    await ended
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(text).toContain('"success"')
    await expect(ask(path)).rejects.toThrow()
  })

  test('answers requests whose bodies have stalled, and leaves no file of theirs', async () => {
    const { address, ask, service, dataDir } = await serve({ graceMs: 0 })
    const boundary = '--B\r\nContent-Disposition: form-data; name="image"\r\n\r\n'
    const beginnings = {
      'image/jpeg': '',
      'multipart/form-data; boundary=B': boundary,
      'application/json': '{"image_base64":"',
      'application/x-www-form-urlencoded': 'image_base64=',
    }
    const beginning = (await drawPicture({ width: 300, height: 200 })).subarray(0, 5000)
    const stalled = Object.entries(beginnings).map(([type, text]) => {
      const head = `POST /v2/tags HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\nContent-Type: ${type}\r\nContent-Length: 50000\r\n\r\n`
      return sendRaw(address, [head, text, beginning])
    })
    await expect.poll(async () => (await ask('/v2/usage')).body.result.concurrency.now).toBe(1 + stalled.length)
    await service.close()
    expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(readdirSync(join(dataDir, 'uploads', 'passing'))).toEqual([])
  })

  test('does not wait for ever', async () => {
    const { ask, service, untilRunning, analysis } = await serveHeld({ graceMs: 100 })
    const first = ask(path).catch(() => null)
    await untilRunning()
    await service.close()
    expect(analysis.state.aborted).toBe(1)
    await first
  })
})

describe('the load of the service', () => {
  const numbers = { status: 'ok', waiting: 0, running: 0, processes: 1 }

  test('is reported on a separate port, without credentials and without accounts', async () => {
    const { service, address, ask } = await serve({
      pictures,
      access: { metricsAt: { host: '127.0.0.1', port: 0 } },
    })
    await ask(path)
    await ask('/v2/nothing')
    const at = service.metricsAddress!
    expect(at).not.toBe(address)
    const health = await fetch(`${at}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, numbers])
    const text = await (await fetch(`${at}/metrics`)).text()
    expect(text).toContain('lumafold_requests_total{route="/v2/tags",method="GET",status="200"} 1')
    expect(Number(/lumafold_request_duration_seconds_sum\{[^}]*\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/lumafold_queue_waiting 0/)
    expect(text).not.toContain(KEY)
    expect((await fetch(`${at}/v2/tags`)).status).toBe(404)
    expect((await fetch(`${address}/metrics`)).status).toBe(403)
  })

  test('is reported to those who send the token', async () => {
    const { address } = await serve({ access: { metricsToken: 'token-of-the-test' } })
    const ask = (asked: string, authorization?: string) =>
      fetch(`${address}${asked}`, authorization ? { headers: { authorization } } : {})
    const good = 'Bearer token-of-the-test'
    expect((await ask('/metrics', good)).status).toBe(200)
    expect(await (await ask('/healthz', good)).json()).toEqual(numbers)
    for (const wrong of [undefined, 'Bearer token-of-the-tesT', 'Bearer x', basic(KEY, SECRET)]) {
      const refused = await ask('/metrics', wrong)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)])
      expect(await (await ask('/healthz', wrong)).json()).toEqual({ status: 'ok' })
    }
  })

  test('is reported to nobody else, not even on the same machine', async () => {
    const { address } = await serve()
    const refused = await fetch(`${address}/metrics`)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('--metrics-port')])
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
  })
})

test('HEAD requests health and metrics without their text', async () => {
  const { service } = await serve({ access: { metricsAt: { host: '127.0.0.1', port: 0 } } })
  const address = service.metricsAddress!
  for (const path of ['/healthz', '/metrics']) {
    const asked = await fetch(`${address}${path}`)
    const head = await fetch(`${address}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe(asked.headers.get('content-type'))
  }
})

test("every text answer ends with a line end, including errors and the parser's refusals", async () => {
  const { address, call } = await serve({ pictures })
  for (const path of ['/v2/usage', '/v1/usage', '/v2/none', '/healthz', '/metrics', '/v2/tags'])
    expect(await (await call(path)).text()).toMatch(/[^\n]\n$/)
  expect((await sendRaw(address, ['GARBAGE\r\n\r\n'])).body).toMatch(/\}\n$/)
})

test('each answer has its own request id', async () => {
  const { ask } = await serve()
  const ids = await Promise.all(
    [ask('/v2/usage'), ask('/v2/usage')].map(async (answer) => (await answer).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(2)
  expect((await ask('/v2/usage', { headers: { 'x-request-id': 'a b"' } })).headers.get('x-request-id')).not.toBe('a b"')
})

describe('unwanted or endless bodies', () => {
  const head = (authorization: string, length: number) =>
    `POST /v2/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n`

  test('a client that asks first is not asked for a body that would be refused', async () => {
    const { address } = await serve()
    const refused = await sendRaw(address, [`${head(basic(KEY, 'wrong'), 5000)}Expect: 100-continue\r\n\r\n`])
    expect([refused.status, refused.headers['connection']]).toEqual([401, 'close'])
    const asked = await sendRaw(address, [`${head(basic(KEY, SECRET), 5000)}Expect: 100-continue\r\n\r\n`])
    expect(asked.status).toBe(100)
  })

  test('a bare picture that is too large is refused while it still arrives', async () => {
    const { address } = await serve({ plan: { pictureBytes: 2000 } })
    const picture = await drawPicture({ width: 300, height: 200, noise: 1 })
    const { status, body } = await sendRaw(address, [`${head(basic(KEY, SECRET), 900_000)}\r\n`, picture])
    expect([status, JSON.parse(body).status.text]).toEqual([413, expect.stringContaining('image')])
  })

  test.each(['image/jpeg', 'multipart/form-data; boundary=B', 'application/json'])(
    'a client that disconnects within a body of type %s leaves no fault and no file',
    async (type) => {
      const { address, ask, log, dataDir } = await serve()
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.write(
        `${head(basic(KEY, SECRET), 50_000).replace('image/jpeg', type)}\r\n--B\r\nContent-Disposition: form-data; name="image"\r\n\r\n`,
      )
      socket.write((await drawPicture({ width: 300, height: 200 })).subarray(0, 5000))
      await expect.poll(async () => (await ask('/v2/usage')).body.result.concurrency.now).toBe(2)
      socket.destroy()
      await expect.poll(async () => (await ask('/v2/usage')).body.result.concurrency.now).toBe(1)
      await expect
        .poll(() => log.lines.find(({ details }) => 'status' in details && details.status === 499))
        .toBeDefined()
      expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
      await expect
        .poll(() =>
          readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true }).filter((entry) =>
            entry.isFile(),
          ),
        )
        .toEqual([])
    },
  )

  test('endless headers are cut off', async () => {
    const { address } = await serve({ limits: { headersMs: 200 } })
    const { status, body } = await sendRaw(address, ['GET /v2/usage HTTP/1.1\r\nHost: x\r\nX-Slow: '])
    expect([status, JSON.parse(body).status.type]).toEqual([408, 'error'])
  })
})
