import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { multipart, sendRaw } from '../http/raw.ts'
import { basic, KEY, SECRET, serve } from '../http/serve.ts'

const url = 'http://pictures.example/a.jpg'
const picture = await drawPicture({ width: 80, height: 60 })
const pictures = { [url]: picture }
const endpoints = [
  '/v2/tags',
  '/v2/tags/mine',
  '/v2/categories/general_v3',
  '/v2/croppings',
  '/v2/colors',
  '/v2/faces/detections',
]

const form = (fields: Record<string, string> = {}) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('image', new Blob([new Uint8Array(picture)]), 'a.jpg')
  return { method: 'POST', body }
}

describe.each(endpoints)('%s', (path) => {
  let service: Awaited<ReturnType<typeof serve>>
  const open = async () => (service = await serve({ pictures }))

  test('takes an address, an upload and a file', async () => {
    await open()
    const uploaded = await service.ask('/v2/uploads', form())
    for (const answer of [
      await service.ask(`${path}?image_url=${encodeURIComponent(url)}`),
      await service.ask(`${path}?image_upload_id=${uploaded.body.result.upload_id}`),
      await service.ask(`${path}/`, form()),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.body.status).toEqual({ type: 'success', text: '' })
      expect(Object.keys(answer.body.result)).not.toContain('kind')
    }
    expect(service.analysis.runs).toHaveLength(3)
    for (const { bytes } of service.analysis.runs) expect(bytes.equals(picture)).toBe(true)
    expect((await service.ask('/v2/usage')).body.result.total_processed).toBe(3)
  })

  test('without a picture it is 400 and names the ways to send one', async () => {
    await open()
    const { status, body } = await service.ask(path)
    expect(status).toBe(400)
    expect(body.status.text).toContain('image_url')
    expect((await service.ask('/v2/usage')).body.result.total_processed).toBe(0)
  })

  test('an address that cannot be fetched, an unknown and a deleted upload name their parameter', async () => {
    await open()
    const fetched = await service.ask(`${path}?image_url=http://pictures.example/none.jpg`)
    expect([fetched.status, fetched.body.status.text]).toEqual([400, expect.stringContaining('image_url')])
    const unknown = await service.ask(`${path}?image_upload_id=${'x'.repeat(32)}`)
    expect([unknown.status, unknown.body.status.text]).toEqual([404, expect.stringContaining('image_upload_id')])
    const { upload_id } = (await service.ask('/v2/uploads', form())).body.result
    expect(await service.ask(`/v2/uploads/${upload_id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { status: { type: 'success', text: '' } },
    })
    const gone = await service.ask(`${path}?image_upload_id=${upload_id}`)
    expect([gone.status, gone.body.status.text]).toEqual([410, expect.stringContaining('image_upload_id')])
  })

  test('a wrong parameter is 400 and names it, before anything is fetched', async () => {
    await open()
    for (const query of [
      'verbose=yes',
      ...(path.startsWith('/v2/tags') ? ['limit=many', 'threshold=high', 'language=xx', 'decrease_parents=2'] : []),
    ]) {
      const { status, body } = await service.ask(`${path}?image_url=${url}&${query}`)
      expect(status).toBe(400)
      expect(body.status.text).toContain(query.split('=')[0])
    }
    expect(service.fetched).toEqual([])
  })

  test('an unreadable picture is 400 and names its parameter', async () => {
    service = await serve({ pictures: { [url]: Buffer.from('UNREADABLE') } })
    const { status, body } = await service.ask(`${path}?image_url=${url}`)
    expect([status, body.status.text]).toEqual([400, expect.stringContaining('image_url')])
  })
})

describe('addresses without percent-encoding', () => {
  test.each([
    [
      'its own query',
      'http://pictures.example/a?size=big&v=2&language=de',
      'http://pictures.example/a?size=big&v=2',
      { language: 'de' },
    ],
    ['a plus sign', 'http://pictures.example/a+b.jpg', 'http://pictures.example/a+b.jpg', {}],
    [
      'parameters after a plain path',
      'http://pictures.example/a.jpg&limit=2&unknown=1',
      'http://pictures.example/a.jpg',
      { limit: '2' },
    ],
  ])('%s', async (_what, sent, expected, given) => {
    const { address, fetched, analysis } = await serve({ pictures: { [expected]: picture } })
    const { status } = await sendRaw(address, [
      Buffer.from(
        `GET /v2/tags?&image_url=${sent} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`,
      ),
    ])
    expect(fetched).toEqual([expected])
    expect(status).toBe(200)
    expect(analysis.runs[0]!.calls).toEqual([{ operation: 'tags', given }])
  })
})

test.each(['http://pictures.example/фото.jpg', 'http://pictures.example/my photo.jpg&limit=2'])(
  'image_url=%s, which the HTTP parser refuses, is 400 and nothing is fetched',
  async (sent) => {
    const { address, fetched, analysis } = await serve()
    const { status, headers, body } = await sendRaw(address, [
      Buffer.from(
        `GET /v2/tags?&image_url=${sent} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`,
      ),
    ])
    expect([status, headers['connection']]).toEqual([400, 'close'])
    expect(JSON.parse(body).status).toEqual({ type: 'error', text: expect.stringContaining('percent-encoded') })
    expect([fetched, analysis.runs]).toEqual([[], []])
  },
)

test('a form behind an address with letters that are not percent-encoded is 400, and nothing is saved', async () => {
  const { address, ask } = await serve()
  const body = multipart('B', [{ head: 'Content-Disposition: form-data; name="image"', body: picture }])
  const head = `POST /v2/categories/general_v3?save_index=файлы&save_id=фото один HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${body.length}\r\n\r\n`
  expect((await sendRaw(address, [head, body])).status).toBe(400)
  expect((await ask(`/v2/similar-images/categories/general_v3/${encodeURIComponent('файлы')}`)).status).toBe(404)
})

describe('requests to the engine', () => {
  test('parameters of query and form together, a repeated one as a list, nothing unknown', async () => {
    const { ask, analysis } = await serve()
    await ask(
      '/v2/tags?language=en&language=de&threshold=30.000000&unknown=1&tagger_id=other',
      form({ limit: '-1', verbose: '1' }),
    )
    expect(analysis.runs[0]!.calls).toEqual([
      { operation: 'tags', given: { language: ['en', 'de'], threshold: '30.000000', limit: '-1', verbose: '1' } },
    ])
  })

  test('saving requests everything in one go, and stores under the account', async () => {
    const { ask, analysis, addAccount } = await serve()
    expect((await ask('/v2/categories/general_v3/?save_index=holidays&save_id=one', form())).status).toBe(200)
    expect(analysis.runs.map(({ calls }) => calls.map(({ operation }) => operation))).toEqual([
      ['categories', 'contentVector'],
    ])
    expect((await ask('/v2/similar-images/categories/general_v3/holidays')).body.result).toMatchObject({
      index_id: 'holidays',
      entries: 1,
      trained_entries: 0,
    })
    const other = await ask('/v2/similar-images/categories/general_v3/holidays', { headers: await addAccount() })
    expect(other.status).toBe(404)
  })

  test.each([
    ['/v2/categories/general_v3', { save_index: 'a' }, 'save_index'],
    ['/v2/categories/general_v3', { save_id: 'a' }, 'save_id'],
    ['/v2/categories/general_v3', { save_index: '/a/', save_id: 'a' }, 'save_index'],
    ['/v2/colors', { save_index: 'a', save_id: 'a' }, 'save_index'],
    ['/v2/colors', { features_type: 'all' }, 'features_type'],
  ])('%s with %j is 400 and names %s', async (path, fields, name) => {
    const { ask } = await serve()
    const { status, body } = await ask(path, form(fields as Record<string, string>))
    expect([status, body.status.text]).toEqual([400, expect.stringContaining(name)])
  })

  test("an unknown tagger or categorizer is 404, and another account's tagger is unknown", async () => {
    const { ask, addAccount } = await serve()
    expect((await ask('/v2/tags/nobodys', form())).status).toBe(404)
    expect((await ask('/v2/categories/none', form())).status).toBe(404)
    expect((await ask('/v2/tags/mine', { ...form(), headers: await addAccount() })).status).toBe(404)
  })

  test('image_result gives the bytes of a picture', async () => {
    const { call } = await serve()
    const response = await call('/v2/croppings?image_result=1&resolution=10x10', {
      ...form(),
      headers: { accept: 'image/jpeg' },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3])
    const several = await call('/v2/croppings?image_result=1&resolution=10x10,20x20', form())
    expect(several.status).toBe(400)
  })

  test('categorizers are listed', async () => {
    const { ask } = await serve()
    expect((await ask('/v2/categorizers')).body.result.categorizers).toEqual([
      { id: 'general_v3', title: 'General', labels: ['animal', 'plant'] },
    ])
  })
})
