import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../src-main/service/timers/clock.ts'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import {
  StoredCallbacks,
  type CallbacksOptions,
  PAUSES_MS,
} from '../../../src-main/service/fetching/stored-callbacks.ts'
import { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import { openServiceDb } from '../../../src-main/service/store/sqlite/open-service-db.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { serve } from './local-server.ts'

/** A clock that stands still until the test moves it. */
function stillClock(): Clock & { move(ms: number): void } {
  let now = 1_000_000
  let wakes: { at: number; work: () => void }[] = []
  return {
    now: () => now,
    after(ms, work) {
      const wake = { at: now + ms, work }
      wakes.push(wake)
      return () => void (wakes = wakes.filter((other) => other !== wake))
    },
    move(ms) {
      now += ms
      for (const wake of wakes.filter(({ at }) => at <= now)) {
        wakes = wakes.filter((other) => other !== wake)
        wake.work()
      }
    },
  }
}

type Waiting = { ticketId: string; attempts: number; nextAtMs: number }

/** Jobs on a real database, and its content. */
function openStore() {
  const folder = tempFolder()
  const store = openServiceStore(folder)
  onTestFinished(() => store.close())
  const db = openServiceDb(folder)
  onTestFinished(() => void db.close())
  const all = db.prepare<[], Waiting>(
    "SELECT data ->> 'ticketId' AS ticketId, attempt - 1 AS attempts, due_ms AS nextAtMs FROM jobs",
  )
  return { rows: store.jobs, all: () => all.all() }
}

type OpenOptions = Partial<CallbacksOptions> & { store?: ReturnType<typeof openStore> }

async function open({ store = openStore(), ...options }: OpenOptions = {}) {
  const [clock, lines] = [stillClock(), [] as string[]]
  const note = (message: string, details?: object) => void lines.push(`${message} ${JSON.stringify(details)}`)
  const jobs = new EmbeddedJobs({ rows: store.rows, clock, log: { warn: note, error: note } })
  const callbacks = await StoredCallbacks.open({
    jobs,
    isThere: async () => true,
    allowPrivate: true,
    random: () => 0.5,
    log: { info: note, warn: note },
    ...options,
  })
  const close = async () => {
    await jobs.close()
    await callbacks.close()
  }
  onTestFinished(close)
  return { callbacks, jobs, close, clock, store, lines }
}

/** Waits for events on real sockets; a test that waits in vain fails by its own time limit. */
async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function serveCounting(answer: RequestListener) {
  const urls: string[] = []
  const address = await serve((request, response) => {
    urls.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  return { address, urls }
}

test('an address is called once with its ticket, and then forgotten', async () => {
  const { address, urls } = await serveCounting((_q, response) => void response.end('thank you'))
  const { callbacks, store, clock } = await open()
  await callbacks.send(`${address}/done?sig=a%20b`, 'ticket-1', 'ann')
  await until(() => store.all().length === 0)
  clock.move(3_600_000)
  expect(urls).toEqual(['GET /done?sig=a%20b&ticket=ticket-1'])
})

test('a failed call is retried after growing pauses, then dropped; the log names the host, not the query', async () => {
  const { address, urls } = await serveCounting((_q, response) => void response.writeHead(500).end())
  const { callbacks, store, clock, lines } = await open()
  await callbacks.send(`${address}/done?secret=1`, 't', 'ann')
  for (const [i, pause] of PAUSES_MS.entries()) {
    await until(() => store.all()[0]?.attempts === i + 1)
    expect(store.all()[0]!.nextAtMs - clock.now()).toBe(Math.round(pause * 1.1))
    clock.move(pause)
    expect(urls.length).toBe(i + 1)
    clock.move(pause * 0.1 + 1000)
  }
  await until(() => store.all().length === 0)
  expect(urls.length).toBe(PAUSES_MS.length + 1)
  expect(lines.at(-1)).toMatch(/given up.*answered 500/)
  expect(lines.join()).not.toContain('secret')
})

test('a call due while the service was stopped is made after its start', async () => {
  const { address, urls } = await serveCounting((_q, response) => void response.end())
  const store = openStore()
  const data = JSON.stringify({ url: `${address}/late`, ticketId: 't' })
  store.rows.add({ queue: 'callbacks', key: 'k', owner: null, data, dueMs: 5 })
  await open({ store })
  await until(() => store.all().length === 0)
  expect(urls).toEqual(['GET /late?ticket=t'])
})

test('an active call stays in the store when the service stops', async () => {
  const { address, urls } = await serveCounting(() => undefined)
  const { callbacks, close, store } = await open()
  await callbacks.send(`${address}/slow`, 't', 'ann')
  await until(() => urls.length === 1)
  await close()
  expect(store.all()).toMatchObject([{ attempts: 0, ticketId: 't' }])
  await callbacks.send(`${address}/after`, 't2', 'ann')
  expect([store.all().length, urls.length]).toEqual([2, 1])
})

test('an unresponsive host is given up in time and called again later', async () => {
  const { address } = await serveCounting(() => undefined)
  const { callbacks, store, lines } = await open({ callMs: 200 })
  await callbacks.send(address, 't', 'ann')
  await until(() => store.all()[0]?.attempts === 1)
  expect(lines[0]).toContain('timed out')
})

test('many calls are all made, a few at a time', async () => {
  let now = 0
  let most = 0
  const { address, urls } = await serveCounting((_q, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => (now--, response.end()), 10)
  })
  const { callbacks, store } = await open()
  for (let i = 0; i < 40; i++) await callbacks.send(address, `t${i}`, 'ann')
  await until(() => store.all().length === 0)
  expect([new Set(urls).size, urls.length]).toEqual([40, 40])
  expect(most).toBeLessThanOrEqual(8)
})

test("a removed account's calls are not made or retried; waiting ones are cancelled", async () => {
  const { address, urls } = await serveCounting((_q, response) => void response.writeHead(500).end())
  const accounts = new Set(['ann', 'bob'])
  const { callbacks, store, clock } = await open({ isThere: async (id) => accounts.has(id) })
  await callbacks.send(address, 'of-ann', 'ann')
  await callbacks.send(address, 'of-bob', 'bob')
  await until(() => store.all().length === 2 && store.all().every(({ attempts }) => attempts === 1))
  accounts.clear()
  await callbacks.removeOwner('bob')
  expect(store.all().map(({ ticketId }) => ticketId)).toEqual(['of-ann'])
  clock.move(PAUSES_MS[0]! * 2)
  await until(() => store.all().length === 0)
  expect(urls).toHaveLength(2)
})

test('a redirect to a private address is not followed, and not retried', async () => {
  const { address, urls } = await serveCounting(
    (_q, response) => void response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end(),
  )
  const { callbacks, store, lines } = await open({ allowPrivate: false, isPublic: (ip) => ip === '127.0.0.1' })
  await callbacks.send(address, 't', 'ann')
  await until(() => store.all().length === 0)
  expect([urls.length, lines[0]]).toEqual([1, expect.stringMatching(/given up.*private/)])
})

test('a name that leads inside since its check is not called', async () => {
  let inside = 0
  const { port } = new URL(await serve(() => void inside++))
  const addresses = ['93.184.216.34', '127.0.0.1']
  const { callbacks, store } = await open({
    allowPrivate: false,
    resolve: async () => [{ address: addresses.shift()!, family: 4 }],
  })
  await callbacks.check(`http://changing.example:${port}/`)
  await callbacks.send(`http://changing.example:${port}/`, 't', 'ann')
  await until(() => store.all().length === 0)
  expect(inside).toBe(0)
})

test.each([
  ['http://192.168.0.1/', 'private'],
  ['http://localhost/', 'private'],
  ['http://0x7f.1/', 'private'],
  ['ftp://a.example/', 'ftp:'],
  ['http://me:pw@a.example/', 'password'],
  ['done', 'http://'],
])('%s may not be called', async (url, word) => {
  const { callbacks } = await open({ allowPrivate: false })
  const error: unknown = await callbacks.check(url).then(
    () => expect.unreachable('no error came'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining(word) })
})

test('an unknown name is refused; one that cannot be looked up at the moment is not', async () => {
  const failing = async (code: string) =>
    (await open({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) })).callbacks
  await expect((await failing('ENOTFOUND')).check('http://nowhere.example/')).rejects.toThrow(
    'no host named nowhere.example',
  )
  await expect((await failing('EAI_AGAIN')).check('http://later.example/')).resolves.toBeUndefined()
})
