import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { flatPicture } from '../../fixtures/pictures.ts'
import { hasProxy } from '../../fixtures/proxies/proxy-process.ts'
import { startHaproxy } from '../start-service/deployed.ts'
import { formOf, jsonOf, type Sent } from './client.ts'
import { isCluster } from './test-place.ts'
import { worldOfFile } from './world.ts'

// The service understands requests as its callers mean them.

const world = await worldOfFile()
const { main, other } = world.client
const small = await flatPicture([200, 30, 30])

/** A POST of a form with a file for each of these fields. */
function filesOf(...fields: string[]): Sent {
  const body = new FormData()
  for (const field of fields) body.append(field, new Blob([new Uint8Array(small)]), `${field}.png`)
  return { method: 'POST', body }
}

test.skipIf(isCluster)('it reports itself ready once its engine is, and alive before', async () => {
  const ask = async (path: string) => {
    const { status, body } = await main.ask(path)
    return [status, body.status]
  }
  expect([await ask('/livez'), await ask('/readyz')]).toEqual([
    [200, 'ok'],
    [503, 'starting'],
  ])
  await world.warmUp()
  expect(await ask('/readyz')).toEqual([200, 'ok'])
})

describe('no file of a form is dropped', () => {
  test('/v1/content accepts ten files, and refuses eleven with a sentence that says so', async () => {
    const eleven = await main.ask('/v1/content', filesOf(...Array.from({ length: 11 }, () => 'image')))
    expect([eleven.status, eleven.body.message]).toEqual([400, expect.stringMatching(/\b10\b/)])
    const ten = await main.ask('/v1/content', filesOf(...Array.from({ length: 10 }, () => 'image')))
    expect([ten.status, ten.body.uploaded.length]).toEqual([200, 10])
  })

  const encoded = small.toString('base64')
  const twice = new URLSearchParams([
    ['image_base64', encoded],
    ['image_base64', encoded],
  ])
  test.each<[string, Sent]>([
    ['the same field twice', filesOf('image', 'image')],
    ['image and file', filesOf('image', 'file')],
    ['image and a field of another name', filesOf('image', 'photo')],
    ['a file and base64 text', formOf({ image: small, image_base64: encoded })],
    ['base64 text twice in a form', { method: 'POST', body: twice }],
    ['a list of base64 texts in JSON', jsonOf({ image_base64: [encoded, encoded] })],
  ])('v2 accepts one picture and refuses two: %s', async (_what, sent) => {
    for (const path of ['/v2/colors', '/v2/uploads']) {
      const { status, body } = await main.ask(path, sent)
      expect([path, status, body.status.text]).toEqual([
        path,
        400,
        expect.stringMatching(/^image: (?:one picture|a file)\b/),
      ])
    }
  })

  test('an empty file input is not a file', async () => {
    const body = filesOf('image').body as FormData
    body.append('file', new Blob([]), '')
    expect((await main.ask('/v2/colors', { method: 'POST', body })).status).toBe(200)
  })
})

test.each(['/v1/colors', '/v1/croppings', '/v1/categorizations/general_v3'])(
  '%s accepts 50 addresses, and counts each',
  { tags: 'night' },
  async (path) => {
    const before = await main.processed()
    const ask = (count: number) =>
      main.ask(`${path}?${Array.from({ length: count }, () => `url=${world.web.url}/photo.jpg`).join('&')}`)
    const { status, body } = await ask(50)
    expect([status, body.results?.length, body.unsuccessful]).toEqual([200, 50, []])
    expect((await main.processed()) - before).toBe(50)
    const more = await ask(51)
    expect([more.status, more.body.message]).toEqual([400, expect.stringMatching(/^url\b.*\b50\b/)])
  },
)

describe('requests of Python programs', () => {
  /** As requests' `data=` writes it. */
  const percent = (bytes: Buffer) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const asForm = (text: string): Sent => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: text,
  })
  /** An open file is sent as its lines, one after another under the same name. */
  const lines = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .split(/(?<=\n)/)
      .map((line) => `image=${percent(Buffer.from(line, 'latin1'))}`)
      .join('&')
  const base64 = world.photo.toString('base64')

  test.each<[string, Sent]>([
    ['bytes', asForm(`image=${percent(world.photo)}`)],
    ['an open file', asForm(lines(world.photo))],
    ['base64 text', asForm(`image=${encodeURIComponent(base64)}`)],
    ['base64 text whose plus signs are not encoded', asForm(`image=${base64}`)],
    ['base64 text with its prefix', asForm(`image=${encodeURIComponent(`data:image/jpeg;base64,${base64}`)}`)],
    ['base64 text in JSON', jsonOf({ image: base64 })],
  ])('image as a field: %s', async (_what, sent) => {
    const { status, body } = await main.ask('/v2/colors', sent)
    expect([status, body]).toEqual([200, (await main.ask('/v2/colors', formOf({ image: world.photo }))).body])
  })

  test('two pictures in one field are refused, and a non-picture is reported as such', async () => {
    const two = await main.ask('/v2/colors', asForm(`image=${percent(small)}&image=${percent(small)}`))
    expect([two.status, two.body.status.text]).toEqual([400, expect.stringContaining('one picture')])
    const none = await main.ask('/v2/colors', asForm('image=This+is+no+picture.'))
    expect([none.status, none.body.status.text]).toEqual([400, expect.stringMatching(/\bimage\b/)])
  })

  test('True and true are 1, False and false are 0', async () => {
    const foreground = async (path: string, sent?: Sent) => {
      const { status, body } = await main.ask(path, sent)
      expect(status, JSON.stringify(body)).toBe(200)
      return (body.result?.colors ?? body.results[0].info).foreground_colors.length > 0
    }
    const url = `${world.web.url}/photo.jpg`
    for (const [flag, isOn] of Object.entries({ True: true, true: true, False: false, false: false })) {
      expect(await foreground(`/v2/colors?image_url=${url}&extract_object_colors=${flag}`), flag).toBe(isOn)
      expect(await foreground(`/v1/colors?url=${url}&extract_object_colors=${flag}`), flag).toBe(isOn)
    }
    const json = jsonOf({ image_base64: base64, extract_object_colors: false })
    expect(await foreground('/v2/colors', json)).toBe(false)
    const cut = await main.ask(`/v2/croppings?image_url=${url}&resolution=40x30&image_result=True`, {
      headers: { accept: 'image/*' },
    })
    expect([cut.status, cut.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    const wrong = await main.ask(`/v2/colors?image_url=${url}&extract_object_colors=yes`)
    expect([wrong.status, wrong.body.status.text]).toEqual([400, expect.stringContaining('extract_object_colors')])
  })
})

