import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../../src-main/service/service.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { drawPicture, flatPicture } from '../../fixtures/pictures.ts'
import { basic, type Answered } from '../http/serve.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const KEY = 'acc_whole'
const SECRET = 'a-secret-that-is-long-enough'

async function open(dataDir = tempFolder('service')) {
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    resourcesDir,
    modelsDir: tempFolder('models'),
    key: KEY,
    secret: SECRET,
    allowPrivateUrls: true,
    log,
  })
  onTestFinished(() => service.close())
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(service.address + path, {
      ...init,
      headers: { authorization: basic(KEY, SECRET), ...(init.headers as Record<string, string>) },
    })
    return { status: response.status, body: (await response.json()) as Answered }
  }
  return { service, ask, dataDir }
}

const form = (bytes: Buffer) => {
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  return { method: 'POST', body }
}

/** A server that has one picture and records its callers. */
async function servePicture(picture: Buffer) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end(picture)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}

test('the complete service, from an address to a search, over a restart', { tags: 'night' }, async () => {
  const picture = await drawPicture({ width: 320, height: 240 })
  const { url, calls } = await servePicture(picture)
  const { service, ask, dataDir } = await open()

  const tags = await ask(`/v2/tags?image_url=${url}/a.jpg&language=de,en&verbose=1`)
  expect(tags.status).toBe(200)
  expect(Object.keys(tags.body.result.tags[0].tag).sort()).toEqual(['de', 'en'])

  const crop = await fetch(`${service.address}/v2/croppings?image_result=1&resolution=100x100&no_scaling=1`, {
    ...form(picture),
    headers: { authorization: basic(KEY, SECRET) },
  })
  expect(crop.headers.get('content-type')).toBe('image/jpeg')

  for (const [save, index] of [
    ['/v2/categories/general_v3?', 'categories/general_v3'],
    ['/v2/colors?deterministic=1&', 'colors'],
  ] as const) {
    expect((await ask(`${save}save_index=idx&save_id=one`, form(picture))).status).toBe(200)
    const { ticket_id } = (await ask(`/v2/similar-images/${index}/idx?callback_url=${url}/done`, { method: 'PUT' }))
      .body.result
    await expect.poll(() => calls).toContain(`/done?ticket=${ticket_id}`)
  }
  const { processed } = { processed: (await ask('/v2/usage')).body.result.total_processed }
  expect(processed).toBe(4)
  await service.close()

  const again = await open(dataDir)
  for (const index of ['categories/general_v3', 'colors']) {
    const { images } = (await again.ask(`/v2/similar-images/${index}/idx`, form(picture))).body.result
    expect(images).toEqual([{ id: 'one', distance: expect.closeTo(0, 3) }])
  }
  expect((await again.ask('/v2/usage')).body.result.total_processed).toBe(6)
})

test("an account's lessons and feedback count in its later requests", { tags: 'night' }, async () => {
  const { ask } = await open()
  const flats = await Promise.all(
    (
      [
        [200, 30, 30],
        [210, 40, 35],
        [190, 25, 20],
        [30, 40, 200],
        [35, 30, 210],
        [20, 25, 190],
      ] as const
    ).map((rgb) => flatPicture(rgb, 320, 240)),
  )
  const ids: string[] = []
  for (const flat of flats) ids.push((await ask('/v2/uploads', form(flat))).body.result.upload_id)
  const json = (body: object, method = 'PUT') => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const classes = [
    { name: 'warm', positives: ids.slice(0, 3) },
    { name: 'cold', positives: ids.slice(3) },
  ]

  expect((await ask('/v2/categorizers/temperature', json({ title: 'Temperature', classes }))).status).toBe(200)
  const { categories } = (await ask(`/v2/categories/temperature?image_upload_id=${ids[0]}`)).body.result
  expect(categories[0].name.en).toBe('warm')
  expect((await ask('/v2/categorizers')).body.result.categorizers.map(({ id }: { id: string }) => id)).toContain(
    'temperature',
  )

  const before = (await ask('/v2/usage')).body.result.total_processed
  expect((await ask('/v2/taggers/Not%20a%20name', json({ classes }))).status).toBe(400)
  expect(
    (await ask('/v2/taggers/warmth', json({ classes: [...classes, { name: 'none', positives: ['A'.repeat(32)] }] })))
      .status,
  ).toBe(404)
  expect((await ask('/v2/usage')).body.result.total_processed).toBe(before)
  expect(
    (
      await ask(
        '/v2/taggers/warmth',
        json({ classes: [{ name: 'warm', positives: ids.slice(0, 3), negatives: ids.slice(3) }] }),
      )
    ).status,
  ).toBe(200)
  expect((await ask('/v2/usage')).body.result.total_processed).toBe(before + ids.length)
  const taught = await ask(`/v2/tags/warmth?image_upload_id=${ids[1]}`)
  expect(taught.body.result.tags.map(({ tag }: { tag: { en: string } }) => tag.en)).toEqual(['warm'])

  const { feedback_id } = (await ask(`/v2/tags?image_upload_id=${ids[4]}&accept_feedback=1`)).body.result
  expect(
    (
      await ask(
        `/v2/feedback/${feedback_id}`,
        json({ judgements: [{ tag: 'swimming pool', verdict: 'added' }] }, 'POST'),
      )
    ).status,
  ).toBe(200)
  const tagsOf = async (query: string) =>
    (await ask(`/v2/tags?image_upload_id=${ids[4]}${query}`)).body.result.tags.map(
      ({ tag }: { tag: { en: string } }) => tag.en,
    )
  expect(await tagsOf('&use_feedback=1')).toContain('swimming pool')
  expect(await tagsOf('')).not.toContain('swimming pool')
})

test('it describes itself without credentials', { tags: 'night' }, async () => {
  const { service } = await open()
  const document = await (await fetch(`${service.address}/openapi.json`)).json()
  expect(document.openapi).toMatch(/^3\.1/)
  expect((await fetch(`${service.address}/docs`)).headers.get('content-type')).toContain('text/html')
})

test("another service's folder is refused", async () => {
  const { dataDir } = await open()
  await expect(
    createService({ host: '127.0.0.1', port: 0, dataDir, resourcesDir, modelsDir: tempFolder('models'), log }),
  ).rejects.toMatchObject({ code: 'library-in-use' })
})
