import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { KEY, SECRET, serve } from '../http/serve.ts'

const picture = await drawPicture({ width: 80, height: 60 })
const url = 'http://pictures.example/a.jpg'
const pictures = {
  [url]: picture,
  'http://pictures.example/b.jpg': picture,
  'http://pictures.example/bad.jpg': Buffer.from('UNREADABLE'),
}
const form = (...names: string[]) => {
  const body = new FormData()
  for (const name of names) body.append('image', new Blob([new Uint8Array(picture)]), name)
  return { method: 'POST', body }
}

test('tags of several pictures; an unavailable one does not affect the others', async () => {
  const { ask, analysis } = await serve({ pictures })
  const { uploaded } = (await ask('/v1/content', form('a.jpg'))).body
  const { status, body } = await ask(
    `/v1/tagging?url=${url}&url=http://pictures.example/none.jpg&url=http://pictures.example/bad.jpg&content=${uploaded[0].id}&limit=3`,
  )
  expect(status).toBe(200)
  expect(body.results).toEqual(
    [url, uploaded[0].id].map((image) => ({ tagging_id: null, image, tags: [{ confidence: 61.5, tag: 'dog' }] })),
  )
  expect(body.unsuccessful.map(({ image }: { image: string }) => image)).toEqual([
    'http://pictures.example/none.jpg',
    'http://pictures.example/bad.jpg',
  ])
  for (const { message, info } of body.unsuccessful)
    expect([message, info]).toEqual([expect.stringMatching(/\w/), message])
  expect(analysis.runs[0]!.calls).toEqual([{ operation: 'tags', given: { limit: '3' } }])
  expect((await ask('/v2/usage')).body.result.total_processed).toBe(2)
})

test('several languages make a tag a map, one a text', async () => {
  const { ask } = await serve({ pictures })
  const tagOf = async (query: string) => (await ask(`/v1/tagging?url=${url}${query}`)).body.results[0].tags[0].tag
  expect(await tagOf('&language=de')).toBe('Hund')
  expect(await tagOf('&language=en&language=de')).toEqual({ en: 'dog', de: 'Hund' })
})

test('colours have their numbers as texts, and both names of the share', async () => {
  const { ask } = await serve({ pictures })
  const { image, info } = (await ask(`/v1/colors?url=${url}`)).body.results[0]
  expect(image).toBe(url)
  expect(info).toMatchObject({ color_variance: '36', object_percentage: '20.5', color_percent_threshold: 1.75 })
  for (const list of ['foreground_colors', 'background_colors'])
    expect(info[list][0]).toMatchObject({ r: '36', g: '120', b: '9', percent: 60.25, percentage: 60.25 })
  expect(info.image_colors[0]).toMatchObject({ r: '36', percent: 60.25 })
})

test('croppings of sizes one by one: a failed one is reported with its size', async () => {
  const { ask, analysis } = await serve({ pictures })
  const { body } = await ask(`/v1/croppings?url=${url}&resolution=100x50&resolution=9000x9000&no_scaling=1`)
  expect(body.results).toEqual([
    { image: url, croppings: [{ target_width: 100, target_height: 50, x1: 0, y1: 0, x2: 100, y2: 50 }] },
  ])
  expect(body.unsuccessful).toEqual([
    {
      image: url,
      message: expect.stringContaining('9000x9000'),
      info: expect.stringContaining('9000x9000'),
      target_width: 9000,
      target_height: 9000,
    },
  ])
  expect(analysis.runs).toHaveLength(1)
  expect((await ask(`/v1/croppings?url=${url}`)).body.results[0].croppings).toHaveLength(1)
})

test('categories by a categorizer; an unknown one is 404', async () => {
  const { ask } = await serve({ pictures })
  expect((await ask(`/v1/categorizations/general_v3?url=${url}`)).body).toEqual({
    results: [{ image: url, categories: [{ confidence: 99, name: 'animal' }] }],
    unsuccessful: [],
  })
  expect(await ask(`/v1/categorizations/none?url=${url}`)).toMatchObject({
    status: 404,
    body: { status: 'error', type: 'not_found' },
  })
  expect((await ask('/v1/categorizers')).body).toEqual([
    { id: 'general_v3', title: 'General', labels: ['animal', 'plant'] },
  ])
})

