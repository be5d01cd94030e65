import { describe, expect, test } from 'vitest'
import { multipart, type RawAnswer } from '../http/raw.ts'
import { formOf, jsonOf, type Client } from './client.ts'
import { isCluster } from './test-place.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const main = world.client.main

const FILE = 'Content-Disposition: form-data; name="image"; filename="a.jpg"'
const postForm = (body: Buffer, path = '/v2/colors') =>
  main.raw(`POST ${path} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=B`, body)
const sizes = async (sent: Parameters<Client['ask']>[1]) => (await main.ask('/v2/colors', sent)).status

/** The colours of the complete photo, which prove that exactly its bytes arrived. */
const expectPhoto = async ({ status, body }: RawAnswer) => {
  expect([status, body]).toEqual([200, expect.stringContaining('image_colors')])
  expect(JSON.parse(body)).toEqual((await main.ask('/v2/colors', formOf({ image: world.photo }))).body)
}

describe('1. multipart bodies', () => {
  test.each([
    ['a part without a file name', 'Content-Disposition: form-data; name="image"'],
    [
      'a full local path as file name',
      'Content-Disposition: form-data; name="image"; filename="/home/me/../../etc/a.jpg"',
    ],
    ['the field called file', 'Content-Disposition: form-data; name="file"; filename="a.jpg"'],
  ])('%s', async (_what, head) => {
    await expectPhoto(await postForm(multipart('B', [{ head, body: world.photo }])))
  })

  test('a local path as file name is returned as a mere name', async () => {
    const { body } = await postForm(
      multipart('B', [
        { head: 'Content-Disposition: form-data; name="image"; filename="/home/me/holiday.jpg"', body: world.photo },
      ]),
      '/v1/content',
    )
    expect(JSON.parse(body).uploaded[0].filename).toBe('holiday.jpg')
  })

  test.each([
    ['without its leading dashes', 'B--\r\n'],
    ['with bytes after it', '--B--\r\nmore bytes'],
  ])('a last boundary %s', async (_what, end) => {
    await expectPhoto(await postForm(multipart('B', [{ head: FILE, body: world.photo }], end)))
  })

  test('extra bytes after the file', async () => {
    expect(
      (await postForm(multipart('B', [{ head: FILE, body: Buffer.concat([world.photo, Buffer.from('\r\n\r\nxyz')]) }])))
        .status,
    ).toBe(200)
  })

  test('a chunked body', async () => {
    const body = multipart('B', [{ head: FILE, body: world.photo }])
    const response = await fetch(`${world.address}/v2/colors`, {
      method: 'POST',
      headers: { authorization: main.authorization, 'content-type': 'multipart/form-data; boundary=B' },
      body: new Blob([new Uint8Array(body)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(200)
  })
})

describe('2. image_base64', () => {
  test.each(['', 'data:image/jpeg;base64,'])(
    'urlencoded, as a multipart field and in JSON, with the prefix "%s"',
    async (prefix) => {
      const image_base64 = prefix + world.photo.toString('base64')
      expect(await sizes({ method: 'POST', body: new URLSearchParams({ image_base64 }) })).toBe(200)
      expect(await sizes(formOf({ image_base64 }))).toBe(200)
      expect(await sizes(jsonOf({ image_base64 }))).toBe(200)
    },
  )
})

test('3. language, limit, threshold, save_id and save_index count in the query and as form fields of the same POST', async () => {
  const texts = async (path: string, fields: Record<string, string>) =>
    (await main.ask(path, formOf({ ...fields, image: world.photo }))).body.result.tags
  for (const tags of [
    await texts('/v2/tags?language=de&limit=1&threshold=8', {}),
    await texts('/v2/tags', { language: 'de', limit: '1', threshold: '8' }),
    await texts('/v2/tags?limit=1', { language: 'de' }),
  ]) {
    expect(tags).toHaveLength(1)
    expect(Object.keys(tags[0].tag)).toEqual(['de'])
  }
  await main.ask('/v2/categories/general_v3?save_index=n3&save_id=query', formOf({ image: world.photo }))
  await main.ask('/v2/categories/general_v3', formOf({ save_index: 'n3', save_id: 'form', image: world.photo }))
  for (const id of ['query', 'form'])
    expect((await main.ask(`/v2/similar-images/categories/general_v3/n3/${id}`)).body.result).toBe(true)
})

test('4. a trailing slash before the query is the same route, without a redirect', async () => {
  const { status, headers } = await main.ask(
    '/v2/categories/general_v3/?save_id=slash&save_index=n4',
    formOf({ image: world.photo }),
  )
  expect([status, headers.get('location')]).toEqual([200, null])
  expect((await main.ask('/v2/similar-images/categories/general_v3/n4/slash')).body.result).toBe(true)
})

test('5. PUT with no body, an empty multipart body, or null', async () => {
  await main.ask('/v2/colors?deterministic=1&save_index=n5&save_id=a', formOf({ image: world.photo }))
  const form = { 'content-type': 'multipart/form-data; boundary=B' }
  for (const sent of [
    {},
    { headers: form },
    { headers: form, body: '--B--\r\n' },
    { headers: form, body: '--B--' },
    { headers: { 'content-type': 'application/json' }, body: 'null' },
    { headers: { 'content-type': 'text/plain' }, body: 'null' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' },
  ]) {
    const { status, body } = await main.ask('/v2/similar-images/colors/n5', { method: 'PUT', ...sent })
    expect([status, typeof body.result.ticket_id], JSON.stringify(sent)).toEqual([200, 'string'])
  }
})

describe('6. parameters', () => {
  test.each([
    'threshold=30.000000',
    'limit=-1',
    'limit=1&limit=2',
    '&limit=2',
    'language=en&language=de',
    'language=en,',
    'unknown=1',
    'threshold=30&threshold=30',
  ])('/v2/tags?%s', async (query) => {
    expect((await main.raw(`GET /v2/tags?${query}&image_url=${world.web.url}/photo.jpg HTTP/1.1`)).status).toBe(200)
  })
  test('rect_percentage=0.500000', async () => {
    expect(
      (await main.raw(`GET /v2/croppings?rect_percentage=0.500000&image_url=${world.web.url}/photo.jpg HTTP/1.1`))
        .status,
    ).toBe(200)
  })
  test.each(['/photo.jpg', '/photo.jpg?size=big&v=2', '/my%20photo+1.jpg'])(
    'image_url with %s that is not percent-encoded',
    async (path) => {
      const before = world.web.calls.length
      const { status } = await main.raw(`GET /v2/colors?image_url=${world.web.url}${path} HTTP/1.1`)
      expect(status).toBe(200)
      expect(world.web.calls[before]).toBe(path)
    },
  )
  // a proxy refuses it with its own page
  test.skipIf(isCluster)(
    'image_url with a space that is not percent-encoded is 400 with a sentence that says so',
    async () => {
      const before = world.web.calls.length
      const { status, body } = await main.raw(`GET /v2/colors?image_url=${world.web.url}/my photo.jpg HTTP/1.1`)
      expect([status, JSON.parse(body).status.text]).toEqual([400, expect.stringContaining('percent-encoded')])
      expect(world.web.calls.length).toBe(before)
    },
  )
})

describe('7. Accept', () => {
  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=0.2', 200],
    ['application/json', 200],
    ['text/html', 406],
    ['image/png, text/plain', 406],
  ])('%s is %i', async (accept, expected) => {
    const { status, headers, body } = await main.raw(
      `GET /v2/categorizers HTTP/1.1${accept === undefined ? '' : `\r\nAccept: ${accept}`}`,
    )
    expect([status, headers['content-type']]).toEqual([expected, expect.stringMatching(/^application\/json/)])
    expect(JSON.parse(body).status.type).toBe(expected === 200 ? 'success' : 'error')
  })
})

test('8. a request without credentials gets a challenge, and its connection then serves one with them', async () => {
  const response = await fetch(`${world.address}/v2/categorizers`)
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Basic realm="/),
  ])
  const posted = await fetch(`${world.address}/v2/tags`, {
    method: 'POST',
    body: formOf({ image: world.photo }).body as FormData,
  })
  expect([posted.status, posted.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Basic realm="/),
  ])
  expect((await main.ask('/v2/categorizers')).status).toBe(200)
})

// 9 is in notes-readings.test.ts with the other rules of croppings; 10, Retry-After on 429 and 503, in refusals.test.ts
// for every endpoint.
