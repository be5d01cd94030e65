import { describe, expect, test } from 'vitest'
import { formOf, jsonOf, type Heard, type Sent } from './client.ts'
import { interfaceTable, type Operation, type Value } from './interface-table.ts'
import { v1Error, v2Error } from './shapes.ts'
import { makeThings } from './things.ts'
import { worldOfFile, type AccountName, type World } from './world.ts'

const world = await worldOfFile()
const fill = await makeThings(world)

type Extra = { query?: string; fields?: Record<string, string> }

/** A successful request of an operation, with additions to its query or form. */
async function requestOf(
  operation: Operation,
  { query = '', fields = {} }: Extra = {},
): Promise<[path: string, sent: Sent]> {
  const { method, picture, body } = operation
  const source =
    picture === 'query'
      ? `image_url=${world.web.url}/photo.jpg`
      : picture === 'several'
        ? `url=${world.web.url}/photo.jpg&content=${await fill('{upload}')}`
        : ''
  const [address = '', own = ''] = (await fill(operation.path)).split('?')
  const path = `${address}?${[own, source, await fill(query)].filter(Boolean).join('&')}`
  if (picture === 'file' || picture === 'kept') return [path, formOf({ ...fields, image: world.photo })]
  return [path, body === undefined ? { method } : jsonOf(JSON.parse(await fill(JSON.stringify(body))), method)]
}

const send = async (operation: Operation, extra?: Extra): Promise<Heard> =>
  world.client.main.ask(...(await requestOf(operation, extra)))
const title = ({ method, path }: Operation) => `${method} ${path}`
const nameOf = ({ body }: Heard, { version }: Operation): string => (version === 'v1' ? body.message : body.status.text)

function expectError(heard: Heard, status: number, operation: Operation): string {
  expect([heard.status, heard.headers.get('content-type')], JSON.stringify(heard.body)).toEqual([
    status,
    expect.stringMatching(/^application\/json/),
  ])
  ;(operation.version === 'v1' ? v1Error : v2Error).parse(heard.body)
  return nameOf(heard, operation)
}

function expectGood(heard: Heard, operation: Operation, { shape = operation.shape, rule }: Partial<Value> = {}): void {
  expect([200, operation.method === 'PUT' ? 202 : 200], JSON.stringify(heard.body)).toContain(heard.status)
  expect(heard.headers.get('content-type')).toMatch(/^application\/json/)
  expect(shape.safeParse(heard.body).error).toBeUndefined()
  if (rule) expect(rule(heard.body as never), JSON.stringify(heard.body)).toBe(true)
  if (operation.version === 'v1')
    for (const name of ['monthly-limit', 'monthly-limit-remaining', 'monthly-limit-reset'])
      expect(heard.headers.get(name)).toMatch(name === 'monthly-limit-reset' ? /^\d+$/ : /^unlimited$/)
}

const pairOf = (name: string, { value, and }: Value) =>
  [`${name}=${value.includes('{') ? value : encodeURIComponent(value)}`, and].filter(Boolean).join('&')
const asValue = (value: string | Value): Value => (typeof value === 'string' ? { value } : value)