describe('limits', () => {
  test('that do not exist are reported in words, and as a number only where typed clients read one', async () => {
    const v1 = await main.ask('/v1/usage')
    expect(v1.body.limits).toEqual({ concurrency: 64, monthly: 'unlimited' })
    expect(['monthly-limit', 'monthly-limit-remaining'].map((name) => v1.headers.get(name))).toEqual([
      'unlimited',
      'unlimited',
    ])
    const { monthly_limit, rps_limit } = (await main.ask('/v2/usage')).body.result
    expect([monthly_limit, rps_limit]).toEqual([2_147_483_647, 2_147_483_647])
  })

  test.runIf(hasProxy('haproxy'))('proxy: haproxy, as published, writes the headers as documented', async () => {
    const { address, isUp } = await startHaproxy([world.address])
    await expect.poll(() => isUp(1)).toBe(true)
    const ask = async (path: string) => {
      const asking = get(`${address}${path}`, { headers: { authorization: main.authorization } })
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      return answer.resume()
    }
    const { rawHeaders } = await ask('/v1/usage')
    expect(rawHeaders.filter((name) => /^monthly-/i.test(name))).toEqual([
      'Monthly-Limit',
      'Monthly-Limit-Remaining',
      'Monthly-Limit-Reset',
    ])
    const long = Array.from({ length: 50 }, (_, n) => `url=${world.web.url}/none.jpg?${'x'.repeat(500)}${n}`)
    expect((await ask(`/v1/colors?${long.join('&')}`)).statusCode).toBe(200)
  })
})

test('a batch with an upload that its account never had is refused on submission', async () => {
  const [own, theirs] = [await main.upload(small), await other.upload(small)]
  const handIn = (...ids: string[]) =>
    main.ask('/v2/batches', jsonOf({ images: ids.map((id) => ({ image_upload_id: id })), operations: { colors: {} } }))
  for (const id of [theirs, 'x'.repeat(32), 'short']) {
    const { status, body } = await handIn(own, id)
    expect([status, body.status.text]).toEqual([404, expect.stringMatching(/^images\[1\]\.image_upload_id\b/)])
  }
  expect((await main.ask('/v2/batches')).body.result.batches).toEqual([])
  expect((await handIn(own, own)).status).toBe(200)
})

test('an unknown language is reported as unknown, once', async () => {
  const heard = [
    (await main.ask(`/v2/tags?language=xx&image_url=${world.web.url}/photo.jpg`)).body.status.text,
    (await main.ask(`/v1/tagging?language=xx&url=${world.web.url}/photo.jpg`)).body.message,
  ]
  for (const text of heard) {
    expect(text).toMatch(/^language\b.*"xx".*Known codes: ar, /)
    expect(text.match(/known/gi)).toHaveLength(2) // "not known" and "Known codes"
  }
})

test.skipIf(isCluster)(
  'floods of 401 and 404 are stopped by address, and clients with credentials continue',
  { tags: 'night' },
  async () => {
    const flood = async (path: string, authorization: string) => {
      const statuses: number[] = []
      let retryAfter: string | null = null
      for (let n = 0; n < 40; n++) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => main.ask(path, { headers: { authorization } })),
        )
        statuses.push(...answers.map(({ status }) => status))
        retryAfter = answers.at(-1)!.headers.get('retry-after')
      }
      return { first: statuses[0], last: statuses.at(-1), retryAfter }
    }
    const refused = { last: 429, retryAfter: expect.stringMatching(/^[1-9]\d?$/) }
    expect(await flood('/nothing', '')).toEqual({ first: 404, ...refused })
    expect(await flood('/v2/usage', 'Basic !!!')).toMatchObject(refused)
    expect((await main.ask('/v2/usage')).status).toBe(200)
  },
)
