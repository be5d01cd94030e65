import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasProxy } from '../../fixtures/proxies/proxy-process.ts'
import { basic, KEY, SECRET, serve } from '../http/serve.ts'
import { startHaproxy, startNginx } from './deployed.ts'

const headers = { authorization: basic(KEY, SECRET) }
const sending = { ...headers, 'content-type': 'image/png' }
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const idOf = (number: number) => String(number).padStart(32, 'a')

type Node = Awaited<ReturnType<typeof serve>>

const serveThree = () => Promise.all([serve(), serve(), serve()])
const addressesOf = (nodes: readonly Node[]) => nodes.map(({ address }) => address)
/** How many calls for tags each node has answered. */
const countCalls = (nodes: readonly Node[]) =>
  nodes.map(({ log }) => log.lines.filter(({ details }) => 'route' in details && details.route === '/v2/tags').length)

/** Sends pictures until told to stop, four at a time; answers with the statuses that were not 200. */
function keepAsking(address: string) {
  let goesOn = true
  const refused: number[] = []
  const state = { answered: 0 }
  const ask = async () => {
    while (goesOn) {
      const { status } = await fetch(`${address}/v2/tags`, { method: 'POST', headers: sending, body: PICTURE })
      state.answered += 1
      if (status !== 200) refused.push(status)
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

/** An address where every connection is cut as soon as a request comes, as by a process that is killed. */
async function openCutting(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // A balancer that asks how the node is gets an answer, so that it goes on sending.
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
  test('calls about one picture go to one node, and those about many to all', async () => {
    const nodes = await serveThree()
    const { address } = await startHaproxy(addressesOf(nodes))
    for (let n = 0; n < 12; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(1)}`, { headers })
    expect(countCalls(nodes).sort()).toEqual([0, 0, 12])
    for (let n = 0; n < 60; n++) await fetch(`${address}/v2/tags?image_upload_id=${idOf(n)}`, { headers })
    expect(countCalls(nodes).every((count) => count > 0)).toBe(true)
  })

  test(
    'one node after the other is stopped and started again, and no request fails',
    { tags: 'night', timeout: 60_000 },
    async () => {
      const nodes: (Node & { number: number })[] = []
      const state: { isDown?: (node: number) => Promise<boolean> } = {}
      const start = async (number: number, port = 0) => {
        const drain = () => expect.poll(() => state.isDown!(number), { timeout: 20_000 }).toBe(true)
        return { ...(await serve({ port, drain: async () => drain() })), number }
      }
      for (const number of [1, 2, 3]) nodes.push(await start(number))
      const { address, isDown } = await startHaproxy(addressesOf(nodes))
      state.isDown = isDown
      const asking = keepAsking(address)
      for (const node of nodes) {
        await node.service.close()
        await start(node.number, Number(new URL(node.address).port))
        await expect.poll(() => isDown(node.number), { timeout: 20_000 }).toBe(false)
        const { answered } = asking.state
        await expect.poll(() => asking.state.answered).toBeGreaterThan(answered + 8)
      }
      expect(await asking.stop()).toEqual([])
      state.isDown = async () => true // the nodes that are left are closed with the test, when nobody looks any more
    },
  )

  test('a node that is killed within a request is told as 503 with Retry-After', async () => {
    const node = await openCutting()
    const { address } = await startHaproxy([node, node, node])
    const response = await fetch(`${address}/v2/tags`, { method: 'POST', headers: sending, body: PICTURE })
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

  test('a request to a node that is gone goes to another one', async () => {
    const nodes = await serveThree()
    const address = await startNginx(addressesOf(nodes))
    await nodes[0]!.service.close()
    for (let n = 0; n < 30; n++) {
      const { status } = await fetch(`${address}/v2/tags`, { method: 'POST', headers: sending, body: PICTURE })
      expect(status).toBe(200)
    }
  })

  test('a node that is killed within a request is told as 503 with Retry-After', async () => {
    const node = await openCutting()
    const address = await startNginx([node, node, node])
    const response = await fetch(`${address}/v2/tags`, { method: 'POST', headers: sending, body: PICTURE })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual(unavailable)
  })
})
