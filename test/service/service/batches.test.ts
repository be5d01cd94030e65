import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { BatchProgress } from '../../../src-main/service/v2/batches.ts'
import { jsonOf, type Client, type Heard } from './client.ts'
import { isCluster } from './test-place.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const { main, other, single } = world.client
const photo = { image_url: `${world.web.url}/photo.jpg` }
const operations = { tags: { limit: 2 }, colors: {} }

const called: string[] = []
const callbacks = createServer((request, response) => {
  called.push(request.url ?? '')
  response.end()
}).listen(0, '127.0.0.1')
afterAll(() => void callbacks.close())
const callbackUrl = () => `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/done`

const handIn = (client: Client, body: object): Promise<Heard> => client.ask('/v2/batches', jsonOf(body, 'POST'))

async function ticketOf(client: Client, body: object): Promise<string> {
  const { status, body: answer } = await handIn(client, body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.result.ticket_id
}

const progressOf = async (client: Client, id: string) =>
  BatchProgress.parse((await client.ask(`/v2/batches/${id}`)).body.result)
const untilState = (client: Client, id: string, state: string) =>
  expect.poll(async () => (await progressOf(client, id)).state).toBe(state)
const resultsOf = async (client: Client, id: string, query = '') =>
  (await client.ask(`/v2/batches/${id}/results${query}`)).body.result

test('a batch: its ticket, its results page by page, its count, and its callback', { tags: 'night' }, async () => {
  const [upload, deleted] = [await main.upload(world.second), await main.upload(world.second)]
  await main.ask(`/v2/uploads/${deleted}`, { method: 'DELETE' })
  const before = await main.processed()
  const images = [
    photo,
    { image_upload_id: upload },
    { image_url: `${world.web.url}/text.jpg` },
    { image_upload_id: deleted },
    photo,
  ]
  const id = await ticketOf(main, { images, operations, callback_url: callbackUrl() })
  await untilState(main, id, 'done')
  expect(await progressOf(main, id)).toMatchObject({ total: 5, done: 5, failed: 2, text: '' })
  const ticket = (await main.ask(`/v2/tickets/${id}`)).body.result
  expect(ticket).toMatchObject({ is_final: true, ticket_result: { batch_id: id, state: 'done', total: 5 } })

  const first = await resultsOf(main, id, '?limit=2')
  expect(first).toMatchObject({ next_offset: 2, results: [{ number: 0, ...photo }, { image_upload_id: upload }] })
  const rest = await resultsOf(main, id, '?offset=2')
  expect(rest.next_offset).toBeNull()
  const faults = [...first.results, ...rest.results].map(({ errors }) => errors.tags?.code ?? null)
  expect(faults).toEqual([null, null, 'bad_request', 'gone', null])
  // the endpoints' own answers
  const alone = (await main.ask(`/v2/tags?limit=2&image_url=${photo.image_url}`)).body.result
  expect(first.results[0].results.tags).toEqual(alone)
  expect((await main.processed()) - before).toBe(3 * 2 + 1)

  await expect.poll(() => called).toEqual([`/done?ticket=${id}`])
  expect(
    (await main.ask('/v2/batches')).body.result.batches.map((batch: { batch_id: string }) => batch.batch_id),
  ).toContain(id)
})

test('an account does not see other accounts’ batches, and cancels its own', async () => {
  const id = await ticketOf(main, { images: Array.from({ length: 200 }, () => photo), operations })
  for (const path of [`/v2/batches/${id}`, `/v2/batches/${id}/results`, `/v2/tickets/${id}`])
    expect((await other.ask(path)).status, path).toBe(404)
  expect((await other.ask(`/v2/batches/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await other.ask('/v2/batches')).body.result.batches).toEqual([])
  expect((await main.ask(`/v2/batches/${id}`, { method: 'DELETE' })).status).toBe(200)
  const { state, done, total } = await progressOf(main, id)
  expect([state, total]).toEqual(['cancelled', 200])
  expect(done).toBeLessThan(200)
  expect((await resultsOf(main, id, '?limit=500')).results).toHaveLength(done)
})

test('a plan of one request at once still has it while a batch runs', async () => {
  const id = await ticketOf(single, { images: Array.from({ length: 12 }, () => photo), operations: { colors: {} } })
  const statuses: number[] = []
  while ((await progressOf(single, id)).state === 'running')
    statuses.push((await single.ask(`/v2/colors?image_url=${photo.image_url}`)).status)
  expect(new Set(statuses).size).toBeLessThanOrEqual(1)
  expect(statuses.every((status) => status === 200)).toBe(true)
})

test.skipIf(isCluster)('a batch waits for a used-up quota, and never exceeds it', { tags: 'night' }, async () => {
  const client = world.client['used-up']
  const id = await ticketOf(client, { images: [photo, photo, photo], operations: { colors: {} } })
  await expect
    .poll(async () => {
      world.clock.ms += 1000 // the first picture's hold on the quota is checked again
      return (await progressOf(client, id)).state
    })
    .toBe('waiting')
  const { text, done } = await progressOf(client, id)
  expect([done, text]).toEqual([1, expect.stringContaining('daily limit of 1 analysis')])
  expect(await client.processed()).toBe(1)
  world.clock.ms += 24 * 3_600_000
  await expect.poll(async () => (await progressOf(client, id)).done).toBe(2)
  expect(await client.processed()).toBe(2) // one of each day
  expect((await client.ask(`/v2/batches/${id}`, { method: 'DELETE' })).status).toBe(200)
})

test('faults of a batch are reported on submission', async () => {
  const images = [photo]
  const wrong: [object, string][] = [
    [{ operations }, 'images must be a list'],
    [{ images: [], operations }, 'images must hold at least one picture'],
    [{ images: Array.from({ length: 5001 }, () => ({ image_url: 'http://a.b/' })), operations }, 'at most 5000'],
    [{ images: [{}], operations }, 'either image_url or image_upload_id'],
    [{ images, operations: {} }, 'operations names nothing'],
    [{ images, operations: { speech: {} } }, 'operations has "speech"'],
    [{ images, operations: { tags: { limit: 'few' } } }, 'tags: limit is "few"'],
    [{ images, operations: { tags: { most: 5 } } }, 'tags has no parameter "most"'],
    [{ images, operations: { croppings: { image_result: 1 } } }, 'image_result'],
    [{ images, operations, callback_url: 'ftp://example.org/' }, 'callback_url'],
  ]
  for (const [body, sentence] of wrong) {
    const { status, body: answer } = await handIn(main, body)
    expect([status, answer.status.text]).toEqual([400, expect.stringContaining(sentence)])
  }
})
