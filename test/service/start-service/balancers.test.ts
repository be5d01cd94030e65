import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startRealNode } from '../../fixtures/cluster/node-process.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { freePort } from '../../fixtures/proxies/free-port.ts'
import { hasProxy } from '../../fixtures/proxies/proxy-process.ts'
import { waitForEnd } from '../../shells/cli/run-cli.ts'
import { basic, KEY, SECRET, serve } from '../http/serve.ts'
import { startHaproxy, startNginx } from './deployed.ts'

const headers = { authorization: basic(KEY, SECRET) }
const sending = { ...headers, 'content-type': 'image/png' }
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sent = { method: 'POST', headers: sending, body: PICTURE }
const idOf = (number: number) => String(number).padStart(32, 'a')

type Node = Awaited<ReturnType<typeof serve>>

const serveThree = () => Promise.all([serve(), serve(), serve()])
const addressesOf = (nodes: readonly { address: string }[]) => nodes.map(({ address }) => address)
/** The number of calls for tags that each node has answered. */
const countCalls = (nodes: readonly Node[]) =>
  nodes.map(({ log }) => log.lines.filter(({ details }) => 'route' in details && details.route === '/v2/tags').length)

/** Sends pictures until stopped, four at a time; returns the answers that were not 200. */
function keepAsking(address: string) {
  let goesOn = true
  const refused: string[] = []
  const state = { answered: 0 }
  const ask = async () => {
    while (goesOn) {
      const fault = await fetch(`${address}/v2/tags`, sent).then(
        async (answer) => {
          const text = await answer.text()
          return answer.status === 200 ? null : `${answer.status} ${text}`
        },
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      )
      state.answered += 1
      if (fault !== null) refused.push(fault)
    }
  }
  const asking = Promise.all([ask(), ask(), ask(), ask()])
  const stop = async () => {
    goesOn = false
    await asking
    return refused
  }
  return { state, stop }
}

