import { describe, expect, test, vi } from 'vitest'
import { formOf, jsonOf } from './client.ts'
import { makeThings } from './things.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const fill = await makeThings(world)

const picture = () => formOf({ image: world.photo })

test.each([
  ['GET', '/v2/tags?image_upload_id={upload}'],
  ['GET', '/v2/colors?image_upload_id={upload}'],
  ['GET', '/v2/croppings?image_upload_id={upload}'],
  ['GET', '/v2/faces/detections?image_upload_id={upload}'],
  ['GET', '/v2/categories/general_v3?image_upload_id={upload}'],
  ['DELETE', '/v2/uploads/{upload}'],
  ['DELETE', '/v1/content/{upload}'],
  ['DELETE', '/v2/uploads/{deleted-upload}'],
  ['GET', '/v2/similar-images/categories/general_v3/{index}'],
  ['GET', '/v2/similar-images/colors/{index}'],
  ['PUT', '/v2/similar-images/categories/general_v3/{index}'],
  ['PUT', '/v2/similar-images/colors/{index}'],
  ['DELETE', '/v2/similar-images/categories/general_v3/{index}'],
  ['DELETE', '/v2/similar-images/colors/{index}'],
  ['GET', '/v2/similar-images/categories/general_v3/{index}/{entry}'],
  ['GET', '/v2/similar-images/colors/{index}/{entry}'],
  ['DELETE', '/v2/similar-images/categories/general_v3/{index}/{entry}'],
  ['DELETE', '/v2/similar-images/colors/{index}/{entry}'],
  ['GET', '/v2/tickets/{ticket}'],
  ['GET', '/v2/faces/similarity?face_id={face}&second_face_id={face2}'],
  ['GET', '/v2/faces/groupings?faces={face},{face2}'],
  ['GET', '/v2/faces/recognition/{people}'],
  ['POST', '/v2/faces/recognition/{people}'],
  ['DELETE', '/v2/faces/recognition/{people}'],
  ['DELETE', '/v2/faces/recognition/{people}/{face}'],
  ['GET', '/v2/taggers/{tagger}'],
  ['DELETE', '/v2/taggers/{tagger}'],
  ['GET', '/v2/categorizers/{categorizer}'],
  ['DELETE', '/v2/categorizers/{categorizer}'],
])('%s %s is 404 for another account', async (method, path) => {
  const [filled, unknown] = [
    await fill(path),
    path.replaceAll(/\{(\w+-)?upload\}/g, 'Z'.repeat(32)).replaceAll(/\{(\w+)\}/g, 'nobodys'),
  ]
  const [foreign, none] = [
    await world.client.other.ask(filled, { method }),
    await world.client.other.ask(unknown, { method }),
  ]
  expect([foreign.status, none.status]).toEqual([404, 404])
  // Other accounts' things and things that never existed get the same answer, except for names.
  const plain = (text: string, address: string) =>
    address
      .split(/[/?=&,]/)
      .filter((part) => part.length > 2)
      .reduce((left, part) => left.replaceAll(part, '…'), text)
  const textOf = ({ body }: typeof foreign) => (path.startsWith('/v1') ? body.message : body.status.text) as string
  expect(plain(textOf(foreign), filled)).toBe(plain(textOf(none), unknown))
})

test.each([
  '/v2/tags/{tagger}',
  '/v2/categories/{categorizer}',
  '/v2/similar-images/categories/general_v3/{index}',
  '/v2/similar-images/colors/{index}',
])('POST %s is 404 for another account', async (path) => {
  expect((await world.client.other.ask(await fill(path), picture())).status).toBe(404)
})

test("feedback cannot be given under another account's id", async () => {
  expect(
    (
      await world.client.other.ask(
        await fill('/v2/feedback/{feedback}'),
        jsonOf({ judgements: [{ tag: 'dog', verdict: 'right' }] }),
      )
    ).status,
  ).toBe(404)
})

