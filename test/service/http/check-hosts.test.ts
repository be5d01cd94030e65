import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sendRaw } from './raw.ts'
import { basic, KEY, SECRET, serve } from './serve.ts'

const credentials = `Authorization: ${basic(KEY, SECRET)}\r\n`
const ask = async (address: string, head: string, version = '1.1') =>
  sendRaw(address, [`GET /v2/usage HTTP/${version}\r\n${head}${credentials}Connection: close\r\n\r\n`])

describe('a request has one Host', () => {
  test.each([
    ['', /one Host/],
    ['Host: a\r\nHost: a\r\n', /one Host/],
    ['Host: a\r\nhost: b\r\n', /one Host/],
    ['Host: a b\r\n', /malformed/],
    ['Host: a/b\r\n', /malformed/],
    ['Host: user@a\r\n', /malformed/],
    ['Host: a:port\r\n', /malformed/],
    ['Host: a, b\r\n', /malformed/],
  ])('%j is refused', async (head, sentence) => {
    const { address } = await serve()
    const { status, body } = await ask(address, head)
    expect([status, JSON.parse(body).status.text]).toEqual([400, expect.stringMatching(sentence)])
  })

  test.each([
    ['Host: photos.example\r\n'],
    ['Host: photos.example:4808\r\n'],
    ['Host: [::1]:4808\r\n'],
    ['Host: 192.168.0.7\r\n'],
    ['Host: \r\n'],
  ])('%j is served', async (head) => {
    const { address } = await serve()
    expect((await ask(address, head)).status).toBe(200)
  })

  test('HTTP/1.0 knows none', async () => {
    const { address } = await serve()
    expect((await ask(address, '', '1.0')).status).toBe(200)
  })
})

test("if names are given, only these and this machine's are accepted", async () => {
  const { address } = await serve({ access: { hosts: ['photos.example'] } })
  const statusOf = async (host: string) => (await ask(address, `Host: ${host}\r\n`)).status
  for (const host of ['photos.example', 'PHOTOS.example:4808', 'photos.example.', 'localhost:1', '127.0.0.1', '[::1]'])
    expect([host, await statusOf(host)]).toEqual([host, 200])
  for (const host of ['evil.example', 'photos.example.evil.example', '127.0.0.1.evil.example'])
    expect([host, await statusOf(host)]).toEqual([host, 403])
})

test('the pages are closed to other names, too', async () => {
  const { address } = await serve({ access: { hosts: ['photos.example'] } })
  const status = await new Promise((resolve, reject) => {
    request(`${address}/healthz`, { headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
  expect(status).toBe(403)
})
