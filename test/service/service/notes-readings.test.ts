import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../fixtures/pictures.ts'
import { formOf } from './client.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const main = world.client.main

const nameOf = (text: string) => expect.stringContaining(text)
const crop = (query: string, image = world.photo) => main.ask(`/v2/croppings?${query}`, formOf({ image }))

describe('envelopes of errors', () => {
  test('v2 answers 401, 404, 405 and 406 in its envelope', async () => {
    for (const [status, answer] of [
      [401, await main.ask('/v2/tags', { headers: { authorization: 'x' } })],
      [404, await main.ask('/v2/none')],
      [405, await main.ask('/v2/tags', { method: 'DELETE' })],
      [406, await main.ask('/v2/usage', { headers: { accept: 'text/csv' } })],
    ] as const)
      expect([answer.status, answer.body.status.type, answer.body.status.text.length > 10]).toEqual([
        status,
        'error',
        true,
      ])
  })
  test('v1 uses status, type and message, with invalid_authorization for a malformed header', async () => {
    expect((await main.ask('/v1/tagging', { headers: { authorization: 'Basic x y' } })).body).toEqual({
      status: 'error',
      type: 'invalid_authorization',
      message: expect.any(String),
    })
    expect((await main.ask('/v1/none')).body).toEqual({
      status: 'error',
      type: expect.any(String),
      message: expect.any(String),
    })
  })
})

describe('croppings', () => {
  test('coordinates are for the upright picture; x2 and y2 are exclusive and stay within it', async () => {
    const turned = await drawPicture({ width: 400, height: 200, orientation: 6 }) // 200 x 400 upright
    const [{ x1, y1, x2, y2 }] = (await crop('resolution=200x400', turned)).body.result.croppings
    expect([x1, y1, x2, y2]).toEqual([0, 0, 200, 400])
  })
  test.each([
    [100, 100],
    [300, 100],
    [77, 131],
    [1, 3],
    [1600, 900],
  ])('the ratio %i:%i is exact to one pixel on one side', async (width, height) => {
    const [{ x1, y1, x2, y2, ...target }] = (await crop(`resolution=${width}x${height}`)).body.result.croppings
    expect(target).toEqual({ target_width: width, target_height: height })
    const [w, h] = [x2 - x1, y2 - y1]
    expect(Math.min(Math.abs(w - (h * width) / height), Math.abs(h - (w * height) / width))).toBeLessThanOrEqual(1)
  })
  test('no_scaling=1 with a resolution larger than the picture is 400 in v2', async () => {
    const { status, body } = await crop('no_scaling=1&resolution=9000x50')
    expect([status, body.status.text]).toEqual([400, nameOf('resolution')])
  })
  test('no_scaling=1 with a resolution larger than the picture is an unsuccessful item with its size in v1', async () => {
    const { status, body } = await main.ask(
      `/v1/croppings?url=${world.web.url}/photo.jpg&no_scaling=1&resolution=9000x50&resolution=60x50`,
    )
    expect(status).toBe(200)
    expect(
      body.results[0].croppings.map(({ x1, x2, y1, y2 }: Record<string, number>) => [x2! - x1!, y2! - y1!]),
    ).toEqual([[60, 50]])
    expect(body.unsuccessful).toEqual([
      {
        image: `${world.web.url}/photo.jpg`,
        message: expect.any(String),
        info: body.unsuccessful[0].message,
        target_width: 9000,
        target_height: 50,
      },
    ])
  })
  test('image_result=1 gives an image of the ratio as bytes; with no_scaling=1 exactly the resolution', async () => {
    const scaled = await crop('image_result=1&resolution=120x60')
    expect(scaled.headers.get('content-type')).toMatch(/^image\//)
    const { width, height } = await sharp(scaled.bytes).metadata()
    expect(Math.abs(width - 2 * height)).toBeLessThanOrEqual(2)
    const exact = await sharp((await crop('image_result=1&no_scaling=1&resolution=120x60')).bytes).metadata()
    expect([exact.width, exact.height]).toEqual([120, 60])
  })
  test('image_result=1 is answered to a client that accepts only images, and several resolutions are 400', async () => {
    const { status, headers } = await main.ask('/v2/croppings?image_result=1&resolution=50x50', {
      ...formOf({ image: world.photo }),
      headers: { accept: 'image/*' },
    })
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    const several = await crop('image_result=1&resolution=50x50,60x60')
    expect([several.status, several.body.status.text]).toEqual([400, nameOf('image_result')])
  })
  test('image_result=1 of a picture with transparency is 400, and its coordinates are available', async () => {
    const clear = await sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.4 } },
    })
      .png()
      .toBuffer()
    const { status, body } = await crop('image_result=1&resolution=50x50', clear)
    expect([status, body.status.text]).toEqual([400, nameOf('image_result')])
    expect((await crop('resolution=50x50', clear)).status).toBe(200)
  })
})

test('save_index on colours without deterministic=1 is 400', async () => {
  const { status, body } = await main.ask('/v2/colors?save_index=a&save_id=b', formOf({ image: world.photo }))
  expect([status, body.status.text]).toEqual([400, nameOf('deterministic')])
})

