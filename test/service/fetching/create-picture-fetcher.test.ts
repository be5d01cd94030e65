import { createHash } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createPictureFetcher, type FetcherOptions } from '../../../src-main/service/fetching/create-picture-fetcher.ts'
import { isPublicAddress } from '../../../src-main/service/fetching/is-public-address.ts'
import { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import { openUploads } from '../../../src-main/service/uploads/stored-uploads.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { flatPicture } from '../../fixtures/pictures.ts'
import { openStore, silentLog } from '../temp-data.ts'
import { serve, serveSocket } from './local-server.ts'

const LIMITS = { bytes: 1_000_000 }
const picture = await flatPicture([200, 20, 30], 60, 40)

async function open(options: Partial<FetcherOptions> = {}) {
  const folder = tempFolder()
  const uploads = await openUploads({ folder, store: openStore(), log: silentLog, minFreeBytes: 0 })
  const fetcher = createPictureFetcher({
    hold: (body, limits) => uploads.hold(body, limits),
    allowPrivate: true,
    ...options,
  })
  onTestFinished(() => fetcher.close())
  const fetch = (url: string, signal?: AbortSignal) => fetcher.fetch(url, LIMITS, signal)
  const refusal = async (url: string) => {
    const error: unknown = await fetch(url).then(
      () => expect.unreachable('no error came'),
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ServiceError)
    return `${(error as ServiceError).status} ${(error as ServiceError).message}`
  }
  return { fetch, refusal, leftovers: () => readdirSync(join(folder, 'passing')) }
}

/**
 * 127.0.0.1 represents the internet: a server there can be reached, and every other address of this machine stays
 * private.
 */
const isPublic = (address: string) => address === '127.0.0.1' || isPublicAddress(address)
const sendPicture: RequestListener = (_request, response) => void response.end(picture)
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end('moved')

test('a picture arrives as a file with the hash of its bytes, under any type, and is deleted on release', async () => {
  const asked: { url: string | undefined; headers: Record<string, unknown> }[] = []
  const address = await serve((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end(picture)
  })
  const { fetch } = await open()
  const held = await fetch(` ${address}/a picture.jpg?ü=1#x `)
  expect(readFileSync(held.path).equals(picture)).toBe(true)
  expect(held.pictureId).toBe(createHash('sha256').update(picture).digest('hex'))
  await held.release()
  expect(existsSync(held.path)).toBe(false)
  await (await fetch(address)).release()
  expect(asked[0]!.url).toBe('/a%20picture.jpg?%C3%BC=1')
  expect(asked[0]!.headers).toMatchObject({
    'accept-encoding': 'identity',
    'user-agent': expect.stringContaining('Lumafold'),
  })
  expect([asked[1]!.headers['cookie'], asked[1]!.headers['authorization'], asked[1]!.headers['referer']]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('redirects of every kind are followed, even relative ones, up to five', async () => {
  const address = await serve((request, response) => {
    const left = Number(request.url!.slice(1))
    if (left === 0) response.end(picture)
    else
      response
        .writeHead([301, 302, 303, 307, 308][left % 5]!, {
          location: left % 2 ? `${left - 1}` : `http://${request.headers.host}/${left - 1}`,
        })
        .end()
  })
  const { fetch, refusal } = await open()
  await (await fetch(`${address}/5`)).release()
  expect(await refusal(`${address}/6`)).toMatch(/^400 .*more than 5 redirects/)
})

test.each([
  ['a private address', 'http://127.0.0.2:9/', /private or reserved/],
  ['a private address in one number', 'http://2130706434:9/', /private or reserved/],
  ['a private address of IPv6', 'http://[::1]:9/', /private or reserved/],
  ['a mapped address', 'http://[::ffff:127.0.0.2]:9/', /private or reserved/],
  ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', /private or reserved/],
  ['a name with a private address', 'http://inside.example/', /inside\.example leads to a private/],
  ['another scheme', 'file:///etc/passwd', /file:/],
  ['credentials', 'http://a:b@127.0.0.1/', /password/],
])('a redirect to %s is refused', async (_kind, location, reason) => {
  const address = await serve(redirectTo(location))
  const { refusal, leftovers } = await open({
    allowPrivate: false,
    isPublic,
    resolve: async () => [{ address: '10.1.2.3', family: 4 }],
  })
  const message = await refusal(address)
  expect(message).toMatch(/^400 /)
  expect(message).toMatch(reason)
  expect(leftovers()).toEqual([])
})

test('without permission, servers of this machine are refused and never reached, by address and by name', async () => {
  let connections = 0
  const address = await serveSocket(() => void connections++)
  const { port } = new URL(address)
  const { refusal } = await open({ allowPrivate: false })
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]'])
    expect(await refusal(`http://${host}:${port}/`)).toMatch(/^400 .*private or reserved/)
  expect(connections).toBe(0)
})

test('a connection goes to the checked address: a name that changes its address gains nothing', async () => {
  let reached = 0
  const outside = await serve((_request, response) => void response.end(picture))
  const { port } = new URL(outside)
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
  let lookups = 0
  const { fetch } = await open({
    allowPrivate: false,
    isPublic: (address) => (reached++, isPublic(address)),
    resolve: async () => [{ address: answers[lookups++]!, family: 4 }],
  })
  await (await fetch(`http://rebinding.example:${port}/`)).release()
  expect([lookups, reached]).toEqual([1, 1])
})

test.each<[string, RequestListener, RegExp]>([
  ['404', (_q, response) => void response.writeHead(404).end('none'), /^400 .*answered 404/],
  ['500', (_q, response) => void response.writeHead(500).end(picture), /^400 .*answered 500/],
  [
    'a web page',
    (_q, response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><html>'),
    /^400 .*not a picture/,
  ],
  ['nothing', (_q, response) => void response.end(), /^400 .*empty/],
  ['a redirect to nowhere', (_q, response) => void response.writeHead(302).end(), /^400 .*302 without/],
  [
    'something packed',
    (_q, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(picture)),
    /^400 .*compressed/,
  ],
  [
    'a length beyond the limit',
    (_q, response) => void response.writeHead(200, { 'content-length': 2_000_000 }).write(picture),
    /^413 .*2000000/,
  ],
  ['more than the limit, bit by bit', (_q, response) => endless(response), /^413 /],
  [
    'a picture cut off',
    (_q, response) =>
      void response.writeHead(200, { 'content-length': picture.length + 10 }).write(picture, () => response.destroy()),
    /^400 .*cut the connection/,
  ],
  ['a hang-up', (request) => void request.socket.destroy(), /^400 .*cut the connection/],
])('an answer that is %s is refused, and no file stays', async (_kind, listener, message) => {
  const address = await serve(listener)
  const { refusal, leftovers } = await open()
  expect(await refusal(address)).toMatch(message)
  expect(leftovers()).toEqual([])
})

function endless(response: ServerResponse): void {
  response.write(picture)
  // after a turn of the event loop, in which the end of the connection is noticed
  const more = () => void (response.destroyed || response.write(Buffer.alloc(100_000), () => setImmediate(more)))
  more()
}

test.each<[string, string, RegExp]>([
  ['a port where nobody listens', 'http://127.0.0.1:9/', /refuses connections/],
  [
    'a name that does not exist',
    'http://no-such-host.invalid/',
    /no host named no-such-host\.invalid|could not be looked up/,
  ],
  ['https where there is none', '', /certificate|cut the connection|could not be read/],
])('%s is reported in a sentence', async (_kind, url, reason) => {
  const { refusal } = await open()
  const message = await refusal(url || (await serve(sendPicture)).replace('http:', 'https:'))
  expect(message).toMatch(/^400 /)
  expect(message).toMatch(reason)
})

test('a non-HTTP answer is refused', async () => {
  const address = await serveSocket((socket) => void socket.end('SSH-2.0-OpenSSH\r\n\r\n'))
  const { refusal } = await open()
  expect(await refusal(address)).toMatch(/^400 .*(proper HTTP|cut the connection)/)
})

test.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  ['sends one byte now and then', (_q, response) => drip(response)],
  [
    'redirects slowly for ever',
    (_q, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150).unref(),
  ],
])('a server that %s is given up after the total time limit', async (_kind, listener) => {
  const address = await serve(listener)
  const { refusal, leftovers } = await open({ times: { totalMs: 400 } })
  expect(await refusal(address)).toMatch(/^400 .*timed out/)
  expect(leftovers()).toEqual([])
})

function drip(response: ServerResponse): void {
  let at = 0
  const timer = setInterval(() => response.write(picture.subarray(at, ++at)), 50).unref()
  response.on('close', () => clearInterval(timer))
}

test('a client that leaves is released with its own reason', async () => {
  const leaving = new AbortController()
  const address = await serve(
    (_q, response) => void response.write(picture.subarray(0, 1), () => leaving.abort(new Error('the client left'))),
  )
  const { fetch, leftovers } = await open()
  await expect(fetch(address, leaving.signal)).rejects.toThrow('the client left')
  expect(leftovers()).toEqual([])
})
