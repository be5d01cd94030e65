import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openServiceData } from '../../../src-main/service/open-service-data.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { byNight } from '../../fixtures/night.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { openTestIndexes } from '../../indexes/named/open-test-indexes.ts'
import { runCli, startCli, waitForEnd, waitForOutput } from '../../shells/cli/run-cli.ts'
import { basic, type Answered } from '../http/serve.ts'
import { silentLog } from '../temp-data.ts'

const [KEY, SECRET] = ['me', 'a-secret-that-is-long-enough']
const BIG = '/v2/similar-images/colors/big'
const authorization = basic(KEY, SECRET)
/** Enough for a training to be still active when its ticket has arrived. */
const MANY = byNight(20_000, 60_000)

type Running = {
  child: ChildProcess
  address: string
  ask(path: string, init?: RequestInit): Promise<{ status: number; body: Answered }>
}

async function start(dir: string): Promise<Running> {
  const child = startCli(dir, [
    'service',
    '--port',
    '0',
    '--data',
    join(dir, 'data'),
    '--key',
    KEY,
    '--secret',
    SECRET,
    '--allow-private-urls',
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = /http:\S+/.exec(await waitForOutput(child, /pictures at http:\S+\n/))![0]
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(address + path, {
      ...init,
      headers: { authorization, ...(init.headers as Record<string, string>) },
    })
    return { status: response.status, body: (await response.json()) as Answered }
  }
  return { child, address, ask }
}

/** A data folder with the account and a large untrained index. */
async function prepare(dir: string): Promise<void> {
  const dataDir = join(dir, 'data')
  const data = await openServiceData({ dataDir, resourcesDir, key: KEY, secret: SECRET, log: silentLog })
  const account = (await data.accounts.authenticate(KEY, SECRET))!
  await data.close()
  const indexes = await openTestIndexes({ folder: join(dataDir, 'indexes') })
  const vectorOf = (n: number) => Float32Array.from({ length: 64 }, (_, i) => ((n * 31 + i * 17) % 97) - 48)
  await indexes.saveAll(
    { owner: account.id, kind: 'colors', indexId: 'big' },
    Array.from({ length: MANY }, (_, n) => ({ entryId: `${n}`, vector: vectorOf(n) })),
  )
  await indexes.close()
}

const form = (bytes: Buffer) => {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  return { method: 'POST', body }
}

async function serveCallbacks() {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

/** Sends the head of an upload and only some of its bytes. */
function sendHalf(address: string): void {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST /v2/uploads HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: image/jpeg\r\nContent-Length: 900000\r\n\r\n`,
  )
  socket.write(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100_000, 7)]))
}

test('a service killed in the middle of everything loses nothing that it accepted', async () => {
  const dir = tempFolder()
  await prepare(dir)
  const picture = await drawPicture({ width: 320, height: 240 })
  const { url, calls } = await serveCallbacks()
  const first = await start(dir)
  const accepted = { uploads: [] as string[], entries: [] as string[], analyses: 0 }
  let begun = 0
  const work = async (lane: number) => {
    for (let n = 0; ; n++) {
      const uploadId = (await first.ask('/v2/uploads', form(picture))).body.result.upload_id as string
      accepted.uploads.push(uploadId)
      begun++
      const entry = `${lane}/${n}`
      const saved = await first.ask(
        `/v2/colors?image_upload_id=${uploadId}&deterministic=1&save_index=mine&save_id=${entry}`,
      )
      expect(saved.status).toBe(200)
      accepted.entries.push(entry)
      accepted.analyses++
    }
  }
  const lanes = [1, 2, 3, 4].map((lane) => work(lane).catch((error: unknown) => error))
  sendHalf(first.address)
  await expect.poll(() => accepted.analyses).toBeGreaterThan(8)
  const { ticket_id } = (await first.ask(`${BIG}?callback_url=${url}/done`, { method: 'PUT' })).body.result
  first.child.kill('SIGKILL')
  await waitForEnd(first.child)
  // the connection was cut, and no expectation failed before
  for (const end of await Promise.all(lanes)) expect(end).toBeInstanceOf(TypeError)
  expect(calls).toEqual([])

  const second = await start(dir)
  const { total_processed } = (await second.ask('/v2/usage')).body.result
  expect(total_processed).toBeGreaterThanOrEqual(accepted.analyses)
  expect(total_processed).toBeLessThanOrEqual(begun)
  for (const entry of accepted.entries)
    expect((await second.ask(`/v2/similar-images/colors/mine/${entry}`)).body.result).toBe(true)
  for (const id of accepted.uploads)
    expect((await second.ask(`/v2/uploads/${id}`, { method: 'DELETE' })).status).toBe(200)
  await expect.poll(() => calls).toEqual([`/done?ticket=${ticket_id}`])
  expect((await second.ask(`/v2/tickets/${ticket_id}`)).body.result).toMatchObject({
    is_final: true,
    ticket_result: { state: 'trained', entries: MANY },
  })
  expect(readdirSync(join(dir, 'data', 'uploads', 'passing'))).toEqual([])
  second.child.kill('SIGTERM')
  expect(await waitForEnd(second.child)).toBe(0)
})

test(
  'a batch continues after each kill: every picture once, none paid twice, and its callback',
  { tags: 'night' },
  async () => {
    const dir = tempFolder()
    const pictures = 40
    const { url, calls } = await serveCallbacks()
    let running = await start(dir)
    const uploads: string[] = []
    for (const seed of [1, 2, 3, 4]) {
      const picture = await drawPicture({ width: 200, height: 150, seed })
      uploads.push((await running.ask('/v2/uploads', form(picture))).body.result.upload_id)
    }
    const images = Array.from({ length: pictures }, (_, n) => ({ image_upload_id: uploads[n % uploads.length] }))
    const body = JSON.stringify({ images, operations: { colors: {} }, callback_url: `${url}/done` })
    const headers = { 'content-type': 'application/json' }
    const id = (await running.ask('/v2/batches', { method: 'POST', body, headers })).body.result.ticket_id as string
    const progress = async () => (await running.ask(`/v2/batches/${id}`)).body.result as { state: string; done: number }
    const counts: number[] = []
    for (let kill = 0, before = 0; kill < 3; kill++) {
      await expect.poll(async () => (await progress()).done, { interval: 5 }).toBeGreaterThan(before + 2)
      before = (await progress()).done
      counts.push(before)
      running.child.kill('SIGKILL')
      await waitForEnd(running.child)
      running = await start(dir)
      expect((await progress()).done).toBeGreaterThanOrEqual(before)
    }
    expect(counts.at(-1)).toBeLessThan(pictures)
    await expect.poll(async () => (await progress()).state).toBe('done')
    const { results, next_offset } = (await running.ask(`/v2/batches/${id}/results?limit=500`)).body.result
    expect(next_offset).toBeNull()
    expect(results.map(({ number }: { number: number }) => number)).toEqual(images.map((_, n) => n))
    for (const { errors, results: found } of results) {
      expect(errors).toEqual({})
      expect(found.colors.colors.image_colors.length).toBeGreaterThan(0)
    }
    const { total_processed } = (await running.ask('/v2/usage')).body.result
    // a kill between a result and its count lowers the count by one, for each active picture; never raises it
    expect(total_processed).toBeLessThanOrEqual(pictures)
    expect(total_processed).toBeGreaterThanOrEqual(pictures - 3 * availableParallelism())
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    expect(new Set(calls)).toEqual(new Set([`/done?ticket=${id}`]))

    // remains of a batch are deleted with its account
    await running.ask('/v2/batches', { method: 'POST', body, headers })
    await runCli(dir, 'account', 'delete', KEY, '--data', join(dir, 'data'))
    const rows = () => countRows(join(dir, 'data', 'service.db'), ['batches', 'batch_pictures', 'removed_accounts'])
    await expect.poll(rows).toEqual({ batches: 0, batch_pictures: 0, removed_accounts: 0 })
    running.child.kill('SIGTERM')
    expect(await waitForEnd(running.child)).toBe(0)
  },
)

test(
  'an account deleted while the service runs is refused at once, and everything of it is deleted',
  { tags: 'night' },
  async () => {
    const dir = tempFolder()
    const { ask, child } = await start(dir)
    const data = join(dir, 'data')
    const ids: string[] = []
    for (const seed of [1, 2, 3, 4])
      ids.push(
        (await ask('/v2/uploads', form(await drawPicture({ width: 200, height: 150, seed })))).body.result.upload_id,
      )
    const classes = [
      { name: 'a', positives: ids.slice(0, 2) },
      { name: 'b', positives: ids.slice(2) },
    ]
    const taught = { method: 'PUT', body: JSON.stringify({ classes }), headers: { 'content-type': 'application/json' } }
    expect((await ask('/v2/categorizers/mine', taught)).status).toBe(200)
    expect((await ask(`/v2/colors?image_upload_id=${ids[0]}&deterministic=1&save_index=i&save_id=e`)).status).toBe(200)
    expect((await ask('/v2/similar-images/colors/i', { method: 'PUT' })).status).toBe(200)
    const { feedback_id } = (await ask(`/v2/tags?image_upload_id=${ids[0]}&accept_feedback=1`)).body.result
    expect(
      (await ask(`/v2/feedback/${feedback_id}`, { method: 'POST', body: new URLSearchParams({ added: 'boat' }) }))
        .status,
    ).toBe(200)

    const deleted = await runCli(dir, 'account', 'delete', KEY, '--data', data)
    expect(deleted.code).toBe(0)
    expect((await ask('/v2/usage')).status).toBe(401)
    await expect.poll(() => readdirSync(join(data, 'uploads', 'kept'))).toEqual([])
    child.kill('SIGTERM')
    expect(await waitForEnd(child)).toBe(0)

    const kept = [
      'uploads',
      'taught',
      'taught_classes',
      'taught_pictures',
      'feedback_tickets',
      'feedback_pictures',
      'feedback_judgements',
      'usage',
      'accounts',
      'removed_accounts',
    ]
    expect(countRows(join(data, 'service.db'), kept)).toEqual(Object.fromEntries(kept.map((table) => [table, 0])))
    expect(countRows(join(data, 'indexes', 'indexes.db'), ['indexes', 'entries', 'tickets'])).toEqual({
      indexes: 0,
      entries: 0,
      tickets: 0,
    })
  },
)

function countRows(file: string, tables: readonly string[]): Record<string, unknown> {
  const db = new Database(file, { readonly: true })
  try {
    return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]))
  } finally {
    db.close()
  }
}
