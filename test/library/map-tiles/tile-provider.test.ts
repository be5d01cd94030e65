import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { reads } from '../../fixtures/reads.ts'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { noMapTiles, sourceOf, type MapTiles } from '../../../src-main/contract/library/map-tiles.ts'
import { Settings } from '../../../src-main/contract/library/settings.ts'
import { noLog } from '../../../src-main/library/host/log.ts'
import { TileProvider, type TileProviderOptions } from '../../../src-main/library/map-tiles/tile-provider.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sendStatus, sendTile, startTileServer, type TileServerFixture } from '../../fixtures/tile-server.ts'

const DAY = 24 * 3_600_000
const tile = { z: 3, x: 4, y: 2, scale: 1 } as const

let server: TileServerFixture
let folder: string
let now: number
let tiles: MapTiles
let events: LibraryEvent[]
const opened: TileProvider[] = []

beforeEach(async () => {
  server = await startTileServer()
  folder = tempFolder('tiles')
  now = Date.now()
  events = []
  use(server.template)
})
afterEach(async () => {
  for (const provider of opened.splice(0)) await provider.close()
  await server.close()
})

function use(template: string): void {
  tiles = { isOn: true, server: 'own', own: { template, attribution: 'Test', link: '', maxZoom: 5 } }
}
function open(options: Partial<TileProviderOptions> = {}): TileProvider {
  const provider = new TileProvider({
    catalog: { settings: { get: () => Settings.parse({ mapTiles: tiles }) } as never },
    hub: { publish: (event) => void events.push(event) },
    log: noLog,
    libraryDir: folder,
    version: '1.2.3',
    now: () => now,
    ...options,
  })
  opened.push(provider)
  return provider
}
const ask = (provider: TileProvider, change: object = {}) =>
  provider.serve({ ...tile, source: sourceOf(tiles.own), ...change })
const reported = () => events.map((event) => (event.type === 'map-tiles.changed' ? inEnglish(event.state.problem) : ''))

test('nothing is fetched or shown while tiles are off, whatever is cached', async () => {
  const provider = open()
  await ask(provider)
  expect(server.requests).toHaveLength(1)
  for (const off of [noMapTiles, { ...tiles, isOn: false }, { ...tiles, server: null }]) {
    tiles = { ...off, own: tiles.own }
    expect(await ask(provider)).toBeNull()
    expect(await ask(provider, { x: 5 })).toBeNull()
  }
  expect(server.requests).toHaveLength(1)
})

