import { describe, expect, test, vi } from 'vitest'
import { flatPicture } from '../../fixtures/pictures.ts'
import { formOf, jsonOf, type Heard } from './client.ts'
import { isCluster } from './test-place.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const main = world.client.main

const HOURS = 3600_000
const result = ({ status, body }: Heard) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result
}
const untilFinal = (ticket: string) =>
  vi.waitUntil(async () => result(await main.ask(`/v2/tickets/${ticket}`)).is_final, { timeout: 60_000, interval: 20 })
const idsOf = (found: { images: { id: string }[] }) => found.images.map(({ id }) => id)

describe.each([
  ['categories', '/v2/similar-images/categories/general_v3/trip', '/v2/categories/general_v3?save_index=trip'],
  ['colors', '/v2/similar-images/colors/trip', '/v2/colors?deterministic=1&save_index=trip'],
])('an index of %s', (kind, index, save) => {
  const saveAs = async (id: string, image: Buffer) =>
    result(await main.ask(`${save}&save_id=${encodeURIComponent(id)}`, formOf({ image })))
  const search = async (query = '', image = world.photo) =>
    result(await main.ask(`${index}?${query}`, formOf({ image })))
  const train = async (query = '') => {
    const { status, body } = await main.ask(`${index}?${query}`, { method: 'PUT' })
    expect([200, 202]).toContain(status)
    await untilFinal(body.result.ticket_id)
    return body.result.ticket_id as string
  }

  test(
    'finds nothing before its training, then the same picture at 0.0, and changes only with the next training',
    { tags: 'night' },
    async () => {
      await saveAs('one', world.photo)
      await saveAs('two: ü/b.jpg', world.second)
      expect(await search()).toEqual({ count: 0, images: [] })
      await train()
      const found = await search()
      expect(idsOf(found)).toEqual(['one', 'two: ü/b.jpg'])
      expect(found.images[0].distance).toBeLessThanOrEqual(0.001)
      expect(found.images[1].distance).toBeGreaterThan(0.001)
      expect(found.count).toBe(2)
      expect(idsOf(await search('distance=0.001'))).toEqual(['one'])
      expect(idsOf(await search('offset=1'))).toEqual(['two: ü/b.jpg'])
      expect(idsOf(await search('count=1'))).toEqual(['one'])
      expect(idsOf(result(await main.ask(`${index}?image_url=${world.web.url}/second.jpg&count=1`)))).toEqual([
        'two: ü/b.jpg',
      ])

      await saveAs('one', world.second)
      await saveAs('three', world.photo)
      expect(idsOf(await search())).toEqual(['one', 'two: ü/b.jpg'])
      expect(result(await main.ask(`${index}/${encodeURIComponent('two: ü/b.jpg')}`, { method: 'DELETE' }))).not.toBe(
        false,
      )
      await train()
      expect(idsOf(await search())).toEqual(['three', 'one'])
      expect(result(await main.ask(index))).toMatchObject({
        index_id: 'trip',
        kind,
        entries: 2,
        trained_entries: 2,
        pending: 0,
      })
      expect(result(await main.ask(`${index}/three?count=many&image_url=x`))).toBe(true)
      expect(result(await main.ask(`${index}/none`))).toBe(false)
    },
  )

  test('calls back with its ticket, which survives the index and is 410 after a day', async () => {
    await saveAs('one', world.photo)
    const ticket = await train(`callback_url=${encodeURIComponent(`${world.web.url}/done?kind=${kind}`)}`)
    await vi.waitUntil(() => world.web.calls.includes(`/done?kind=${kind}&ticket=${ticket}`), { timeout: 60_000 })
    expect(result(await main.ask(index, { method: 'DELETE' }))).not.toBe(false)
    expect((await main.ask(index, { method: 'DELETE' })).status).toBe(404)
    expect(result(await main.ask(`/v2/tickets/${ticket}`)).is_final).toBe(true)
    if (isCluster) return // its clock does not move
    world.clock.ms += 25 * HOURS
    expect((await main.ask(`/v2/tickets/${ticket}`)).status).toBe(410)
    world.clock.ms -= 25 * HOURS
  })
})

