import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendRaw } from './raw.ts'
import { basic, KEY, SECRET, serve } from './serve.ts'

const url = 'http://pictures.example/фото.jpg'
const head = (version = 'HTTP/1.1', more = '') =>
  Buffer.from(
    `GET /v2/tags?image_url=${url} ${version}\r\nHost: x\r\n${more}Authorization: ${basic(KEY, SECRET)}\r\n\r\n`,
  )

test('a request that was mended may take longer than headers may', async () => {
  const { address, analysis } = await serve({ pictures: { [url]: Buffer.from('picture') }, limits: { headersMs: 200 } })
  analysis.state.hold = new Promise((resolve) => setTimeout(resolve, 1000))
  expect((await sendRaw(address, [head()])).status).toBe(200)
})

test.each([
  ['HTTP/1.1', 'Connection: keep-alive\r\n'],
  ['HTTP/1.0', 'Connection: keep-alive\r\n'],
  ['HTTP/1.1', ''],
])('the connection of a mended %s request ends with its answer (%j)', async (version, more) => {
  const { address } = await serve({ pictures: { [url]: Buffer.from('picture') } })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  const ended = new Promise((resolve) => socket.on('end', resolve))
  socket.write(head(version, more))
  await ended
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(text).toMatch(/^connection: close\r$/im)
})
