import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoredAccounts } from '../../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../../src-main/service/accounts/plans.ts'
import { openPostgres, type PostgresStores } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { makeAccounts } from '../../fixtures/cluster/make-accounts.ts'
import { startStandInNode, type NodeProcess } from '../../fixtures/cluster/node-process.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../fixtures/postgres/test-database.ts'
import { waitForEnd } from '../../shells/cli/run-cli.ts'
import { face } from '../faces/open-faces.ts'
import { silentLog } from '../temp-data.ts'
import { jsonOf, openClient, type Client } from './client.ts'
import { openPictureServer, type PictureServer } from './picture-server.ts'

/** Long enough for a kill in the middle of a batch. */
const PICTURE_MS = 150
const [kim, lee] = [
  { key: 'kim', secret: 'the-secret-of-kim', plan: 'unlimited' },
  { key: 'lee', secret: 'the-secret-of-lee', plan: 'unlimited' },
]

/** Two nodes of one service, without a balancer: requests go to the surviving one. */
describe.runIf(hasPostgres)('a killed node of a service on PostgreSQL', { tags: 'night' }, () => {
  const folder = makeTempFolder('killed-nodes')
  const objects = join(folder, 'objects')
  const pictures = join(objects, 'pictures')
  const running: NodeProcess[] = []
  let database: TestDatabase
  let stores: PostgresStores
  let web: PictureServer

  const start = async (n: number) => {
    const settings = { dataDir: join(folder, `node${n}`), port: 0, database: database.url, objects, drainMs: 0 }
    running[n] = await startStandInNode({ ...settings, delayMs: PICTURE_MS, atOnce: 8 })
  }
  const kill = async (n: number) => {
    running[n]!.child.kill('SIGKILL')
    await waitForEnd(running[n]!.child)
  }
  const clientOf = (n: number, account = kim): Client => openClient(running[n]!.address, account)
  const idOf = async ({ key }: { key: string }) => (await stores.store.accounts.find(key))!.id

  beforeAll(async () => {
    mkdirSync(objects)
    database = await createTestDatabase()
    web = await openPictureServer({ '/photo.jpg': await drawPicture() })
    await makeAccounts({ dataDir: join(folder, 'accounts'), database: database.url }, [kim, lee])
    stores = await openPostgres({ url: database.url, log: silentLog })
    await Promise.all([start(0), start(1)])
  })
  afterAll(async () => {
    for (const n of [0, 1]) await kill(n)
    await stores.store.close()
    await web.close()
    await database.drop()
    removeFolder(folder)
  })

  test('leaves a batch to the others: every picture once, none paid twice, the result complete', async () => {
    const pictures = 80
    const images = Array.from({ length: pictures }, () => ({ image_url: `${web.url}/photo.jpg` }))
    const body = { images, operations: { colors: {} }, callback_url: `${web.url}/done` }
    const id = (await clientOf(0).ask('/v2/batches', jsonOf(body))).body.result.ticket_id as string
    const doneAt = async (n: number) => (await clientOf(n).ask(`/v2/batches/${id}`)).body.result.done as number
    await expect.poll(() => doneAt(1), { interval: 5 }).toBeGreaterThan(5)
    await kill(0)
    await start(0)
    const before = await doneAt(0)
    await expect.poll(() => doneAt(0), { interval: 5 }).toBeGreaterThan(before)
    await kill(1)
    expect(await doneAt(0)).toBeLessThan(pictures)
    await expect.poll(() => doneAt(0)).toBe(pictures)
    await start(1)
    const { results, next_offset } = (await clientOf(1).ask(`/v2/batches/${id}/results?limit=500`)).body.result
    expect(next_offset).toBeNull()
    expect(results.map(({ number }: { number: number }) => number)).toEqual(images.map((_, n) => n))
    for (const { errors, results: found } of results)
      expect([errors, found.colors.colors.image_colors.length]).toEqual([{}, 1])
    // a kill between a result and its count lowers the count by one, for each active picture; never raises it
    const processed = await clientOf(0).processed()
    expect(processed).toBeLessThanOrEqual(pictures)
    expect(processed).toBeGreaterThanOrEqual(pictures - 2 * availableParallelism())
    await expect
      .poll(() => new Set(web.calls.filter((path) => path.startsWith('/done'))))
      .toEqual(new Set([`/done?ticket=${id}`]))
  })

  test('leaves its groupings of faces and its trainings of people to the others', async () => {
    const owner = await idOf(kim)
    const faces = Array.from({ length: 400 }, (_, n) => face(`f${n}`, n / 60))
    await stores.store.faces.keep(owner, faces, Date.now() + 3_600_000)
    const ids = faces.map(({ id }) => id)
    const first = clientOf(0)
    await first.ask('/v2/faces/recognition/team', jsonOf({ people: { Jo: ids.slice(0, 5) } }, 'PUT'))
    const tickets: string[] = []
    for (let n = 0; n < 12; n++) {
      const answer = await (n % 4 === 0
        ? first.ask('/v2/faces/recognition/team', { method: 'POST' })
        : first.ask('/v2/faces/groupings', jsonOf({ faces: ids })))
      tickets.push(answer.body.result.ticket_id)
    }
    await kill(0)
    const second = clientOf(1)
    for (const ticket of tickets)
      await expect.poll(async () => (await second.ask(`/v2/tickets/${ticket}`)).body.result.is_final).toBe(true)
    const results = await Promise.all(
      tickets.map(async (ticket) => (await second.ask(`/v2/tickets/${ticket}`)).body.result.ticket_result),
    )
    for (const [n, result] of results.entries())
      expect(result).toMatchObject(n % 4 === 0 ? { state: 'trained', people: 1, faces: 5 } : { ungrouped: [] })
    expect(new Set(results.filter((_, n) => n % 4 !== 0).map((result) => JSON.stringify(result))).size).toBe(1)
    await start(0)
  })

  test('leaves the deletion of an account to the others, and nothing of the account remains', async () => {
    await kill(1) // the other does it alone
    const owner = await idOf(lee)
    const client = clientOf(0, lee)
    const uploads: string[] = []
    for (let n = 0; n < 120; n++) uploads.push(await client.upload(await drawPicture({ seed: n % 4 })))
    const classes = [uploads.slice(0, 2), uploads.slice(2, 4)].map((positives, n) => ({ name: `c${n}`, positives }))
    expect((await client.ask('/v2/categorizers/mine', jsonOf({ classes }, 'PUT'))).status).toBe(200)
    await client.ask(`/v2/colors?image_upload_id=${uploads[0]}&deterministic=1&save_index=i&save_id=e`)
    const callback_url = `${web.url}/nobody`
    await client.ask(`/v2/similar-images/colors/i?${new URLSearchParams({ callback_url })}`, { method: 'PUT' })
    await stores.store.faces.keep(owner, [face('a', 0)], Date.now() + 3_600_000)
    await client.ask('/v2/faces/recognition/team', jsonOf({ people: { Jo: ['a'] } }, 'PUT'))
    await client.ask('/v2/faces/groupings', jsonOf({ faces: ['a'], callback_url }))
    const images = [{ image_upload_id: uploads[0] }, { image_upload_id: uploads[1] }]
    await client.ask('/v2/batches', jsonOf({ images, operations: { colors: {} }, callback_url }))
    await expect.poll(() => callsOf(owner)).toBe(3) // nobody answered them, so they wait to be retried
    expect(Object.values(await rowsOf(owner)).length).toBeGreaterThan(8)

    const kept = countFiles(pictures)
    const plans = loadPlans({ resourcesDir, dataDir: folder })
    await new StoredAccounts({ store: stores.store, plans }).remove(lee.key)
    expect((await client.ask('/v2/usage')).status).toBe(401)
    await expect.poll(() => countFiles(pictures), { interval: 1 }).toBeLessThan(kept)
    await kill(0)
    expect(countFiles(pictures)).toBeGreaterThan(0)
    await start(1)
    // the killed node's active work keeps the record until its lease ends
    await expect.poll(() => stores.store.accounts.listDeletionRecords(), { timeout: 120_000 }).toEqual([])
    expect([await rowsOf(owner), await callsOf(owner)]).toEqual([{}, 0])
    expect(countFiles(pictures)).toBe(0)
    await start(0)
  })

  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  /** The number of an account's calls that failed once and are to be retried. */
  const callsOf = (id: string) =>
    withClient(async (client) => {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) FROM lumafold_jobs.job WHERE name = 'callbacks' AND state = 'created'
           AND data ->> 'owner' = $1 AND (data ->> 'attempt')::int > 1`,
        [id],
      )
      return Number(rows[0]!.count)
    })

  /** The number of an account's rows in each table; empty tables are left out. */
  const rowsOf = (id: string): Promise<Record<string, number>> =>
    withClient(async (client) => {
      const { rows: columns } = await client.query<{ table: string; column: string }>(
        `SELECT table_name AS table, column_name AS column FROM information_schema.columns
         WHERE table_schema = 'lumafold' AND column_name IN ('owner', 'account_id')`,
      )
      const counts: Record<string, number> = { ...(await countById(client, 'removed_accounts', 'id', id)) }
      for (const { table, column } of columns) Object.assign(counts, await countById(client, table, column, id))
      return counts
    })
})

async function countById(client: pg.Client, table: string, column: string, id: string) {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM lumafold.${table} WHERE ${column} = $1`,
    [id],
  )
  const count = Number(rows[0]!.count)
  return count === 0 ? {} : { [table]: count }
}

const countFiles = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0