describe('image_url', () => {
  test('redirects are followed, and the content counts, not its declared type', async () => {
    for (const path of ['/redirect-to/photo.jpg', '/photo', '/redirect-to/redirect-to/photo'])
      expect((await main.ask(`/v2/colors?image_url=${world.web.url}${path}`)).status).toBe(200)
  })
  test.each(['ftp://example.org/a.jpg', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'gopher://x'])(
    'the scheme of %s is 400',
    async (url) => {
      const { status, body } = await main.ask(`/v2/tags?image_url=${encodeURIComponent(url)}`)
      expect([status, body.status.text]).toEqual([400, nameOf('image_url')])
    },
  )
})

describe('v1', () => {
  test('one bad picture is 200 with an unsuccessful item, with equal message and info', async () => {
    const { status, body } = await main.ask(
      `/v1/tagging?url=${world.web.url}/photo.jpg&url=${world.web.url}/none.jpg&url=nonsense`,
    )
    expect([status, body.results.length, body.unsuccessful.map(({ image }: { image: string }) => image)]).toEqual([
      200,
      1,
      [`${world.web.url}/none.jpg`, 'nonsense'],
    ])
    for (const { message, info } of body.unsuccessful) expect(message).toBe(info)
  })
  test('tagging accepts five addresses and five uploads, the others ten uploads', async () => {
    const id = await main.upload(world.photo)
    const times = (count: number, pair: string) => Array.from({ length: count }, () => pair).join('&')
    expect(
      (await main.ask(`/v1/tagging?${times(5, `url=${world.web.url}/photo.jpg`)}&${times(5, `content=${id}`)}`)).body
        .results,
    ).toHaveLength(10)
    for (const path of ['croppings', 'colors'])
      expect((await main.ask(`/v1/${path}?${times(10, `content=${id}`)}`)).body.results).toHaveLength(10)
  })
  test('with several languages a tag is a map, with one it is text', async () => {
    const tagsOf = async (query: string) =>
      (await main.ask(`/v1/tagging?url=${world.web.url}/photo.jpg&${query}`)).body.results[0].tags
    expect(Object.keys((await tagsOf('language=de&language=fr'))[0].tag).sort()).toEqual(['de', 'fr'])
    expect(typeof (await tagsOf('language=fr'))[0].tag).toBe('string')
    expect(typeof (await tagsOf(''))[0].tag).toBe('string')
  })
  test('several files in one POST; a deleted one is reported in unsuccessful; DELETE answers success', async () => {
    const body = new FormData()
    for (const [name, bytes] of [
      ['a.jpg', world.photo],
      ['b.jpg', world.second],
    ] as const)
      body.append('image', new Blob([new Uint8Array(bytes)]), name)
    const { uploaded, status } = (await main.ask('/v1/content', { method: 'POST', body })).body
    expect([status, uploaded.map(({ filename }: { filename: string }) => filename)]).toEqual([
      'success',
      ['a.jpg', 'b.jpg'],
    ])
    expect((await main.ask(`/v1/content/${uploaded[0].id}`, { method: 'DELETE' })).body).toEqual({ status: 'success' })
    const colors = (await main.ask(`/v1/colors?content=${uploaded[0].id}&content=${uploaded[1].id}`)).body
    expect([colors.unsuccessful[0].image, colors.results[0].image]).toEqual([uploaded[0].id, uploaded[1].id])
  })
  test('GET /v1/categorizers is the bare array, with nsfw_beta and personal_photos', async () => {
    const ids = (await main.ask('/v1/categorizers')).body.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(['nsfw_beta', 'personal_photos', 'general_v3']))
  })
  test('colours: r, g, b, color_variance and object_percentage are texts; both names of the share agree', async () => {
    const { info } = (await main.ask(`/v1/colors?url=${world.web.url}/photo.jpg`)).body.results[0]
    expect([info.color_variance, info.object_percentage, info.image_colors[0].r].map((value) => typeof value)).toEqual([
      'string',
      'string',
      'string',
    ])
    for (const color of [...info.background_colors, ...info.foreground_colors])
      expect(color.percentage).toBe(color.percent)
  })
  test('nsfw_beta sorts into nsfw, underwear and safe', async () => {
    const { categories } = (await main.ask(`/v1/categorizations/nsfw_beta?url=${world.web.url}/photo.jpg`)).body
      .results[0]
    for (const { name } of categories) expect(['nsfw', 'underwear', 'safe']).toContain(name)
  })
})

describe('faces', () => {
  test('are found with integer coordinates within the picture; return_face_id fills face_id', async () => {
    const { width, height } = await sharp(world.faces).metadata()
    const { faces } = (await main.ask('/v2/faces/detections', formOf({ image: world.faces }))).body.result
    for (const { coordinates, face_id } of faces) {
      expect(face_id).toBe('')
      expect(Object.values(coordinates).every(Number.isInteger)).toBe(true)
      expect([
        coordinates.xmin >= 0,
        coordinates.ymin >= 0,
        coordinates.xmax <= width,
        coordinates.ymax <= height,
      ]).toEqual([true, true, true, true])
    }
    const known = (await main.ask('/v2/faces/detections?return_face_id=1', formOf({ image: world.faces }))).body.result
      .faces
    expect(known.map(({ coordinates }: { coordinates: object }) => coordinates)).toEqual(
      faces.map(({ coordinates }: { coordinates: object }) => coordinates),
    )
    for (const { face_id } of known) expect(face_id).not.toBe('')
  })
})