test("a tile comes from the chosen address, is requested under the program's name, and is cached", async () => {
  const provider = open()
  const served = await ask(provider)
  expect(served?.type).toBe('image/png')
  expect([...served!.bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  expect(server.requests[0]?.path).toBe('/3/4/2.png')
  expect(server.requests[0]?.headers).toMatchObject({ 'user-agent': 'Lumafold/1.2.3 (photo organiser)' })
  expect(server.requests[0]?.headers).not.toHaveProperty('cookie')
  expect((await ask(provider))?.bytes).toEqual(served?.bytes)
  expect((await ask(open()))?.bytes).toEqual(served?.bytes)
  expect(server.requests).toHaveLength(1)
})

test('only tiles of the server in use are requested, within its zooms', async () => {
  const provider = open()
  expect(await ask(provider, { source: '00000000' })).toBeNull()
  expect(await ask(provider, { z: 6 })).toBeNull()
  expect(server.requests).toEqual([])
})

test('sharp tiles are requested if the server has them', async () => {
  const provider = open()
  await ask(provider, { scale: 2 })
  use(server.template.replace('.png', '{r}.png'))
  await ask(provider, { scale: 2 })
  await ask(provider, { scale: 1 })
  expect(server.requests.map(({ path }) => path)).toEqual(['/3/4/2.png', '/3/4/2@2x.png', '/3/4/2.png'])
})

test('a cached tile is fresh for at least a week; then the server is asked whether it changed', async () => {
  const provider = open()
  server.answerWith((_request, response, bytes) =>
    response.writeHead(200, { 'content-type': 'image/png', etag: '"one"', 'cache-control': 'max-age=60' }).end(bytes),
  )
  const first = await ask(provider)
  now += 7 * DAY - 1000
  await ask(provider)
  expect(server.requests).toHaveLength(1)
  server.answerWith(sendStatus(304, { etag: '"one"', 'cache-control': `max-age=${30 * 86_400}` }))
  now += 2000
  expect((await ask(provider))?.bytes).toEqual(first?.bytes)
  expect(server.requests[1]?.headers['if-none-match']).toBe('"one"')
  now += 29 * DAY
  await ask(open())
  expect(server.requests).toHaveLength(2)
  now += 2 * DAY
  await ask(provider)
  expect(server.requests).toHaveLength(3)
})

test('a tile that the server forbids to cache is shown and not cached', async () => {
  const provider = open()
  server.answerWith((_request, response, bytes) =>
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(bytes),
  )
  expect(await ask(provider)).not.toBeNull()
  expect(await provider.keptBytes()).toBe(0)
})

test('without the server, cached tiles are shown at any age', async () => {
  const provider = open()
  const first = await ask(provider)
  await server.close()
  now += 365 * DAY
  expect((await ask(provider))?.bytes).toEqual(first?.bytes)
  expect(await ask(provider, { x: 5 })).toBeNull()
  expect(inEnglish(provider.state().problem)).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: /)
})

test('all tiles together stay within a limit, and the least recently shown are deleted first', async () => {
  const size = await sizeOfOne()
  const provider = open({ maxBytes: Math.round(2.5 * size) })
  for (const x of [0, 1]) await ask(provider, { x })
  await ask(provider, { x: 0 })
  await ask(provider, { x: 2 })
  expect(readdirSync(join(folder, 'map-tiles')).map((name) => name.slice(9))).toEqual(['3-0-2.tile', '3-2-2.tile'])
  expect(await provider.keptBytes()).toBeLessThanOrEqual(2.5 * size)
  await provider.clear()
  expect(readdirSync(join(folder, 'map-tiles'))).toEqual([])
})

async function sizeOfOne(): Promise<number> {
  const elsewhere = open({ libraryDir: tempFolder('one-tile') })
  await ask(elsewhere)
  return elsewhere.keptBytes()
}

test('a damaged cached tile is fetched again', async () => {
  await ask(open())
  const kept = join(folder, 'map-tiles')
  for (const [index, damage] of ['', 'no line', '{"type":"text/html"}\n<script>', '{]\n'].entries()) {
    for (const name of readdirSync(kept)) writeFileSync(join(kept, name), damage)
    expect((await ask(open()))?.type).toBe('image/png')
    expect(server.requests).toHaveLength(index + 2)
  }
})

test.each([
  ['text', { 'content-type': 'text/html' }, Buffer.from('<h1>Blocked</h1>'), 'sends text/html instead of a tile'],
  ['text that is called a picture', { 'content-type': 'image/png' }, Buffer.from('<svg/>'), 'no PNG, JPEG or WebP'],
  ['a picture of another kind', { 'content-type': 'image/gif' }, Buffer.from('GIF89a\x01\0\x01\0\0\0'), 'no PNG, JPEG'],
  ['what has no type', {}, Buffer.from('?'), 'something without a type'],
  ['too many bytes', { 'content-type': 'image/png' }, Buffer.alloc(2 * 2 ** 20 + 1), 'something far too large'],
  ['too many pixels', { 'content-type': 'image/png' }, pngHeader(40_000, 256), '40000 × 256 pixels'],
])('%s is not a tile', async (_what, headers, bytes, words) => {
  const provider = open()
  server.answerWith((_request, response) => void response.writeHead(200, headers).end(bytes))
  expect(await ask(provider)).toBeNull()
  expect(inEnglish(provider.state().problem)).toContain(words)
  expect(await provider.keptBytes()).toBe(0)
})

function pngHeader(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('a server that asks for a pause gets it, then is asked again', async () => {
  const provider = open()
  server.answerWith(sendStatus(429, { 'retry-after': '120' }))
  expect(await ask(provider)).toBeNull()
  expect(provider.state()).toEqual({ problem: reads(/too many tiles \(429\)/), retryAt: now + 120_000 })
  server.answerWith(sendTile)
  now += 119_000
  expect(await ask(provider, { x: 5 })).toBeNull()
  expect(server.requests).toHaveLength(1)
  now += 2000
  expect(await ask(provider)).not.toBeNull()
  expect(provider.state()).toEqual({ problem: null, retryAt: null })
  expect(reported()).toEqual([expect.stringContaining('429'), ''])
})

test('repeated failures lengthen the pauses, and a person can retry before they end', async () => {
  const provider = open()
  server.answerWith(sendStatus(500))
  const pauses: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    await ask(provider)
    pauses.push(provider.state().retryAt! - now)
    now = provider.state().retryAt!
  }
  expect(pauses).toEqual([10_000, 20_000, 40_000])
  await ask(provider)
  server.answerWith(sendTile)
  provider.retry()
  expect(await ask(provider)).not.toBeNull()
})

test('after a refusal a server is left alone for an hour, while another one is asked at once', async () => {
  const provider = open()
  server.answerWith(sendStatus(403))
  await ask(provider)
  expect(provider.state()).toEqual({
    problem: reads(/refuses its tiles \(403\)/),
    retryAt: now + 3_600_000,
  })
  server.answerWith(sendTile)
  use(server.template.replace('.png', '.jpg'))
  expect(await ask(provider)).not.toBeNull()
  expect(provider.state().problem).toBeNull()
})

test('a tile that the server lacks is not requested again, and is not a failure once others came', async () => {
  const provider = open()
  server.answerWith(sendStatus(404))
  expect(await ask(provider)).toBeNull()
  expect(provider.state()).toEqual({ problem: reads(/no tiles for what is shown/), retryAt: null })
  server.answerWith(sendTile)
  expect(await ask(provider)).toBeNull()
  expect(await ask(provider, { x: 5 })).not.toBeNull()
  server.answerWith(sendStatus(404))
  expect(await ask(provider, { x: 6 })).toBeNull()
  expect(provider.state().problem).toBeNull()
  expect(server.requests).toHaveLength(3)
})

test('a redirect within the server is followed, and none to another server', async () => {
  const other = await startTileServer()
  const provider = open()
  server.answerWith((request, response, bytes) =>
    request.url === '/moved.png'
      ? sendTile(request, response, bytes)
      : sendStatus(302, { location: '/moved.png' })(request, response, bytes),
  )
  expect(await ask(provider)).not.toBeNull()
  server.answerWith(sendStatus(302, { location: other.template }))
  expect(await ask(provider, { x: 5 })).toBeNull()
  expect(inEnglish(provider.state().problem)).toContain('enter its address')
  expect(other.requests).toEqual([])
  await other.close()
})

test('circular redirects end', async () => {
  server.answerWith(sendStatus(302, { location: '/again.png' }))
  const provider = open()
  expect(await ask(provider)).toBeNull()
  expect(server.requests).toHaveLength(3)
})

test('at most two requests are active, and one that left the screen is never sent', async () => {
  const provider = open()
  const waiting: (() => void)[] = []
  server.answerWith((request, response, bytes) => void waiting.push(() => sendTile(request, response, bytes)))
  const leaving = new AbortController()
  const asked = [0, 1, 2].map((x) => ask(provider, { x }))
  const left = ask(provider, { x: 3, signal: leaving.signal })
  await expect.poll(() => waiting).toHaveLength(2)
  leaving.abort()
  await expect(left).rejects.toThrow()
  for (const answer of waiting.splice(0)) answer()
  await expect.poll(() => waiting).toHaveLength(1)
  waiting[0]!()
  expect(await Promise.all(asked)).not.toContain(null)
  expect(server.requests).toHaveLength(3)
  expect(server.most()).toBe(2)
})

test('waiting tiles are not fetched once tiles are off', async () => {
  const provider = open()
  const waiting: (() => void)[] = []
  server.answerWith((request, response, bytes) => void waiting.push(() => sendTile(request, response, bytes)))
  const asked = [0, 1, 2, 3].map((x) => ask(provider, { x }))
  await expect.poll(() => waiting).toHaveLength(2)
  tiles = { ...tiles, isOn: false }
  for (const answer of waiting) answer()
  expect((await Promise.all(asked)).slice(2)).toEqual([null, null])
  expect(server.requests).toHaveLength(2)
})