describe.each(interfaceTable.map((operation) => [title(operation), operation] as const))('%s', (_title, operation) => {
  test('succeeds, and is counted exactly', async () => {
    const request = await requestOf(operation)
    const before = await world.client.main.processed()
    const heard = await world.client.main.ask(...request)
    expectGood(heard, operation)
    expect((await world.client.main.processed()) - before).toBe(
      operation.processed * (operation.picture === 'several' ? 2 : 1),
    )
  })

  test('401 without, with malformed and with wrong credentials', async () => {
    const [path, sent] = await requestOf(operation)
    const wrong = [
      '',
      'Basic',
      'Basic !!!',
      'Bearer abc',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
      `Basic ${Buffer.from('key-main:wrong').toString('base64')}`,
      `Basic ${Buffer.from(':').toString('base64')}`,
    ]
    for (const authorization of wrong) {
      const heard = await world.client.main.ask(path, { ...sent, headers: { ...sent.headers, authorization } })
      expectError(heard, 401, operation)
      expect(heard.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      if (operation.version === 'v1') expect(heard.body.type).toBe('invalid_authorization')
    }
  })

  test('406 if Accept admits neither JSON nor a wildcard', async () => {
    const [path, sent] = await requestOf(operation)
    for (const accept of ['text/xml', 'image/webp, text/html;q=0.9'])
      expectError(await world.client.main.ask(path, { ...sent, headers: { ...sent.headers, accept } }), 406, operation)
  })

  test('a trailing slash is the same route', async () => {
    const [path, sent] = await requestOf(operation)
    const [address, query] = path.split('?') as [string, string]
    expectGood(await world.client.main.ask(`${address.replace(/\/$/, '')}/?${query}`, sent), operation)
  })

  if (operation.missing)
    test.each(operation.missing)('%s is 404', async (path) => {
      expectError(await send({ ...operation, path }), 404, operation)
    })
  if (operation.gone)
    test.each(operation.gone)('%s is 410', async (path) => {
      expectError(await send({ ...operation, path }), 410, operation)
    })

  for (const [name, { good, bad, and }] of Object.entries(operation.parameters ?? {})) {
    if (good.length > 0)
      test.each(good.map(asValue).map((value) => [value.value, value] as const))(
        `${name}=%s`,
        async (_value, value) => {
          expectGood(await send(operation, { query: pairOf(name, value) }), operation, value)
        },
      )
    if (bad.length > 0)
      test(`a wrong ${name} is 400 and names it, and is not counted`, async () => {
        const before = await world.client.main.processed()
        for (const value of bad) {
          const text = expectError(
            await send(operation, { query: pairOf(name, { value, ...(and !== undefined && { and }) }) }),
            400,
            operation,
          )
          expect(text, value).toContain(name)
        }
        if (operation.picture === 'file') {
          const fields = Object.fromEntries(
            new URLSearchParams(`${pairOf(name, { value: bad[0]!, ...(and !== undefined && { and }) })}`),
          )
          expect(expectError(await send(operation, { fields }), 400, operation)).toContain(name)
        }
        expect(await world.client.main.processed()).toBe(before)
      })
  }

  const cases = faultsOf(operation)
  if (cases.length > 0)
    test.each(cases)('$status if $what', async ({ status, names, query = '', sent, account = 'main' }: Fault) => {
      const path = `${await fill(operation.path)}?${await fill(query)}`
      const heard = await world.client[account].ask(path, sent ? sent(world) : { method: operation.method })
      const text = expectError(heard, status, operation)
      if (names) expect(text).toContain(names)
    })
})

type Fault = {
  what: string
  status: number
  names?: string
  query?: string
  sent?: (world: World) => Sent
  account?: AccountName
}

/** Faults of a request's picture. */
function faultsOf({ picture, path }: Operation): Fault[] {
  const isSearch = path.includes('similar-images')
  const unknown = 'x'.repeat(32)
  const own = path.includes('{') || isSearch // missing in another account
  if (picture === 'query')
    return [
      ...(isSearch ? [] : [{ what: 'the picture is missing', status: 400, names: 'image' }]),
      {
        what: 'the address is of another scheme',
        status: 400,
        names: 'image_url',
        query: 'image_url=ftp://example.org/a.jpg',
      },
      { what: 'the address is none', status: 400, names: 'image_url', query: 'image_url=nonsense' },
      { what: 'the address has no picture', status: 400, names: 'image_url', query: 'image_url={web}/text.jpg' },
      { what: 'the address is empty', status: 400, names: 'image_url', query: 'image_url={web}/empty.jpg' },
      { what: 'nothing is at the address', status: 400, names: 'image_url', query: 'image_url={web}/none.jpg' },
      { what: 'the upload is unknown', status: 404, names: 'image_upload_id', query: `image_upload_id=${unknown}` },
      {
        what: 'the upload is deleted',
        status: 410,
        names: 'image_upload_id',
        query: 'image_upload_id={deleted-upload}',
      },
      ...(own
        ? []
        : [
            {
              what: 'the picture at the address is too large for the plan',
              status: 413,
              names: 'image',
              query: 'image_url={web}/photo.jpg',
              account: 'small',
            } as const,
          ]),
    ]
  if (picture === 'several')
    return [
      { what: 'no picture is named', status: 400, names: 'url' },
      {
        what: 'more addresses than taken',
        status: 400,
        names: 'url',
        query: Array.from({ length: path === '/v1/tagging' ? 6 : 51 }, () => 'url={web}/photo.jpg').join('&'),
      },
      {
        what: 'more uploads than taken',
        status: 400,
        names: 'content',
        query: Array.from({ length: path === '/v1/tagging' ? 6 : 11 }, () => 'content={upload}').join('&'),
      },
    ]
  if (picture !== 'file' && picture !== 'kept') return []
  return [
    { what: 'the picture is missing', status: 400, names: 'image', sent: () => formOf({ other: 'x' }) },
    { what: 'there is no body', status: 400, names: 'image', sent: () => ({ method: 'POST' }) },
    {
      what: 'the file is no picture',
      status: 400,
      names: 'image',
      sent: () => formOf({ image: Buffer.from('This is no picture.') }),
    },
    { what: 'the file is empty', status: 400, names: 'image', sent: () => formOf({ image: Buffer.alloc(0) }) },
    // Stored pictures are read when they are used.
    ...(picture === 'kept'
      ? []
      : [
          {
            what: 'the file is cut short after its head',
            status: 400,
            names: 'image',
            sent: ({ photo }: World) => formOf({ image: photo.subarray(0, 40) }),
          },
        ]),
    { what: 'image_base64 is none', status: 400, names: 'image_base64', sent: () => formOf({ image_base64: '***' }) },
    {
      what: 'the form is broken',
      status: 400,
      names: 'image',
      sent: () => ({
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=B' },
        body: '--B\r\nContent-Disposition: form-data; name="image"\r\n\r\nabc',
      }),
    },
    {
      what: 'the type of the body is not understood',
      status: 415,
      sent: () => ({ method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<a/>' }),
    },
    ...(own
      ? []
      : [
          {
            what: 'the picture is too large for the plan',
            status: 413,
            names: 'image',
            sent: ({ photo }: World) => formOf({ image: photo }),
            account: 'small',
          } as const,
        ]),
  ]
}