test.skipIf(isCluster)('an upload lives for a day, then it is 410 in v2 and unsuccessful in v1', async () => {
  const id = await main.upload(world.photo)
  world.clock.ms += 23 * HOURS
  expect((await main.ask(`/v2/colors?image_upload_id=${id}`)).status).toBe(200)
  world.clock.ms += 2 * HOURS
  expect((await main.ask(`/v2/colors?image_upload_id=${id}`)).status).toBe(410)
  expect((await main.ask(`/v2/uploads/${id}`, { method: 'DELETE' })).status).toBe(410)
  const { results, unsuccessful } = (await main.ask(`/v1/colors?content=${id}`)).body
  expect([results, unsuccessful[0].image]).toEqual([[], id])
})

test('feedback counts only for its index, and its id ends after a day', async () => {
  const id = await main.upload(world.photo)
  const names = async (query: string) =>
    result(await main.ask(`/v2/tags?image_upload_id=${id}${query}`)).tags.map(
      ({ tag }: { tag: { en: string } }) => tag.en,
    ) as string[]
  const wrong = (await names('')).at(-1)! // One verdict removes no tag that is nearly certain.
  const { feedback_id } = result(await main.ask(`/v2/tags?image_upload_id=${id}&accept_feedback=1&feedback_index=mine`))
  expect(
    (
      await main.ask(
        `/v2/feedback/${feedback_id}`,
        jsonOf({
          judgements: [
            { tag: 'birthday party', verdict: 'added' },
            { tag: wrong, verdict: 'wrong' },
          ],
        }),
      )
    ).status,
  ).toBe(200)
  expect(await names('&use_feedback=1&feedback_index=mine')).toContain('birthday party')
  expect(await names('&use_feedback=1&feedback_index=mine')).not.toContain(wrong)
  expect(await names('&use_feedback=1')).toContain(wrong)
  expect(await names('')).toContain(wrong)
  if (isCluster) return // its clock does not move
  world.clock.ms += 25 * HOURS
  expect([404, 410]).toContain(
    (await main.ask(`/v2/feedback/${feedback_id}`, jsonOf({ judgements: [{ tag: 'late', verdict: 'added' }] }))).status,
  )
})

test('a tagger and a categorizer are taught, used, listed and deleted', { tags: 'night' }, async () => {
  const flats = await Promise.all(
    (
      [
        [200, 30, 30],
        [210, 40, 35],
        [30, 40, 200],
        [35, 30, 210],
      ] as const
    ).map((rgb) => flatPicture(rgb, 320, 240)),
  )
  const ids = await Promise.all(flats.map((flat) => main.upload(flat)))
  const warm = { name: 'warm', positives: ids.slice(0, 2) }
  result(await main.ask('/v2/taggers/warmth', jsonOf({ classes: [{ ...warm, negatives: ids.slice(2) }] }, 'PUT')))
  result(
    await main.ask(
      '/v2/categorizers/temperature',
      jsonOf({ title: 'Temperature', classes: [warm, { name: 'cold', positives: ids.slice(2) }] }, 'PUT'),
    ),
  )
  const post = (path: string, image: Buffer) => main.ask(path, formOf({ image })).then(result)
  expect((await post('/v2/tags/warmth', flats[1]!)).tags.map(({ tag }: { tag: { en: string } }) => tag.en)).toEqual([
    'warm',
  ])
  expect((await post('/v2/tags/warmth', flats[3]!)).tags).toEqual([])
  expect((await post('/v2/categories/temperature', flats[3]!)).categories[0].name.en).toBe('cold')
  expect((await main.ask(`/v1/categorizations/temperature?content=${ids[0]}`)).body.results[0].categories[0].name).toBe(
    'warm',
  )
  const listed = result(await main.ask('/v2/categorizers')).categorizers.find(
    ({ id }: { id: string }) => id === 'temperature',
  )
  expect(listed).toMatchObject({ title: 'Temperature', labels: expect.arrayContaining(['warm', 'cold']) })
  for (const [kind, path] of [
    ['taggers/warmth', '/v2/tags/warmth'],
    ['categorizers/temperature', '/v2/categories/temperature'],
  ] as const) {
    expect((await main.ask(`/v2/${kind}`, { method: 'DELETE' })).status).toBe(200)
    expect((await main.ask(path, formOf({ image: flats[0]! }))).status).toBe(404)
  }
})
