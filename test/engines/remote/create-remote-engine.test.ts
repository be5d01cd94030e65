import { foreign } from '../../../src-main/contract/sentences/say.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { good } from './good.ts'
import { startFakeService } from './fake-service.ts'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import { makePhoto, openRemote } from './open-remote.ts'

describe('requests and their results', () => {
  test('v2: one decode, one upload, one request each; answers become findings in pixels of the photo', async () => {
    const service = await startFakeService()
    const { engine, local } = openRemote(service, { languages: ['de'] })
    const outcome = good(await engine.analyse({ path: await makePhoto(), steps: stepNames }))
    expect(service.requests.map(({ path }) => path).sort()).toEqual([
      '/v2/categories/personal_photos',
      '/v2/categorizers',
      '/v2/colors',
      '/v2/croppings',
      '/v2/faces/detections',
      '/v2/tags',
      '/v2/uploads',
    ])
    expect(local.asked).toHaveLength(1)
    expect(local.asked[0]?.steps).not.toContain('tags')
    expect([...service.uploads.values()][0]).toMatchObject({ width: 853, height: 640 })
    expect([...(outcome.remote ?? [])].sort()).toEqual(['categories', 'colors', 'croppings', 'faces', 'tags'])
    expect(outcome.postponed).toBeUndefined()
    const { findings } = outcome
    expect(findings.tags?.map(({ concept, name, confidence }) => ({ concept, name, confidence }))).toEqual([
      { concept: 'car', name: 'car', confidence: 88.5 },
      { concept: '', name: 'quokka selfie', confidence: 61 },
    ])
    expect(findings.tags?.[1]?.names).toEqual(['Kurzschwanzkänguru'])
    expect(service.requests.find(({ path }) => path === '/v2/tags')?.query.get('language')).toBe('en,de')
    expect(findings.faces?.[0]).toMatchObject({
      coordinates: { xmin: 90, ymin: 45, xmax: 180, ymax: 135, width: 90, height: 90 },
      landmarks: [{ type: 'nose', x: 135, y: 90 }],
    })
    expect(findings.colors).toMatchObject({
      image_colors: [{ r: 255, b: 0, percent: 60 }],
      foreground_colors: [{ percent: 40.5 }],
      color_variance: 33,
    })
    expect(findings.colorVector).toEqual(new Float32Array([1, 0]))
    expect(findings.categories).toEqual([
      { categorizer: 'nsfw_beta', name: 'safe', confidence: 99 },
      { categorizer: 'personal_photos', name: 'streetview architecture', confidence: 91 },
    ])
    expect(findings.nsfw?.safe).toBe(99)
    expect(findings.saliencyFeatures?.subjects).toEqual([
      { box: { x1: 0, y1: 0, x2: 450, y2: 450 }, weight: 0.8, kind: 'salient' },
    ])
    expect(findings.upload).toBeUndefined()
    expect(engine.state()).toMatchObject({
      condition: 'ready',
      message: null,
      version: 'v2',
      spent: 5,
      hasCredentials: true,
    })
  })

  test('v1, detected automatically if the service has only that; faces are found here', async () => {
    const service = await startFakeService()
    service.versions = ['v1']
    const { engine } = openRemote(service, { languages: ['de'] })
    const first = good(await engine.analyse({ path: await makePhoto(1), steps: stepNames }))
    await engine.analyse({ path: await makePhoto(2), steps: stepNames })
    expect(first.remote?.toSorted()).toEqual(['categories', 'colors', 'croppings', 'tags'])
    expect(first.findings.faces).toEqual([])
    expect(first.findings.tags?.[0]).toMatchObject({ concept: 'car', confidence: 88.5 })
    expect(first.findings.colors?.image_colors[0]).toMatchObject({ r: 255, g: 0, b: 0, percent: 60 })
    expect(first.findings.colors?.object_percentage).toBe(20)
    expect(first.findings.categories?.at(-1)?.name).toBe('streetview architecture')
    expect(service.requests.filter(({ path }) => path.startsWith('/v2'))).toHaveLength(1)
    expect(engine.state().version).toBe('v1')
  })

  test('only the requested steps are sent, and without any nothing is sent', async () => {
    const service = await startFakeService()
    const { engine, local } = openRemote(service, { operations: ['tags', 'colors'] })
    const path = await makePhoto()
    const here = good(await engine.analyse({ path, steps: ['preview', 'faces', 'categories'] }))
    expect(service.requests).toEqual([])
    expect(here.findings.categories?.[0]?.name).toBe('pets')
    const outcome = good(await engine.analyse({ path, steps: ['colors', 'faces'] }))
    expect(service.processed).toEqual(['/v2/colors'])
    expect(outcome.remote).toEqual(['colors'])
    expect(local.asked[1]?.steps).toEqual(['hash', 'colors', 'faces'])
  })

  test("a small photo is sent at its size, upright and without its file's position", async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['faces'] })
    const path = await makePhoto(9)
    const turned = path.replace('.jpg', '-turned.jpg')
    await sharp(path)
      .resize(400, 300)
      .withExif({ IFD0: { Orientation: '6', Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .toFile(turned)
    const outcome = good(await engine.analyse({ path: turned, steps: ['faces'] }))
    const [sent] = [...service.uploads.values()]
    expect(sent).toMatchObject({ width: 300, height: 400 })
    const { exif, orientation } = await sharp(sent?.bytes).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    expect(outcome.findings.faces?.[0]?.coordinates).toMatchObject({ xmin: 64, ymin: 32, xmax: 128, ymax: 96 })
  })

  test('an unreadable photo is never sent', async () => {
    const service = await startFakeService()
    const { engine, local } = openRemote(service)
    local.analyse = async () => ({ ok: false, code: 'damaged', reason: foreign('It is damaged.') })
    expect(await engine.analyse({ path: 'any.jpg', steps: stepNames })).toEqual({
      ok: false,
      code: 'damaged',
      reason: foreign('It is damaged.'),
    })
    expect(service.uploads.size).toBe(0)
  })
})

