import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openIndexStore } from '../../../src-main/indexes/store/sqlite/open-index-store.ts'
import { createService } from '../../../src-main/service/service.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { tables } from '../../../src-main/service/store/transfer/tables.ts'
import { moveService, type MovedService } from '../../../src-main/service/transfer/move-service.ts'
import type { ServicePlace } from '../../../src-main/service/transfer/service-place.ts'
import { makeTempFolder, removeFolder, resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../fixtures/postgres/test-database.ts'
import { startS3 } from '../objects/open-test-objects.ts'
import { formOf, jsonOf, openClient, type Client } from '../service/client.ts'
import { makeThings } from '../service/things.ts'
import { openWorld, type World } from '../service/world.ts'
import { silentLog } from '../temp-data.ts'

/** Requests before and after; the answers must be the same. */
const asked = [
  '/v2/similar-images/colors/holidays',
  '/v2/similar-images/colors/holidays?image_upload_id={upload}&count=5',
  '/v2/similar-images/colors/holidays?image_id=one&count=5',
  '/v2/similar-images/categories/general_v3/holidays?image_upload_id={second-upload}&count=5',
  '/v2/similar-images/categories/general_v3/holidays/one',
  '/v2/tickets/{ticket}',
  '/v2/batches/{batch}',
  '/v2/batches/{batch}/results',
  '/v2/taggers',
  '/v2/tags/my-tagger?image_upload_id={second-upload}',
  '/v2/categorizers',
  '/v2/faces/similarity?face_id={face}&second_face_id={face2}',
  '/v2/faces/recognition/team?face_id={face}',
] as const

type Answer = { path: string; status: number; result: unknown }

/** Sends all requests and returns the parts that do not differ from call to call. */
async function answers(client: Client, paths: readonly string[]): Promise<Answer[]> {
  const found: Answer[] = []
  for (const path of paths) {
    const { status, body } = await client.ask(path)
    found.push({ path, status, result: body.result })
  }
  return found
}

/** Every row of a data folder, by table, in a fixed order. */
function rowsOf(dataDir: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = {}
  for (const { sqlite, file, columns, key, only } of tables) {
    const db = new Database(join(dataDir, ...(file === 'service' ? ['service.db'] : ['indexes', 'indexes.db'])), {
      readonly: true,
    })
    const names = columns.map((one) => one.sqlite ?? one.name).filter((name) => !only.sqlite.includes(name))
    const order = key.map((name) => columns.find((one) => one.name === name)!.sqlite ?? name)
    rows[sqlite] = db.prepare(`SELECT ${names.join()} FROM ${sqlite} ORDER BY ${order.join()}`).all()
    db.close()
  }
  const db = new Database(join(dataDir, 'service.db'), { readonly: true })
  rows['jobs'] = db
    .prepare(
      "SELECT queue, job_key, owner, data, attempt, due_ms FROM jobs WHERE queue NOT LIKE 'repeated-%' ORDER BY 1, 2",
    )
    .all()
  db.close()
  return rows
}

const withParsedJson = (rows: Record<string, unknown[]>) =>
  JSON.parse(JSON.stringify(rows), (_name, value: unknown) =>
    typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value,
  ) as unknown

function sumsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(lock|log)|-shm$|-wal$/.test(entry.name))
    .map(({ name }) => name)
    .sort()
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

const OPEN = '0123456789abcdef'.repeat(2)

const until = (isDone: () => boolean | Promise<boolean>) => vi.waitUntil(isDone, { timeout: 60_000 })

const move = (from: ServicePlace, to: ServicePlace): Promise<MovedService> =>
  moveService({ from, to, log: silentLog, onProgress: () => {} })

