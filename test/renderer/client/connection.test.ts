import { RPCHandler } from '@orpc/server/message-port'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oc } from '@orpc/contract'
import { keepConnected, type Link } from '../../../src-renderer/client/connection.ts'
import { joinLinks } from '../../../src-renderer/client/port-connection.ts'
import { isRefused, rpcAddress } from '../../../src-renderer/client/websocket-connection.ts'
import { RPCLink } from '@orpc/client/message-port'
import { z } from 'zod'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const linkThatSays = (text: string): Link => ({ call: async () => text })

test('a call made while the connection is down is answered after the next connection', async () => {
  const opened: { onOpen: (link: Link) => void; onLost: () => void }[] = []
  const connection = keepConnected((handlers) => opened.push(handlers))
  opened[0]?.onOpen(linkThatSays('first'))
  expect(connection.state.value).toBe('open')
  opened[0]?.onLost()
  expect(connection.state.value).toBe('lost')
  const answer = connection.client.shell.info()
  await vi.advanceTimersByTimeAsync(1000)
  opened[1]?.onOpen(linkThatSays('second'))
  expect(await answer).toBe('second')
  expect(connection.state.value).toBe('open')
})

test('pauses grow while nothing answers', async () => {
  let tries = 0
  keepConnected(({ onLost }) => {
    tries += 1
    queueMicrotask(onLost)
  })
  await vi.advanceTimersByTimeAsync(1000)
  const early = tries
  await vi.advanceTimersByTimeAsync(10_000)
  expect(early).toBeGreaterThan(1)
  expect(tries - early).toBeLessThan(5)
})

test('a restarted program refuses the page until the page is known to it', async () => {
  const opened: { onOpen: (link: Link) => void; onLost: (isRefused?: boolean) => void }[] = []
  const connection = keepConnected((handlers) => opened.push(handlers))
  opened[0]?.onOpen(linkThatSays('first'))
  opened[0]?.onLost()
  expect(connection.state.value).toBe('lost')
  await vi.advanceTimersByTimeAsync(1000)
  opened[1]?.onLost(true)
  expect(connection.state.value).toBe('refused')
  await vi.advanceTimersByTimeAsync(1000)
  opened[2]?.onLost()
  expect(connection.state.value).toBe('lost')
  await vi.advanceTimersByTimeAsync(2000)
  opened[3]?.onOpen(linkThatSays('again'))
  expect(connection.state.value).toBe('open')
})

test.each([
  [401, true],
  [200, false],
  [null, false],
])('an answer of %s means refused: %s', async (status, refused) => {
  vi.useRealTimers()
  vi.stubGlobal('fetch', async () => {
    if (status === null) throw new TypeError('Failed to fetch')
    return new Response('', { status })
  })
  expect(await isRefused('http://127.0.0.1:4807/#/', 'a-token')).toBe(refused)
  vi.unstubAllGlobals()
})

test('the first part of a name chooses the port', async () => {
  vi.useRealTimers()
  const contract = { info: oc.input(z.void()).output(z.string()) }
  const linkTo = (text: string): Link => {
    const { port1, port2 } = new MessageChannel()
    new RPCHandler({ info: implement(contract).info.handler(() => text) }).upgrade(port2)
    port2.start()
    port1.start()
    return new RPCLink({ port: port1 })
  }
  const joined = joinLinks({ library: linkTo('from the library'), shell: linkTo('from the shell') })
  expect(await joined.call(['shell', 'info'], undefined, { context: {} })).toBe('from the shell')
  expect(await joined.call(['library', 'info'], undefined, { context: {} })).toBe('from the library')
})

test('the socket is on the page’s own host', () => {
  expect(rpcAddress('http://127.0.0.1:4807/?x=1#/photo/3', 'abc')).toBe('ws://127.0.0.1:4807/rpc?token=abc')
  expect(rpcAddress('https://photos.example/', 'abc')).toBe('wss://photos.example/rpc?token=abc')
})