describe('uploads', () => {
  test('the same content is sent once, even simultaneously and under another name', async () => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { operations: ['tags'] })
    const path = await makePhoto()
    await Promise.all([
      engine.analyse({ path, steps: ['tags'] }),
      engine.analyse({ path: await makePhoto(), steps: ['tags'] }),
    ])
    await engine.analyse({ path, steps: ['tags'] })
    expect(service.uploads.size).toBe(1)
    expect(service.processed).toHaveLength(3)
  })

  test.each(['v2', 'v1'] as const)('%s: an upload that the service dropped is sent again once', async (version) => {
    const service = await startFakeService()
    const { engine } = openRemote(service, { version, operations: ['tags', 'colors'] })
    const path = await makePhoto()
    await engine.analyse({ path, steps: ['tags', 'colors'] })
    service.uploads.clear()
    const outcome = good(await engine.analyse({ path, steps: ['tags', 'colors'] }))
    expect(outcome.remote?.toSorted()).toEqual(['colors', 'tags'])
    expect(service.uploads.size).toBe(1)
    expect(engine.state().spent).toBe(service.processed.length)
  })

  test('25 hours later the picture is sent again, without trying the old one', async () => {
    let now = Date.now()
    const service = await startFakeService({ now: () => now })
    const { engine } = openRemote(service, { operations: ['tags'] }, { now: () => now })
    const path = await makePhoto()
    await engine.analyse({ path, steps: ['tags'] })
    now += 25 * 3_600_000
    expect(good(await engine.analyse({ path, steps: ['tags'] })).remote).toEqual(['tags'])
    expect(service.count(/uploads/)).toBe(2)
    expect(service.count(/tags/)).toBe(2)
  })

  test('another upload size means another picture', async () => {
    const service = await startFakeService()
    const { engine, memory } = openRemote(service, { operations: ['faces'] })
    const path = await makePhoto()
    await engine.analyse({ path, steps: ['faces'] })
    const other = openRemote(service, { operations: ['faces'], uploadSide: 320 }, { memory })
    const outcome = good(await other.engine.analyse({ path, steps: ['faces'] }))
    expect(outcome.findings.faces?.[0]?.coordinates.xmin).toBe(Math.round((64 * 1200) / 427))
  })
})
