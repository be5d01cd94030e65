/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import type { Jobs } from '../../../src-main/service/ports/jobs.ts'
import { readDatabaseUrl } from '../../../src-main/service/store/postgres/read-database-url.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'

/** Lets a node take a job and kills it. */
async function killWithJob(place: string): Promise<void> {
  const node = spawn(process.execPath, [join(import.meta.dirname, 'victim.ts'), place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(node, 'exit')
  await once(node.stdout, 'data')
  node.kill('SIGKILL')
  await exit
}

/** Sends a job, kills nodes that took it; returns what the next node does and gives up. */
async function killAndFollow(place: string, open: () => Promise<Jobs>, kills: 1 | 2) {
  const sender = await open()
  await sender.send('test', { n: 1 })
  await sender.close()
  for (let kill = 0; kill < kills; kill += 1) await killWithJob(place)
  const [done, givenUp] = [[] as number[], [] as number[]]
  const ended = Promise.withResolvers<void>()
  const jobs = await open()
  try {
    await jobs.work<{ n: number }>('test', {
      concurrency: 1,
      run: async ({ data }) => (done.push(data.n), ended.resolve(), 'done'),
      giveUp: async ({ n }) => (givenUp.push(n), ended.resolve()),
    })
    await ended.promise
  } finally {
    await jobs.close()
  }
  return { done, givenUp }
}

function sqlitePlace() {
  const place = tempFolder()
  return {
    place,
    open: async () => {
      const store = openServiceStore(place)
      const jobs = new EmbeddedJobs({ rows: store.jobs, log: silentLog })
      return Object.assign(jobs, { close: () => EmbeddedJobs.prototype.close.call(jobs).then(() => store.close()) })
    },
  }
}

/** `clean` takes the cleanup for the end of the test: parallel tests have a separate hook each. */
async function postgresPlace(clean: (work: () => Promise<void>) => void) {
  const database = await createTestDatabase()
  clean(() => database.drop())
  const { connection } = readDatabaseUrl(database.url)
  return {
    place: database.url,
    open: () => openPostgresJobs({ connection, log: silentLog, pollSeconds: 0.5, failurePauseMs: 0 }),
  }
}

test('SQLite: the job of a killed process is done by the next, and given up after it has ended two', async () => {
  const first = sqlitePlace()
  expect(await killAndFollow(first.place, first.open, 1)).toEqual({ done: [1], givenUp: [] })
  const second = sqlitePlace()
  expect(await killAndFollow(second.place, second.open, 2)).toEqual({ done: [], givenUp: [1] })
})

test('SQLite: a job waiting for the key of one that ended its process inherits its failures', async () => {
  const { place, open } = sqlitePlace()
  const store = openServiceStore(place)
  store.jobs.add({ queue: 'test', key: 'k', owner: null, data: '{"n":1}', dueMs: 0 })
  const given: number[] = []
  for (let kill = 0; kill < 2; kill += 1) {
    await killWithJob(place)
    store.jobs.add({ queue: 'test', key: 'k', owner: null, data: '{"n":2}', dueMs: 0 })
  }
  await store.close()
  const jobs = await open()
  await jobs.work<{ n: number }>('test', {
    concurrency: 1,
    run: async () => 'done',
    giveUp: async ({ n }) => void given.push(n),
  })
  await expect.poll(() => given).toEqual([2])
  await jobs.close()
})

test
  .runIf(hasPostgres)
  .concurrent('PostgreSQL: the job of a killed node is done by another', async ({ onTestFinished }) => {
    const { place, open } = await postgresPlace(onTestFinished)
    expect(await killAndFollow(place, open, 1)).toEqual({ done: [1], givenUp: [] })
  })

test
  .runIf(hasPostgres)
  .concurrent('PostgreSQL: a job that ended two nodes is given up', { tags: 'night' }, async ({ onTestFinished }) => {
    const { place, open } = await postgresPlace(onTestFinished)
    expect(await killAndFollow(place, open, 2)).toEqual({ done: [], givenUp: [1] })
  })
