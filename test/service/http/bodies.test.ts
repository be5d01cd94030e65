import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { multipart, sendRaw } from './raw.ts'
import { basic, KEY, SECRET, serve } from './serve.ts'

const authorization = basic(KEY, SECRET)
const picture = await drawPicture({ width: 80, height: 60 })
const FILE = 'Content-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg'

const head = (path: string, type: string, length: number | null) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n${length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`

/** POSTs a raw body to /v2/tags and returns the status, the text and the engine's request. */
async function post(
  body: Buffer,
  { type = 'multipart/form-data; boundary=B', path = '/v2/tags', chunked = false } = {},
) {
  const service = await serve()
  const chunks = chunked
    ? [
        ...cut(body, 1000).map((part) =>
          Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
        ),
        '0\r\n\r\n',
      ]
    : [body]
  const { status, body: text } = await sendRaw(service.address, [
    head(path, type, chunked ? null : body.length),
    ...chunks,
  ])
  return { status, text: JSON.parse(text).status.text as string, run: service.analysis.runs[0] }
}

const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))

describe('multipart forms', () => {
  test.each([
    ['a file', FILE],
    ['a part without a file name', 'Content-Disposition: form-data; name="image"'],
    [
      'a full local path as file name',
      'Content-Disposition: form-data; name="image"; filename="C:\\Users\\me\\..\\..\\a.jpg"',
    ],
    ['the field called file', 'Content-Disposition: form-data; name="file"; filename="a.jpg"'],
    ['names without quotes', 'Content-Disposition: form-data; name=image; filename=a.jpg'],
  ])('%s', async (_what, partHead) => {
    const { status, run } = await post(multipart('B', [{ head: partHead, body: picture }]))
    expect(status).toBe(200)
    expect(run!.bytes.equals(picture)).toBe(true)
  })

  test.each([
    ['the last boundary without its leading dashes', 'B--\r\n'],
    ['the last boundary without its closing dashes', '--B\r\n'],
    ['the last boundary without a line end', '--B--'],
    ['bytes after the last boundary', '--B--\r\n\r\nmore text'],
    ['no leading dashes and more line ends', 'B--\r\n\r\n\r\n'],
  ])('%s', async (_what, end) => {
    const { status, run } = await post(multipart('B', [{ head: FILE, body: picture }], end))
    expect(status).toBe(200)
    expect(run!.bytes.equals(picture)).toBe(true)
  })

  test('bytes after the file are part of it and harmless', async () => {
    const { status } = await post(
      multipart('B', [{ head: FILE, body: Buffer.concat([picture, Buffer.from('\r\n\r\n')]) }]),
    )
    expect(status).toBe(200)
  })

  test('a chunked body', async () => {
    const { status, run } = await post(multipart('B', [{ head: FILE, body: picture }]), { chunked: true })
    expect(status).toBe(200)
    expect(run!.bytes.equals(picture)).toBe(true)
  })

  test('fields before and after the file count like query parameters', async () => {
    const field = (name: string, body: string) => ({ head: `Content-Disposition: form-data; name="${name}"`, body })
    const { run } = await post(
      multipart('B', [field('limit', '3'), { head: FILE, body: picture }, field('language', 'de')]),
      { path: '/v2/tags?threshold=30.000000' },
    )
    expect(run!.calls).toEqual([{ operation: 'tags', given: { limit: '3', language: 'de', threshold: '30.000000' } }])
  })

  test('image_base64 as a field, and a part in base64', async () => {
    for (const partHead of [
      'Content-Disposition: form-data; name="image_base64"',
      `${FILE}\r\nContent-Transfer-Encoding: base64`,
    ]) {
      const { status, run } = await post(
        multipart('B', [{ head: partHead, body: picture.toString('base64').replace(/(.{76})/g, '$1\r\n') }]),
      )
      expect(status).toBe(200)
      expect(run!.bytes.equals(picture)).toBe(true)
    }
  })

  test('a form that ends early is 400 and names image', async () => {
    const whole = multipart('B', [{ head: FILE, body: picture }])
    const { status, text } = await post(whole.subarray(0, whole.length - 40))
    expect(status).toBe(400)
    expect(text).toContain('image')
  })

  test('a form without a picture is 400 and names image', async () => {
    const { status, text } = await post(multipart('B', []))
    expect(status).toBe(400)
    expect(text).toContain('image')
  })

  test('a type without a boundary is 400', async () => {
    const { status, text } = await post(multipart('B', [{ head: FILE, body: picture }]), {
      type: 'multipart/form-data',
    })
    expect(status).toBe(400)
    expect(text).toContain('boundary')
  })

  test('a non-picture is 400 and names image', async () => {
    const { status, text } = await post(multipart('B', [{ head: FILE, body: 'hello' }]))
    expect(status).toBe(400)
    expect(text).toContain('image')
  })
})

describe('base64', () => {
  const base64 = picture.toString('base64')
  const form = 'application/x-www-form-urlencoded'
  test.each([
    ['a urlencoded form', form, `image_base64=${encodeURIComponent(base64)}`],
    [
      'a urlencoded form with a data prefix',
      form,
      `image_base64=${encodeURIComponent(`data:image/jpeg;base64,${base64}`)}`,
    ],
    ['a form that was not percent-encoded', form, `image_base64=${base64}`],
    ['JSON', 'application/json', JSON.stringify({ image_base64: base64 })],
    [
      'JSON with a data prefix',
      'application/json; charset=utf-8',
      JSON.stringify({ image_base64: `data:image/png;base64,${base64}` }),
    ],
    [
      'the URL alphabet without padding',
      'application/json',
      JSON.stringify({ image_base64: picture.toString('base64url') }),
    ],
    ['line ends', 'application/json', JSON.stringify({ image_base64: base64.replace(/(.{64})/g, '$1\n') })],
  ])('in %s', async (_what, type, body) => {
    const { status, run } = await post(Buffer.from(body), { type })
    expect(status).toBe(200)
    expect(run!.bytes.equals(picture)).toBe(true)
  })

  test.each([
    ['other characters', JSON.stringify({ image_base64: 'abc!def' })],
    ['no text', JSON.stringify({ image_base64: { a: 1 } })],
    ['text that is no picture', JSON.stringify({ image_base64: Buffer.from('hello').toString('base64') })],
    ['nothing', JSON.stringify({ image_base64: '' })],
  ])('%s is 400 and names it', async (_what, body) => {
    const { status, text } = await post(Buffer.from(body), { type: 'application/json' })
    expect(status).toBe(400)
    expect(text).toContain('image_base64')
  })

  test('broken JSON and JSON that is not an object are 400', async () => {
    for (const body of ['{"image_base64": ', '[1]', '"text"'])
      expect((await post(Buffer.from(body), { type: 'application/json' })).status).toBe(400)
  })
})

describe('other bodies', () => {
  test('a bare picture is accepted by its type', async () => {
    const { status, run } = await post(picture, { type: 'image/jpeg' })
    expect(status).toBe(200)
    expect(run!.bytes.equals(picture)).toBe(true)
  })

  test('an unknown type is 415', async () => {
    expect((await post(Buffer.from('<a/>'), { type: 'application/xml' })).status).toBe(415)
  })

  test("a file over the plan's limit is 413, and the next request works", async () => {
    const { ask } = await serve({ plan: { pictureBytes: 2000 } })
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(picture), new Uint8Array(500_000)]), 'a.jpg')
    const { status, body } = await ask('/v2/tags', { method: 'POST', body: form })
    expect([status, body.status.type]).toEqual([413, 'error'])
    expect((await ask('/v2/usage')).status).toBe(200)
  })

  test('a body with too large a length is refused before it arrives', async () => {
    const { address } = await serve({ plan: { pictureBytes: 2000 } })
    const { status } = await sendRaw(address, [
      head('/v2/tags', 'multipart/form-data; boundary=B', 90_000_000),
      '--B\r\n',
    ])
    expect(status).toBe(413)
  })

  test('a stalled body is answered, and its place is free again', async () => {
    const service = await serve({ limits: { bodyIdleMs: 300 } })
    const { status, body, headers } = await sendRaw(service.address, [
      head('/v2/tags', 'multipart/form-data; boundary=B', 5000),
      `--B\r\n${FILE}\r\n\r\nabc`,
    ])
    expect([status, headers['connection']]).toEqual([400, 'close'])
    expect(JSON.parse(body).status.text).toContain('stopped arriving')
    expect((await service.ask('/v2/usage')).body.result.concurrency.now).toBe(1)
  })
})