describe.runIf(hasPostgres)('a moved service', () => {
  let world: World
  const dataDir = join(makeTempFolder('transfer'), 'data')
  let paths: string[]
  let before: Answer[]
  let processed: number
  let databases: TestDatabase[]
  const newDatabase = async () => {
    const made = await createTestDatabase({ isEmpty: true })
    databases.push(made)
    return made.url
  }

  const start = async (place: ServicePlace) => {
    const service = await createService({
      host: '127.0.0.1',
      port: 0,
      ...place,
      resourcesDir,
      modelsDir: join(dataDir, '..', 'models'),
      allowPrivateUrls: true,
      log: silentLog,
      graceMs: 500,
    })
    onTestFinished(() => service.close())
    const client = openClient(service.address, { key: 'key-main', secret: 'the-secret-of-main' })
    return { address: service.address, client, close: () => service.close() }
  }

  beforeAll(async () => {
    databases = []
    world = await openWorld({ dataDir })
    const { main, other } = world.client
    const things = await makeThings(world)
    await main.ask('/v2/faces/recognition/team', { method: 'POST' })
    await main.ask('/v2/similar-images/categories/general_v3/holidays', { method: 'PUT' })
    const feedback = `/v2/feedback/${await things('{feedback}')}`
    await main.ask(feedback, { method: 'POST', body: new URLSearchParams({ added: 'boat' }) })
    await main.ask(`/v2/tags?image_upload_id=${await things('{upload}')}&accept_feedback=1`)
    await other.upload(world.photo)
    const photo = await things('/v2/colors?image_upload_id={upload}')
    await main.ask(photo, { headers: { 'idempotency-key': 'asked-once' } })
    await main.ask('/v2/colors?deterministic=1&save_index=holidays&save_id=late', formOf({ image: world.second }))
    const call = `callback_url=${encodeURIComponent(`${world.web.url}/nobody`)}`
    const { ticket_id } = (await main.ask(`/v2/similar-images/colors/holidays?${call}`, { method: 'PUT' })).body.result
    await until(async () => (await main.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final === true)
    await until(() => world.web.calls.includes(`/nobody?ticket=${ticket_id}`))
    const batch = await things('/v2/batches/{batch}')
    await until(async () => (await main.ask(batch)).body.result.state === 'done')
    paths = await Promise.all(asked.map(things))
    before = await answers(main, paths)
    processed = await main.processed()
    // active when the service stops; none of its pictures can be fetched
    const images = Array.from({ length: 1000 }, (_, n) => ({ image_url: `${world.web.url}/nobody/${n}.jpg` }))
    await main.ask('/v2/batches', jsonOf({ images, operations: { colors: {} } }))
    await world.stop()
    // An account whose data is still to be deleted, and a number no longer used.
    const store = openServiceStore(dataDir)
    await store.accounts.remove('key-used-up', Date.now())
    const owner = (await store.accounts.find('key-main'))!.id
    await store.close()
    // Remains of a kill: an index being removed in pieces, a training that nobody did, and a change after it.
    const { indexes, entries, tickets, close } = openIndexStore(join(dataDir, 'indexes'))
    const keyOf = (indexId: string) => ({ owner, kind: 'colors' as const, categorizerId: '', indexId })
    const admit = () => ({ dimensions: 3, model: 'm', featuresType: null })
    const entry = { entryId: 'one', vector: Float32Array.of(0.1, -0, 1e-40), picture: null }
    for (const indexId of ['gone', 'open']) await entries.save(keyOf(indexId), [entry], admit, 1)
    await indexes.remove((await indexes.find(keyOf('gone')))!.id)
    const { id: indexRow } = (await indexes.find(keyOf('open')))!
    const callbackUrl = `${world.web.url}/nobody`
    await tickets.add({ id: OPEN, key: keyOf('open'), indexRow, callbackUrl, at: Date.now() })
    await close()
  })
  afterAll(async () => {
    await world.close()
    removeFolder(dirname(dataDir))
    for (const { drop } of databases) await drop()
  })

  test('is the same in PostgreSQL and S3, and again in SQLite', { tags: 'night' }, async () => {
    const s3 = await startS3()
    const [database, objects] = [await newDatabase(), s3.address('service-1')]
    const original = rowsOf(dataDir)
    const files = sumsOf(dataDir)
    expect(Object.keys(original).filter((name) => original[name]!.length === 0)).toEqual([])
    const node = tempFolder()
    const there: ServicePlace = { dataDir: node, database, objects }

    const moved = await move({ dataDir }, there)

    const rowsMoved = Object.fromEntries(moved.tables.map(({ name, rows }) => [name, rows]))
    for (const { name, sqlite } of tables) expect(rowsMoved[name], name).toBe(original[sqlite]!.length)
    expect(moved).toMatchObject({ pictures: { missing: 0 }, retrained: 0 })
    expect(sumsOf(dataDir)).toEqual(files)
    expect(rowsOf(dataDir)).toEqual(original)

    const back = join(tempFolder(), 'new')
    const returned = await move(there, { dataDir: back })
    expect(returned.tables).toEqual(moved.tables)
    const named = (rows: Record<string, unknown[]>) => ({
      ...rows,
      indexes: (rows['indexes'] as { snapshot: string | null }[]).map((row) => ({
        ...row,
        snapshot: row.snapshot !== null,
      })),
    })
    expect(withParsedJson(named(rowsOf(back)))).toEqual(withParsedJson(named(original)))
    expect(sumsOf(join(back, 'uploads/kept'))).toEqual(sumsOf(join(dataDir, 'uploads/kept')))
    const states = (folder: string) => Object.values(sumsOf(join(folder, 'indexes/snapshots'))).sort()
    expect(states(back)).toEqual(states(dataDir))
    expect(states(back).length).toBe(2)
    expect([...s3.objects.keys()].filter((key) => key.includes('/snapshots/')).length).toBe(2)
    expect(readdirSync(back)).not.toContain('unfinished-migration')

    for (const place of [there, { dataDir: back }]) {
      const { address, client, close } = await start(place)
      expect(await client.processed()).toBe(processed)
      expect(await answers(client, paths)).toEqual(before)
      const opened = async () => (await client.ask(`/v2/tickets/${OPEN}`)).body.result
      await expect.poll(async () => (await opened()).ticket_result.state).toBe('trained')
      // numbers continue, and new data is stored
      const saved = await client.ask(
        '/v2/colors?deterministic=1&save_index=new&save_id=x',
        formOf({ image: world.photo }),
      )
      expect(saved.status).toBe(200)
      expect((await client.ask('/v2/similar-images/colors/new/x')).body.result).toBe(true)
      const again = openClient(address, { key: 'key-used-up', secret: 'the-secret-of-used-up' })
      expect((await again.ask('/v2/usage')).status).toBe(401)
      await close()
    }
  })

  test('trains again what cannot be moved, and reports earlier losses', { tags: 'night' }, async () => {
    const damaged = join(tempFolder(), 'data')
    cpSync(dataDir, damaged, { recursive: true })
    const [state] = readdirSync(join(damaged, 'indexes/snapshots'))
    rmSync(join(damaged, 'indexes/snapshots', state!))
    const isAsked = (name: string) => paths.some((path) => path.includes(name.replace(/\..*/, '')))
    const picture = readdirSync(join(damaged, 'uploads/kept')).find((name) => !isAsked(name))
    rmSync(join(damaged, 'uploads/kept', picture!))
    const objects = tempFolder()
    const there = { dataDir: tempFolder(), database: await newDatabase(), objects }
    const kept = readdirSync(join(damaged, 'uploads/kept')).length
    expect(await move({ dataDir: damaged }, there)).toMatchObject({
      pictures: { copied: kept, missing: 1 },
      snapshots: 1,
      retrained: 1,
    })
    const { client, close } = await start(there)
    const searches = paths.filter((path) => /similar-images.*count=5/.test(path))
    expect(searches.length).toBe(3)
    const expected = before.filter(({ path }) => searches.includes(path))
    await expect.poll(() => answers(client, searches), { timeout: 30_000 }).toEqual(expected)
    await close()

    // another service's pictures stay unchanged
    const other = { dataDir: tempFolder(), database: await newDatabase(), objects }
    const empty = tempFolder()
    await openServiceStore(empty).close()
    await expect(move({ dataDir: empty }, other)).rejects.toThrow(/holds pictures of another service/)
  })

  test('is refused if the target has a service', async () => {
    const database = await newDatabase()
    const node = tempFolder()
    await move({ dataDir }, { dataDir: node, database })
    await expect(move({ dataDir }, { dataDir: node, database })).rejects.toThrow(/holds a service already/)
    await expect(move({ dataDir: node, database }, { dataDir })).rejects.toThrow(/holds a service already/)
    expect(existsSync(join(dataDir, 'unfinished-migration'))).toBe(false)
  })
})