/** An address that cuts every connection as soon as a request arrives, like a killed process. */
async function openCutting(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // A balancer's health check gets an answer, so that it still sends requests.
    socket
      .on('error', () => undefined)
      .on('data', (sent) => {
        if (sent.includes('/readyz')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
        else socket.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const unavailable = {
  result: {},
  status: { type: 'error', text: 'The service cannot be reached now. Try again in a second.' },
}

describe.skipIf(!hasProxy('haproxy'))('proxy: haproxy, as published', () => {
  test('calls about one picture go to one node, and those about many to all', { tags: 'night' }, async () => {
    const nodes = await serveThree()
    const { address } = await startHaproxy(addressesOf(nodes))
    for (let n = 0; n < 12; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(1)}`, { headers })
    expect(countCalls(nodes).sort()).toEqual([0, 0, 12])
    for (let n = 0; n < 60; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(n)}`, { headers })
    expect(countCalls(nodes).every((count) => count > 0)).toBe(true)
  })

  test('a node gets no requests before its engine is warm', async () => {
    const nodes = await Promise.all([serve(), serve()])
    const [, starting] = nodes
    starting!.analysis.state.isWarm = false
    const { address, isDown, isUp } = await startHaproxy(addressesOf(nodes))
    expect([await isUp(2), await isDown(2)]).toEqual([false, true])
    const ask = async () => {
      for (let n = 0; n < 10; n++) expect((await fetch(`${address}/v2/tags`, sent)).status).toBe(200)
    }
    await ask()
    expect(countCalls(nodes)).toEqual([10, 0])
    starting!.analysis.state.isWarm = true
    await expect.poll(() => isUp(2)).toBe(true)
    await ask()
    expect(countCalls(nodes)[1]).toBeGreaterThan(0)
  })

  test('a node is stopped and started again under load, and no request fails', async () => {
    const state: { isDrained?: (node: number) => Promise<boolean> } = {}
    const start = (number: number, port = 0) => {
      const drain = () => expect.poll(() => state.isDrained!(number)).toBe(true)
      return serve({ port, drain: async () => drain() })
    }
    const [first, second] = [await start(1), await start(2)]
    const { address, isDown, isDrained } = await startHaproxy(addressesOf([first, second]))
    state.isDrained = isDrained
    const asking = keepAsking(address)
    await first.service.close()
    await start(1, Number(new URL(first.address).port))
    await expect.poll(() => isDown(1)).toBe(false)
    const { answered } = asking.state
    await expect.poll(() => asking.state.answered).toBeGreaterThan(answered + 8)
    expect(await asking.stop()).toEqual([])
    state.isDrained = async () => true // the remaining nodes are closed with the test, when nothing checks them
  })

  test.each(['SQLite', ...(hasPostgres ? ['PostgreSQL'] : [])])(
    'one node of the program after another is restarted under load, and none of 5,000 requests fails (%s)',
    { tags: 'night', timeout: 1_800_000 },
    async (store) => {
      const database = store === 'PostgreSQL' ? await createTestDatabase() : undefined
      const objects = database && tempFolder()
      const places = await Promise.all(
        [1, 2].map(async (number) => {
          const port = await freePort()
          const place = { dataDir: join(tempFolder(), 'data'), port, database: database?.url, objects, drainMs: 10_000 }
          return { ...place, number, address: `http://127.0.0.1:${port}` }
        }),
      )
      const env = { LUMAFOLD_SERVICE_KEY: KEY, LUMAFOLD_SERVICE_SECRET: SECRET }
      const launch = async (place: (typeof places)[number]) => (await startRealNode(place, env)).child
      const running = new Map(
        await Promise.all(places.map(async (place) => [place.number, await launch(place)] as const)),
      )
      onTestFinished(async () => {
        await Promise.all(
          [...running.values()].map((child) => {
            child.kill('SIGKILL')
            return waitForEnd(child)
          }),
        )
        await database?.drop()
      })
      for (const place of places)
        // HAProxy assumes all are ready until its first check
        await expect.poll(async () => (await fetch(`${place.address}/readyz`)).status).toBe(200)
      const { address, isUp } = await startHaproxy(addressesOf(places))
      const asking = keepAsking(address)
      while (asking.state.answered < 5000)
        for (const place of places) {
          running.get(place.number)!.kill('SIGTERM')
          expect(await waitForEnd(running.get(place.number)!)).toBe(0)
          running.set(place.number, await launch(place))
          await expect.poll(() => isUp(place.number)).toBe(true)
        }
      expect(await asking.stop()).toEqual([])
    },
  )

  test('a node killed within a request is reported as 503 with Retry-After', async () => {
    const node = await openCutting()
    const { address } = await startHaproxy([node, node, node])
    const response = await fetch(`${address}/v2/tags`, sent)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual(unavailable)
  })
})

describe.skipIf(!hasProxy('nginx'))('proxy: nginx, as published', () => {
  test('calls about one picture go to one node, and those about many to all', async () => {
    const nodes = await serveThree()
    const address = await startNginx(addressesOf(nodes))
    for (let n = 0; n < 12; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(1)}`, { headers })
    expect(countCalls(nodes).sort()).toEqual([0, 0, 12])
    for (let n = 0; n < 60; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(n)}`, { headers })
    expect(countCalls(nodes).every((count) => count > 0)).toBe(true)
  })

  test('a request to a node that is down goes to another one', { tags: 'night' }, async () => {
    const nodes = await serveThree()
    const address = await startNginx(addressesOf(nodes))
    await nodes[0]!.service.close()
    for (let n = 0; n < 30; n++) {
      const { status } = await fetch(`${address}/v2/tags`, sent)
      expect(status).toBe(200)
    }
  })

  test('a node killed within a request is reported as 503 with Retry-After', async () => {
    const node = await openCutting()
    const address = await startNginx([node, node, node])
    const response = await fetch(`${address}/v2/tags`, sent)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual(unavailable)
  })
})