test('several files are uploaded at once, and a deleted one is reported as unsuccessful', async () => {
  const { ask } = await serve()
  const { status, body } = await ask('/v1/content', form('a.jpg', 'C:\\me\\b.jpg'))
  expect([status, body.status]).toEqual([200, 'success'])
  expect(body.uploaded).toEqual([
    { id: expect.stringMatching(/^[A-Za-z0-9]{32}$/), filename: 'a.jpg' },
    { id: expect.stringMatching(/^[A-Za-z0-9]{32}$/), filename: expect.stringMatching(/b\.jpg$/) },
  ])
  const { id } = body.uploaded[0]
  expect(await ask(`/v1/content/${id}`, { method: 'DELETE' })).toMatchObject({
    status: 200,
    body: { status: 'success' },
  })
  expect((await ask(`/v1/content/${id}`, { method: 'DELETE' })).status).toBe(410)
  expect((await ask(`/v1/tagging?content=${id}`)).body).toMatchObject({ results: [], unsuccessful: [{ image: id }] })
})

describe('too many, none, or wrong', () => {
  const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}=${n}`).join('&')
  test.each([
    ['/v1/tagging', 'url'],
    ['/v1/croppings', 'url'],
    ['/v1/tagging?' + many('url', 6), 'url'],
    ['/v1/tagging?' + many('content', 6), 'content'],
    ['/v1/colors?' + many('content', 11), 'content'],
    [`/v1/croppings?url=${url}&resolution=big`, 'resolution'],
    [`/v1/tagging?url=${url}&language=xx`, 'language'],
    [`/v1/tagging?url=${url}&limit=x`, 'limit'],
    [`/v1/colors?url=${url}&extract_object_colors=2`, 'extract_object_colors'],
  ])('%s is 400 and names %s', async (path, name) => {
    const { ask } = await serve({ pictures })
    const { status, body } = await ask(path)
    expect([status, body.status, body.type, body.message]).toEqual([
      400,
      'error',
      'bad_request',
      expect.stringContaining(name),
    ])
  })
})

test('the headers of the monthly limit are spelt as documented', async () => {
  const { address } = await serve({ plan: { monthly: 3 } })
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  get(`${address}/v1/usage`, { auth: `${KEY}:${SECRET}` }, (answer) => resolve(answer.resume().rawHeaders)).on(
    'error',
    reject,
  )
  expect((await promise).filter((name) => /^monthly/i.test(name))).toEqual([
    'Monthly-Limit',
    'Monthly-Limit-Remaining',
    'Monthly-Limit-Reset',
  ])
})

test('every answer has the monthly limit, successful or not', async () => {
  const { ask } = await serve({ pictures, plan: { monthly: 3 } })
  const limits = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
    ['monthly-limit', 'monthly-limit-remaining'].map((name) => headers.get(name))
  const first = await ask(`/v1/tagging?url=${url}`)
  expect(limits(first)).toEqual(['3', '2'])
  expect(Number(first.headers.get('monthly-limit-reset'))).toBeGreaterThan(0)
  expect(limits(await ask('/v1/tagging'))).toEqual(['3', '2'])
  expect(await ask(`/v1/tagging?url=${url}&url=http://pictures.example/b.jpg&url=${url}`)).toMatchObject({
    status: 403,
    body: { type: 'limit_reached' },
  })
})

test('a fault of the service ends the complete request', async () => {
  const { ask, analysis } = await serve({ pictures })
  analysis.state.failure = new Error('broken')
  expect(await ask(`/v1/tagging?url=${url}`)).toMatchObject({
    status: 500,
    body: { status: 'error', type: 'internal_error' },
  })
})
