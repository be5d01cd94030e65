import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { z } from 'zod'
import { expect, test, vi } from 'vitest'
import type { HttpAnswer } from '../../../../src-main/engines/remote/http/call.ts'
import { RemoteError } from '../../../../src-main/engines/remote/http/remote-error.ts'
import { ConcurrencyLimiter } from '../../../../src-main/engines/remote/limits/concurrency-limiter.ts'
import { RetryingClient } from '../../../../src-main/engines/remote/limits/retrying-client.ts'

type Answer = number | Error | { status: number; retryAfter: string }
const request = { call: { method: 'GET' as const, path: '/v2/tags' }, schema: z.literal('good') }

/** A client of a service that gives these answers in turn, and successes after them. */
function open(answers: Answer[] = [], { allowsRequests = true } = {}) {
  const send = vi.fn(async (): Promise<HttpAnswer> => {
    const next = answers.shift() ?? 200
    if (next instanceof Error) throw next
    const { status, retryAfter } = typeof next === 'number' ? { status: next, retryAfter: undefined } : next
    return { status, headers: { 'retry-after': retryAfter }, text: '"good"' }
  })
  const spent = { count: 0 }
  const limiter = new ConcurrencyLimiter(() => undefined, 8)
  const abort = new AbortController()
  const client = new RetryingClient({
    connection: () => ({ send }),
    limiter,
    breaker: { allowsRequests, message: foreign('left alone') },
    budget: {
      reserve() {
        spent.count += 1
        return { giveBack: () => void (spent.count -= 1), isOfThisMonth: () => true }
      },
    },
    signal: abort.signal,
    retryMs: 1,
  })
  return { client, send, spent, limiter, abort }
}

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: RemoteError) => error.kind,
  )

test('a success is read and paid once; free requests are not counted', async () => {
  const { client, spent } = open()
  expect(await client.send(request, { isPaid: true })).toBe('good')
  await client.send(request, { isPaid: false })
  expect(spent.count).toBe(1)
})

test.each([
  ['unwell', 503, 3],
  ['busy', 429, 12],
  ['refused', 401, 1],
  ['forbidden', 403, 1],
  ['gone', 404, 1],
  ['rejected', 400, 1],
] as const)('%s (%i) is tried %i times in all, and costs nothing', async (kind, status, tries) => {
  const { client, send, spent } = open(Array.from({ length: 20 }, () => ({ status, retryAfter: '0' })))
  expect(await kindOf(client.send(request, { isPaid: true }))).toBe(kind)
  expect([send.mock.calls.length, spent.count]).toEqual([tries, 0])
})

test('one 429 is retried without lowering the limit, two lower it', async () => {
  const once = open([{ status: 429, retryAfter: '0' }])
  expect(await kindOf(once.client.send(request, { isPaid: true }))).toBe('answered')
  expect([once.limiter.limit, once.spent.count]).toEqual([8, 1])
  const twice = open([429, 429])
  expect(await kindOf(twice.client.send(request, { isPaid: true }))).toBe('answered')
  expect([twice.limiter.limit, twice.spent.count]).toEqual([4, 1])
})

test('work that may have been done stays counted, each time', async () => {
  const { client, spent } = open([500, new Error('the connection was cut')])
  expect(await kindOf(client.send(request, { isPaid: true }))).toBe('answered')
  expect(spent.count).toBe(3)
})

test('a service that requests a long pause is left alone at once', async () => {
  for (const status of [429, 503]) {
    const { client, send } = open([{ status, retryAfter: '11' }])
    expect(await kindOf(client.send(request, { isPaid: true }))).toBe(status === 429 ? 'busy' : 'unwell')
    expect(send).toHaveBeenCalledTimes(1)
  }
})

test('nothing is sent or counted while the service is left alone', async () => {
  const { client, send, spent } = open([], { allowsRequests: false })
  await expect(client.send(request, { isPaid: true })).rejects.toMatchObject({
    kind: 'closed',
    message: 'left alone',
  })
  expect([send.mock.calls.length, spent.count]).toEqual([0, 0])
})

test('an end during a pause ends the request', async () => {
  const { client, abort } = open([{ status: 503, retryAfter: '9' }])
  const kind = kindOf(client.send(request, { isPaid: true }))
  await new Promise((resolve) => setImmediate(resolve))
  abort.abort()
  expect(await kind).toBe('closed')
})
