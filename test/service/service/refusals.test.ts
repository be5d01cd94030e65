import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { gridOf } from '../../fixtures/lying-heif.ts'
import type { Client } from './client.ts'
import { formOf } from './client.ts'
import { interfaceTable, methodsOf } from './interface-table.ts'
import { v1Error, v2Error } from './shapes.ts'
import { isCluster } from './test-place.ts'
import { openWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ graceMs: 60_000 })
})
afterAll(() => world.close())

/** Any method at all; an answer to HEAD has no body to wait for. */
async function askAs(method: string, path: string) {
  if (method !== 'HEAD') return world.client.main.raw(`${method} ${path} HTTP/1.1`)
  const { status, headers } = await world.client.main.ask(path, { method })
  return { status, headers: Object.fromEntries(headers) as Record<string, string>, body: '' }
}

const errorOf = (path: string) => (path.startsWith('/v1') ? v1Error : v2Error)
/** Every endpoint and method once, with any text for the parts of its path. */
const operations = [
  ...new Map(
    interfaceTable.map(({ method, path }) => [
      `${method} ${path}`,
      { method, path: path.replaceAll(/\{[\w-]+\}/g, 'any') },
    ]),
  ).values(),
]

/**
 * A request that is asked for its body and does not send it: it takes one place of its account until it is released.
 */
async function holdPlace(client: Client): Promise<Socket> {
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /v2/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${client.authorization}\r\nContent-Type: image/jpeg\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`,
  )
  const [heard] = await once(socket, 'data')
  expect(String(heard)).toContain('100 Continue')
  return socket
}

describe('405', () => {
  const known = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'REPORT']
  test.each([...methodsOf])('%s allows only %j', async (path, allowed) => {
    for (const method of known.filter((each) => !allowed.includes(each))) {
      const { status, headers, body } = await askAs(method, path)
      expect([method, status]).toEqual([method, 405])
      expect(headers['allow']?.split(', ').sort(), method).toEqual([...allowed].sort())
      expect(headers['content-type']).toMatch(/^application\/json/)
      if (method !== 'HEAD') expect(errorOf(path).safeParse(JSON.parse(body)).error).toBeUndefined()
    }
  })
})

describe('404', () => {
  test.each([
    '/v2',
    '/v2/',
    '/v1',
    '/v1/',
    '/v2/nothing',
    '/v1/nothing',
    '/v2/tags/a/b',
    '/v1/tags',
    '/v2/tagging',
    '/v3/tags',
    '/V2/tags',
    '/v2//tags',
    '/v1/uploads',
  ])('%s is not an endpoint', async (path) => {
    const { status, headers, body } = await world.client.main.ask(path)
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringMatching(/^application\/json/)])
    expect(errorOf(path).safeParse(body).error).toBeUndefined()
  })
})

describe('403 with a used-up quota', () => {
  const costly = interfaceTable.filter(({ processed, path }) => processed === 1 && !path.includes('{'))
  test.each(costly.map(({ method, path, picture }) => [method, path, picture] as const))(
    '%s %s',
    async (method, path, picture) => {
      const client = world.client['used-up']
      const query =
        picture === 'several'
          ? `url=${world.web.url}/photo.jpg`
          : picture === 'query'
            ? `image_url=${world.web.url}/photo.jpg`
            : ''
      const ask = () => client.ask(`${path}?${query}`, picture === 'file' ? formOf({ image: world.photo }) : { method })
      if ((await client.processed()) === 0) expect((await ask()).status).toBe(200)
      const { status, body } = await ask()
      expect(status).toBe(403)
      expect(errorOf(path).safeParse(body).error).toBeUndefined()
      expect(await client.processed()).toBe(1)
    },
  )
})

describe('429 with Retry-After', () => {
  let socket: Socket
  beforeAll(async () => {
    socket = await holdPlace(world.client.single)
  })
  afterAll(() => void socket.destroy())
  test.each(operations)('$method $path', async ({ method, path }) => {
    const { status, headers, body } = await world.client.single.ask(
      path,
      method === 'POST' ? formOf({ image: world.photo }) : { method },
    )
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(errorOf(path).safeParse(body).error).toBeUndefined()
  })
})

test('a picture of 610 bytes that would take a gigabyte is 400 and says so', { tags: 'night' }, async () => {
  const side = 4000
  const tile = sharp({ create: { width: side, height: side, channels: 3, background: '#468' } }).avif({ effort: 0 })
  const declared = { width: 64, height: 64 }
  const bomb = gridOf(await tile.toBuffer(), { rows: 4, columns: 4, width: 4 * side, height: 4 * side, declared })
  const { status, body } = await world.client.main.ask('/v2/tags', formOf({ image: bomb }))
  expect([status, body.status.text]).toEqual([400, expect.stringMatching(/MB of memory/)])
})

describe.skipIf(isCluster)('503 with Retry-After while the service stops', () => {
  let closing: Promise<unknown>
  let socket: Socket
  beforeAll(async () => {
    socket = await holdPlace(world.client.main)
    closing = world.stop()
    // what has arrived by then is still answered
    await until('it refuses requests', async () => (await world.client.main.ask('/v2/tags')).status === 503)
  })
  afterAll(async () => {
    socket.destroy()
    await closing
  })
  test.each(operations)('$method $path', async ({ method, path }) => {
    const { status, headers, body } = await world.client.main.ask(
      path,
      method === 'POST' ? formOf({ image: world.photo }) : { method },
    )
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(errorOf(path).safeParse(body).error).toBeUndefined()
  })
})