test("v1 treats another account's upload like one that never existed", async () => {
  for (const path of ['tagging', 'colors', 'croppings', 'categorizations/general_v3']) {
    const { results, unsuccessful } = (await world.client.other.ask(await fill(`/v1/${path}?content={upload}`))).body
    expect([results, unsuccessful.length]).toEqual([[], 1])
  }
})

test("lists contain only one's own things", async () => {
  const text = JSON.stringify([
    (await world.client.other.ask('/v2/taggers')).body,
    (await world.client.other.ask('/v2/categorizers')).body,
    (await world.client.other.ask('/v1/categorizers')).body,
  ])
  expect(text).not.toMatch(/my-tagger|my-categorizer|good dog|zebras/)
  expect(JSON.stringify((await world.client.main.ask('/v2/taggers')).body)).toContain('my-tagger')
})

describe('things of the same name', () => {
  test("indexes have each account's own entries", async () => {
    const { main, other } = world.client
    await main.ask('/v2/colors?deterministic=1&save_index=same&save_id=of-main', picture())
    await other.ask('/v2/colors?deterministic=1&save_index=same&save_id=of-other', picture())
    for (const [client, id] of [
      [main, 'of-main'],
      [other, 'of-other'],
    ] as const) {
      const { ticket_id } = (await client.ask('/v2/similar-images/colors/same', { method: 'PUT' })).body.result
      await vi.waitUntil(async () => (await client.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final, {
        timeout: 60_000,
      })
      expect(
        (await client.ask('/v2/similar-images/colors/same', picture())).body.result.images.map(
          (image: { id: string }) => image.id,
        ),
      ).toEqual([id])
    }
    expect((await other.ask('/v2/similar-images/colors/same', { method: 'DELETE' })).status).toBe(200)
    expect((await main.ask('/v2/similar-images/colors/same/of-main')).body.result).toBe(true)
  })

  test('each account has its own taggers, and deleting one leaves the other', async () => {
    const { main, other } = world.client
    const ids = [await other.upload(world.photo), await other.upload(world.second)]
    expect(
      (
        await other.ask(
          '/v2/taggers/my-tagger',
          jsonOf({ classes: [{ name: 'striped', positives: [ids[1]], negatives: [ids[0]] }] }, 'PUT'),
        )
      ).status,
    ).toBe(200)
    const tagsOf = async (client: typeof main, image: Buffer) =>
      (await client.ask('/v2/tags/my-tagger', formOf({ image }))).body.result.tags.map(
        ({ tag }: { tag: { en: string } }) => tag.en,
      )
    expect(await tagsOf(other, world.second)).toEqual(['striped'])
    expect(await tagsOf(main, world.photo)).toEqual(['good dog'])
    await other.ask('/v2/taggers/my-tagger', { method: 'DELETE' })
    expect(await tagsOf(main, world.photo)).toEqual(['good dog'])
  })

  test("a lesson cannot use another account's uploads", async () => {
    const upload = await fill('{upload}')
    const { status, body } = await world.client.other.ask(
      '/v2/taggers/stolen',
      jsonOf({ classes: [{ name: 'x', positives: [upload], negatives: [upload] }] }, 'PUT'),
    )
    expect([status, body.status.text]).toEqual([404, expect.stringContaining('classes')])
  })

  test('feedback of one account does not change the tags of another', async () => {
    const { main, other } = world.client
    const { feedback_id } = (await main.ask(await fill('/v2/tags?image_upload_id={upload}&accept_feedback=1'))).body
      .result
    await main.ask(`/v2/feedback/${feedback_id}`, jsonOf({ judgements: [{ tag: 'secret wedding', verdict: 'added' }] }))
    const read = async (client: typeof main) =>
      JSON.stringify((await client.ask(`/v2/tags?use_feedback=1&image_url=${world.web.url}/photo.jpg`)).body)
    expect(await read(main)).toContain('secret wedding')
    expect(await read(other)).not.toContain('secret wedding')
  })

  test('usage is counted for each account alone', async () => {
    const before = await world.client.other.processed()
    await world.client.main.ask('/v2/colors', picture())
    expect(await world.client.other.processed()).toBe(before)
  })
})
