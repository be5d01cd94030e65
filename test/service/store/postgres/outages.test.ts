/** @module-tag night */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Account, Plan } from '../../../../src-main/service/ports/ports.ts'
import type { ServiceStore } from '../../../../src-main/service/ports/service-store.ts'
import { openPostgresJobs } from '../../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import { readDatabaseUrl } from '../../../../src-main/service/store/postgres/read-database-url.ts'
import { openPostgres, type PostgresOptions } from '../../../../src-main/service/store/postgres/open-postgres.ts'
import { openCutProxy } from '../../../fixtures/postgres/cut-proxy.ts'
import { startPostgres, type PostgresServer } from '../../../fixtures/postgres/postgres-server.ts'
import { silentLog } from '../../temp-data.ts'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'

const plan: Plan = {
  name: 'test',
  title: 'Test',
  concurrency: 10,
  daily: null,
  monthly: 100,
  requestsPerSecond: null,
  pictureBytes: 1,
  uploadBytes: null,
}

describe.skipIf(!hasPostgres)('an unreachable PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ isDurable: true })
  })
  afterAll(() => server.remove())

  async function open(url = server.url(), options: Partial<PostgresOptions> = {}) {
    const lines: string[] = []
    const line = (message: string, details?: object) => void lines.push(`${message} ${JSON.stringify(details ?? {})}`)
    const log = { debug: () => {}, info: line, warn: line, error: line }
    const { store } = await openPostgres({ url, log, ...options })
    onTestFinished(() => store.close())
    return { store, lines }
  }
  async function addAccount(store: ServiceStore): Promise<Account> {
    const id = randomUUID()
    await store.accounts.add({ id, name: 'Test', key: id, secretHash: 'h', plan: 'free', createdMs: 0 })
    return { id, name: 'Test', key: id, plan, createdMs: 0 }
  }
  const unavailable = {
    status: 503,
    headers: { 'Retry-After': '2' },
    message: expect.not.stringMatching(/127|5432|pg/),
  }

  test('a crash loses nothing counted; meanwhile requests are asked to retry', async () => {
    const { store, lines } = await open()
    const account = await addAccount(store)
    const before = await store.usage.enter(account, 2)
    await before.processed(2)
    await before.leave()
    const over = await store.usage.enter(account, 5)
    await over.processed(5)
    await server.stop('immediate')
    await expect(store.usage.enter(account, 1)).rejects.toMatchObject(unavailable)
    await expect(store.uploads.find(account.id, 'x')).rejects.toMatchObject(unavailable)
    await expect(store.accounts.find(account.key)).rejects.toMatchObject(unavailable)
    const leaving = over.leave() // tries until the server is back
    await server.start()
    await leaving
    await expect.poll(() => store.accounts.find(account.key)).toBeDefined()
    expect(await store.usage.report(account)).toMatchObject({ monthly_processed: 7, monthly_requests: 2 })
    expect(lines.filter((line) => line.includes('cannot be reached'))).toHaveLength(1)
    expect(lines.join('\n')).toContain('is reached again')
  })

  test('work whose answer was lost is not repeated', async () => {
    const proxy = await openCutProxy(server.port)
    onTestFinished(() => proxy.close())
    const { store } = await open(server.url().replace(String(server.port), `${proxy.port}`) + '?pool=2')
    const account = await addAccount(store)
    await store.usage.monthly(account) // a connection is open
    proxy.loseNextAnswer()
    const admission = await store.usage.enter(account, 3)
    await admission.processed(3)
    proxy.loseNextAnswer()
    await admission.leave()
    expect(await store.usage.report(account)).toMatchObject({
      monthly_processed: 3,
      monthly_requests: 1,
      concurrency: { now: 0 },
    })
  })

  test('a host that vanished silently is given up in time', async () => {
    const proxy = await openCutProxy(server.port)
    onTestFinished(() => proxy.close())
    const { store } = await open(server.url().replace(String(server.port), `${proxy.port}`), { statementMs: 500 })
    await store.accounts.list()
    proxy.goSilent()
    await expect(store.accounts.list()).rejects.toMatchObject(unavailable)
  })

  test('a deleted key is refused even if the notification was missed', async () => {
    const proxy = await openCutProxy(server.port)
    onTestFinished(() => proxy.close())
    const [{ store: near }, { store: far }] = await Promise.all([
      open(),
      open(server.url().replace(String(server.port), `${proxy.port}`)),
    ])
    const account = await addAccount(near)
    expect(await far.accounts.find(account.key)).toBeDefined()
    await near.accounts.remove(account.key, 1)
    await server.stop('fast')
    await server.start()
    await expect.poll(() => far.accounts.find(account.key).catch(() => 'away')).toBeUndefined()
  })

  test('clients are asked to retry jobs that cannot be stored, which are stored once it is back', async () => {
    const { connection } = readDatabaseUrl(server.url())
    const jobs = await openPostgresJobs({ connection, log: silentLog, pollSeconds: 0.5 })
    onTestFinished(() => jobs.close())
    await jobs.send('outage', { number: 1 })
    await server.stop('immediate')
    await expect(jobs.send('outage', { number: 2 })).rejects.toMatchObject(unavailable)
    await expect(jobs.send('unprepared', { number: 2 })).rejects.toMatchObject(unavailable)
    await expect(jobs.cancel('outage', 'somebody')).rejects.toMatchObject(unavailable)
    await server.start()
    await expect.poll(() => jobs.send('outage', { number: 3 }).catch(() => false)).toBe(true)
  })

  test('the log never contains the password', async () => {
    const url = server.url().replace('lumafold@', 'lumafold:geheim@')
    const { store, lines } = await open(url)
    await server.stop('immediate')
    await expect(store.accounts.list()).rejects.toMatchObject(unavailable)
    await server.start()
    await expect.poll(() => store.accounts.list().catch(() => null)).not.toBeNull()
    expect(lines.join('\n')).toContain(`127.0.0.1:${server.port}/postgres`)
    expect(lines.join('\n')).not.toContain('geheim')
  })
})
