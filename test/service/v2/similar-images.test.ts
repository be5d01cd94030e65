import { describe, expect, test } from 'vitest'
import { colorDistance, contentDistance, unlikenessOf } from '../../../src-main/indexes/distances.ts'
import { colorScale, contentScale } from '../../../src-main/indexes/published-distance.ts'
import { unitRow } from '../../../src-main/indexes/scan/quantise.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { vectorOf } from '../http/fake-analysis.ts'
import { sendRaw } from '../http/raw.ts'
import { basic, KEY, SECRET, serve } from '../http/serve.ts'

const [first, second] = [
  await drawPicture({ width: 80, height: 60, seed: 1 }),
  await drawPicture({ width: 90, height: 60, seed: 7 }),
]
const post = (bytes: Buffer) => {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  return { method: 'POST', body }
}

describe.each([
  ['categories', '/v2/similar-images/categories/general_v3/idx', '/v2/categories/general_v3?save_index=idx'],
  ['colors', '/v2/similar-images/colors/idx', '/v2/colors?deterministic=1&save_index=idx'],
])('an index of %s', (_kind, index, save) => {
  /** Two pictures saved and trained. */
  async function openTrained() {
    const service = await serve()
    for (const [id, bytes] of [
      ['one', first],
      ['Ünö / 2?', second],
    ] as const)
      expect((await service.ask(`${save}&save_id=${encodeURIComponent(id)}`, post(bytes))).status).toBe(200)
    const { ticket_id } = (await service.ask(index, { method: 'PUT' })).body.result
    await expect.poll(async () => (await service.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final).toBe(true)
    return { ...service, ticketId: ticket_id as string }
  }

  test('finds nothing before its first training, and the same picture at 0.0 after it', { tags: 'night' }, async () => {
    const { ask } = await serve()
    await ask(`${save}&save_id=one`, post(first))
    expect(await ask(index, post(first))).toMatchObject({ status: 200, body: { result: { count: 0, images: [] } } })
    const trained = await openTrained()
    const { body } = await trained.ask(index, post(second))
    expect(body.result.images[0]).toEqual({ id: 'Ünö / 2?', distance: expect.closeTo(0, 3) })
    expect(body.result.count).toBe(2)
    const page = await trained.ask(`${index}?offset=1&count=1.0`, post(second))
    expect(page.body.result.images.map(({ id }: { id: string }) => id)).toEqual(['one'])
    const all = await trained.ask(`${index}?count=-1`, post(second))
    expect(all.body.result.images).toEqual(body.result.images)
  })

  test('publishes distances on one scale, which also limits them', async () => {
    const { ask } = await openTrained()
    const found = async (query: string) => (await ask(`${index}?${query}`, post(second))).body.result
    const { images } = await found('')
    const far = images[1].distance as number
    const [a, b] = [first, second].map((bytes) => unitRow(vectorOf(bytes), vectorOf(bytes).length)) as [
      Float32Array,
      Float32Array,
    ]
    const unlikeness = unlikenessOf(a, b)
    expect(far).toBeCloseTo(
      index.includes('colors')
        ? colorScale('overall').publish(colorDistance(unlikeness))
        : contentScale('fake').publish(contentDistance(unlikeness)),
      5,
    )
    expect((await found(`distance=${far}`)).images).toEqual(images)
    expect(await found(`distance=${far * 0.999}`)).toEqual({ count: 1, images: images.slice(0, 1) })
    expect((await found('distance=2')).images).toEqual(images)
  })

  test('finds by upload and by a saved entry', async () => {
    const { ask } = await openTrained()
    const { upload_id } = (await ask('/v2/uploads', post(first))).body.result
    for (const query of [`image_upload_id=${upload_id}`, 'entry=one'])
      expect((await ask(`${index}?${query}`)).body.result.images[0].id).toBe('one')
    expect((await ask(`${index}?entry=none`)).status).toBe(404)
  })

  test('lists entries, describes itself, and deletes both', { tags: 'night' }, async () => {
    const { ask } = await openTrained()
    const entry = `${index}/${encodeURIComponent('Ünö / 2?')}`
    expect((await ask(entry)).body).toMatchObject({ result: true, status: { type: 'success' } })
    expect((await ask(`${index}/none`)).body.result).toBe(false)
    expect((await ask(`${index}/`)).body.result).toMatchObject({ entries: 2, trained_entries: 2, pending: 0 })
    expect((await ask(entry, { method: 'DELETE' })).status).toBe(200)
    expect((await ask(entry, { method: 'DELETE' })).status).toBe(404)
    expect((await ask(index)).body.result).toMatchObject({ entries: 1, pending: 1 })
    expect((await ask(index, { method: 'DELETE' })).body.status.type).toBe('success')
    expect(await ask(index, { method: 'DELETE' })).toMatchObject({ status: 404, body: { status: { type: 'error' } } })
  })

  test.each([
    ['no body', {}],
    ['null', { body: 'null', headers: { 'content-type': 'application/json' } }],
    ['an empty form', { body: '--B--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=B' } }],
    ['an odd type', { body: 'x', headers: { 'content-type': 'json' } }],
    ['text', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ])('is trained by PUT with %s', async (_what, init) => {
    const { ask } = await serve()
    await ask(`${save}&save_id=one`, post(first))
    const { status, body } = await ask(index, { method: 'PUT', ...init })
    expect([status, typeof body.result.ticket_id]).toEqual([200, 'string'])
  })

  test('calls back when it is trained, with the address in query or form', async () => {
    const { ask, called } = await serve()
    await ask(`${save}&save_id=one`, post(first))
    const asForm = {
      body: 'callback_url=http%3A%2F%2Fme.example%2Fdone',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    const tickets = [
      (await ask(`${index}?callback_url=http://me.example/done`, { method: 'PUT' })).body.result.ticket_id,
      (await ask(index, { method: 'PUT', ...asForm })).body.result.ticket_id,
    ]
    await expect
      .poll(() => [...called].sort())
      .toEqual(tickets.map((ticket) => `http://me.example/done?ticket=${ticket}`).sort())
    const wrong = await ask(`${index}?callback_url=ftp://me.example`, { method: 'PUT' })
    expect([wrong.status, wrong.body.status.text]).toEqual([400, expect.stringContaining('callback_url')])
  })

  test("is nobody else's, nor are its tickets", async () => {
    const { ask, addAccount, ticketId } = await openTrained()
    const headers = await addAccount()
    for (const [path, method] of [
      [index, 'GET'],
      [index, 'PUT'],
      [index, 'DELETE'],
      [`${index}/one`, 'GET'],
      [`${index}/one`, 'DELETE'],
      [`/v2/tickets/${ticketId}`, 'GET'],
    ] as const)
      expect((await ask(path, { method, headers })).status).toBe(404)
    expect((await ask(`${index}/one`)).body.result).toBe(true)
  })

  test('names a wrong number and a missing picture', async () => {
    const { ask } = await openTrained()
    for (const name of ['offset', 'count', 'distance']) {
      const { status, body } = await ask(`${index}?${name}=many`, post(first))
      expect([status, body.status.text]).toEqual([400, expect.stringContaining(name)])
    }
    expect((await ask(index, { method: 'POST' })).body.status.text).toContain('image')
  })
})

test.each([
  'a/b.jpg',
  'a%2Fb',
  '..',
  '%',
  'x?y#z&w=1',
  'ключ один',
  '日本',
  '💡',
  'a+b',
  ' ',
  'id/',
  'x'.repeat(1000),
  '中'.repeat(1000),
])('any text is a valid id of an entry: %.20s', async (id) => {
  const { ask, address } = await serve()
  await ask(`/v2/categories/general_v3?save_index=idx&save_id=${encodeURIComponent(id)}`, post(first))
  const path = `/v2/similar-images/categories/general_v3/idx/${encodeURIComponent(id)}`
  const raw = await sendRaw(address, [
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`,
  ])
  expect([raw.status, JSON.parse(raw.body).result]).toEqual([200, true])
})

test('an id with a slash that is not percent-encoded is understood', async () => {
  const { ask } = await serve()
  await ask('/v2/colors?deterministic=1&save_index=idx&save_id=a/b.jpg', post(first))
  expect((await ask('/v2/similar-images/colors/idx/a/b.jpg')).body.result).toBe(true)
})
