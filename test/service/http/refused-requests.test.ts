import type { Socket } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { canMakeCertificates, makeCertificate } from '../../fixtures/certificates.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { openSocket } from './raw.ts'
import { basic, KEY, SECRET, serve as serveAny } from './serve.ts'

const picture = 'http://pictures.example/a.jpg'
const credentials = `Host: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n`
const get = (target: string, more = '') => Buffer.from(`GET ${target} HTTP/1.1\r\n${credentials}${more}\r\n`)

/** A connection whose bytes and end a test waits for. */
function open(address: string) {
  const socket: Socket = openSocket(address)
  onTestFinished(() => void socket.destroy())
  let text = ''
  const lookers = new Set<() => void>()
  const notify = () => lookers.forEach((each) => each())
  socket.on('data', (chunk) => (text += chunk.toString('latin1'))).on('data', notify)
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  const seen = (what: string) =>
    new Promise<void>((resolve) => {
      const check = () => text.includes(what) && lookers.delete(check) && resolve()
      lookers.add(check)
      check()
    })
  return { socket, ended, seen }
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
const requests = (log: { lines: { message: string; details: object }[] }) =>
  log.lines
    .filter(({ message }) => message === 'request')
    .map(({ details }) => details as { method: string; status: number })

/**
 * A body whose last packet begins like a request for an address that is not percent-encoded; the bytes after the body
 * are not HTTP.
 */
function smuggle(start: string) {
  const tail = `${start}\r\n${credentials}\r\n`
  const body = `image_url=${encodeURIComponent(picture)}&x=`
  const head = `POST /v2/tags HTTP/1.1\r\n${credentials}Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\nContent-Length: ${body.length + Buffer.byteLength(tail)}\r\n\r\n`
  return { head, body, tail }
}

const folder = makeTempFolder('certificate')
afterAll(() => removeFolder(folder))
const schemes = canMakeCertificates ? (['HTTP', 'HTTPS'] as const) : (['HTTP'] as const)

describe.each(schemes)('over %s', (scheme) => {
  const tls = scheme === 'HTTPS' ? makeCertificate({ folder }) : undefined
  const serve = (options: Parameters<typeof serveAny>[0] = {}) => serveAny({ ...options, tls })

  describe("a request inside another's body is never carried out", () => {
    test.each([
      'DELETE /v2/similar-images/categories/general_v3/idx/фото HTTP/1.1',
      'DELETE /v2/similar-images/categories/general_v3/idx/my photo HTTP/1.1',
      'GET /v2/usage?a b HTTP/1.1',
    ])('%s', async (start) => {
      const { address, log, analysis } = await serve({ pictures: { [picture]: Buffer.from('picture') } })
      let release = () => {}
      analysis.state.hold = new Promise<void>((resolve) => (release = resolve))
      const { socket, ended, seen } = open(address)
      const { head, body, tail } = smuggle(start)
      socket.write(head + body)
      await seen('100 Continue')
      // The end of the body and the refused bytes arrive as one packet, which begins inside the body.
      socket.write(Buffer.from(`${tail}G\x01RBAGE\r\n\r\n`))
      release()
      const text = await ended
      expect(requests(log).map(({ method }) => method)).toEqual(['POST'])
      expect(statuses(text.replace('HTTP/1.1 100 Continue', ''))).toEqual([200])
    })
  })

  describe('requests that the HTTP parser refuses', () => {
    test.each([
      ['spaces', '/v2/tags?image_url=http://pictures.example/my photo.jpg'],
      ['letters beyond ASCII', '/v2/tags?image_url=http://pictures.example/фото.jpg'],
      ['letters in the path', '/v2/similar-images/colors/файлы/один'],
    ])('%s in an address are 400 with a sentence that gives advice, and the connection ends', async (_what, target) => {
      const { address, log, fetched } = await serve({ pictures: { [picture]: Buffer.from('picture') } })
      const { socket, ended } = open(address)
      socket.write(get(target))
      socket.write(get('/v2/usage'))
      const text = await ended
      expect(statuses(text)).toEqual([400])
      expect(text).toMatch(/^connection: close\r$/im)
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
        result: {},
        status: { type: 'error', text: expect.stringMatching(/percent-encoded.*image_url/) },
      })
      expect(requests(log)).toEqual([])
      expect(fetched).toEqual([])
    })

    test('an answer in progress arrives completely, nothing comes after it, and the connection ends', async () => {
      const { address, analysis } = await serve({ pictures: { [picture]: Buffer.from('picture') } })
      let release = () => {}
      analysis.state.hold = new Promise<void>((resolve) => (release = resolve))
      const { socket, ended } = open(address)
      socket.write(get(`/v2/tags?image_url=${picture}`))
      await expect.poll(() => analysis.state.running).toBe(1)
      socket.write('G\x01RBAGE\r\n\r\n')
      socket.write(get('/v2/usage'))
      release()
      expect(statuses(await ended)).toEqual([200])
    })

    test('after a complete answer it is 400, once', async () => {
      const { address, log } = await serve()
      const { socket, ended } = open(address)
      socket.write(get('/v2/usage'))
      await expect.poll(() => requests(log)).toHaveLength(1)
      socket.write('G\x01RBAGE\r\n\r\n')
      socket.write('G\x01RBAGE\r\n\r\n')
      expect(statuses(await ended)).toEqual([200, 400])
    })

    test('a body in broken chunks is answered once', async () => {
      const { address } = await serve()
      const { socket, ended, seen } = open(address)
      socket.write(
        `POST /v2/tags HTTP/1.1\r\n${credentials}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`,
      )
      await seen('100 Continue')
      socket.write('no length\r\n')
      expect(statuses((await ended).replace('HTTP/1.1 100 Continue', ''))).toEqual([400])
    })

    test('a broken body of an already refused request gets no second answer', async () => {
      const { address } = await serve()
      const { socket, ended, seen } = open(address)
      socket.write('POST /v2/tags HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n')
      await seen('"status"')
      socket.write('hellono end\r\n')
      expect(statuses(await ended)).toEqual([401])
    })
  })
})
