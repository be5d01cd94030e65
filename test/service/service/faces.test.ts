import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf, jsonOf } from './client.ts'
import { isCluster } from './test-place.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const { main, other } = world.client
const HOUR = 3_600_000
let ids: string[] = []

async function detect(client = main, path = '/v2/faces/detections?return_face_id=1'): Promise<string[]> {
  const { body } = await client.ask(path, formOf({ image: world.faces }))
  return body.result.faces.map(({ face_id }: { face_id: string }) => face_id)
}

beforeAll(async () => {
  ids = await detect()
})

const called: string[] = []
const hooks = createServer((request, response) => {
  called.push(request.url!)
  response.end()
})
let hook = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/done?for=us`
})
afterAll(() => new Promise((resolve) => hooks.close(resolve)))

async function endOf(ticket: string) {
  for (;;) {
    const { status, body } = await main.ask(`/v2/tickets/${ticket}`)
    expect(status).toBe(200)
    if (body.result.is_final) return body.result.ticket_result
  }
}

test('several faces have different ids, the same in each request; without the parameter they have none', async () => {
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await detect()).toEqual(ids)
  expect(new Set(await detect(main, '/v2/faces/detections'))).toEqual(new Set(['']))
})

test('similarity: 100 for a face itself, symmetric, an integer or a decimal from 0 to 100', async () => {
  const [a, b] = ids as [string, string]
  const ask = async (one: string, two: string) =>
    (await main.ask(`/v2/faces/similarity?face_id=${one}&second_face_id=${two}`)).body.result.score
  expect(await ask(a, a)).toBe(100)
  expect(await ask(a, b)).toBe(await ask(b, a))
  expect(await ask(a, b)).toBeLessThan(100)
})

test.each([
  ['/v2/faces/similarity', 'face_id'],
  ['/v2/faces/similarity?face_id=x', 'second_face_id'],
  ['/v2/faces/groupings', 'faces'],
  [`/v2/faces/groupings?faces=${'a,'.repeat(1001)}`, 'faces'],
  ['/v2/faces/recognition/a%2Fb?face_id=x', 'index_id'],
])('%s is 400 and names %s', async (path, name) => {
  const { status, body } = await main.ask(path)
  expect([status, body.status.text]).toEqual([400, expect.stringContaining(name)])
})

test.each([
  ['/v2/faces/groupings', 'POST', { faces: [] }, 'faces'],
  ['/v2/faces/groupings', 'POST', { faces: 'abc' }, 'faces'],
  ['/v2/faces/groupings', 'POST', { faces: [1] }, 'faces'],
  ['/v2/faces/groupings', 'POST', { faces: ['a'], callback_url: 'ftp://x' }, 'callback_url'],
  ['/v2/faces/recognition/bad', 'PUT', {}, 'people'],
  ['/v2/faces/recognition/bad', 'PUT', { people: {} }, 'people'],
  ['/v2/faces/recognition/bad', 'PUT', { people: { Jo: [] } }, 'people'],
  ['/v2/faces/recognition/bad', 'PUT', { people: { ' ': ['a'] } }, 'people'],
  ['/v2/faces/recognition/bad', 'PUT', { people: ['a'] }, 'people'],
])('%s %s of %j is 400 and names %s', async (path, method, json, name) => {
  const { status, body } = await main.ask(path, jsonOf(json, method))
  expect([status, body.status.text]).toEqual([400, expect.stringContaining(name)])
})

test('a grouping has each id once, requested by POST or by GET, and the address is called', async () => {
  const posted = await main.ask('/v2/faces/groupings', jsonOf({ faces: [...ids, ids[0]], callback_url: hook }))
  const ticket = posted.body.result.ticket_id
  const result = await endOf(ticket)
  expect(Object.keys(result).sort()).toEqual(['groups', 'ungrouped'])
  expect([...result.groups.flat(), ...result.ungrouped].sort()).toEqual([...ids].sort())
  const asked = await main.ask(`/v2/faces/groupings?${ids.map((id) => `face_id=${id}`).join('&')}`)
  expect(await endOf(asked.body.result.ticket_id)).toEqual(result)
  await expect.poll(() => called).toEqual([`/done?for=us&ticket=${ticket}`])
  expect((await other.ask(`/v2/tickets/${ticket}`)).status).toBe(404)
})

test('people are added, trained, recognised and forgotten', async () => {
  const [jo, ann, asked] = ids as [string, string, string]
  const path = '/v2/faces/recognition/My team'
  const put = await main.ask(path, jsonOf({ people: { 'Jo Öffentlich': [jo], 'Ann / Other': [ann] } }, 'PUT'))
  expect([put.status, put.body.result.is_trained]).toEqual([200, false])
  expect((await main.ask(`${path}?face_id=${jo}`)).body.result).toEqual({ people: [] })
  expect(
    await endOf((await main.ask(`${path}/`, { method: 'POST', body: 'null' })).body.result.ticket_id),
  ).toMatchObject({ state: 'trained', people: 2, faces: 2 })
  const { people } = (await main.ask(`${path}?face_id=${jo}`)).body.result
  expect(people[0]).toEqual({ id: 'Jo Öffentlich', score: 100 })
  expect((await main.ask(`${path}?face_id=${asked}`)).body.result.people).toHaveLength(2)
  expect((await main.ask(path)).body.result).toMatchObject({
    is_trained: true,
    people: [
      { id: 'Ann / Other', faces: 1, trained_faces: 1 },
      { id: 'Jo Öffentlich', faces: 1, trained_faces: 1 },
    ],
  })
  const gone = await main.ask(`${path}/${encodeURIComponent('Ann / Other')}`, { method: 'DELETE' })
  expect(gone.status).toBe(200)
  expect((await main.ask(`${path}?face_id=${ann}`)).body.result.people).toEqual([
    { id: 'Jo Öffentlich', score: expect.any(Number) },
  ])
  expect((await main.ask(path, { method: 'DELETE' })).status).toBe(200)
  expect((await main.ask(`${path}?face_id=${jo}`)).status).toBe(404)
})

test.skipIf(isCluster)(
  'an id is 404 for another account until it gets the same one, and 410 after 24 hours',
  async () => {
    const path = `/v2/faces/similarity?face_id=${ids[0]}&second_face_id=${ids[0]}`
    expect((await other.ask(path)).status).toBe(404)
    await detect(other)
    expect((await other.ask(path)).status).toBe(200)
    world.clock.ms += 24 * HOUR
    expect((await main.ask(path)).status).toBe(410)
    expect((await main.ask('/v2/faces/groupings', jsonOf({ faces: ids }))).status).toBe(410)
    const people = { Jo: [ids[0]] }
    expect((await main.ask('/v2/faces/recognition/late', jsonOf({ people }, 'PUT'))).status).toBe(410)
    expect((await main.ask('/v2/faces/recognition/late')).status).toBe(404)
    expect(await detect()).toEqual(ids)
    expect((await main.ask(path)).body.result.score).toBe(100)
  },
)
