import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import exifr from 'exifr'
import sharp, { type OverlayOptions } from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import type { ExportProgress, ExportRequest } from '../../../src-main/contract/library/export.ts'
import type { PhotoDetail } from '../../../src-main/contract/library/photo.ts'
import type { ExportDependencies } from '../../../src-main/core/export/export-dependencies.ts'
import { ExportJobs } from '../../../src-main/core/export/export-jobs.ts'
import { cutCrops } from '../../../src-main/analysis/cutting/cut-crops.ts'
import { RunningExports } from '../../../src-main/core/export/running-exports.ts'
import { createState } from './fake-state.ts'
import { suggestCrop } from '../../../src-main/analysis/croppings/suggest-crops.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const noCredits = { creator: null, copyright: null, takenAt: null, offset: null }

/** Four quarters of plain colour: red, green, blue and white. */
async function drawQuarters(path: string, width = 400, height = 300): Promise<string> {
  const quarter = (color: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background: color },
  })
  const at = (input: OverlayOptions['input'], left: number, top: number) => ({ input, left, top })
  await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([
      at(quarter('#ff0000'), 0, 0),
      at(quarter('#00ff00'), width / 2, 0),
      at(quarter('#0000ff'), 0, height / 2),
    ])
    .png()
    .toFile(path)
  return path
}

type FakePhoto = { path: string; width: number; height: number; metadata?: object; isAnalysed?: boolean }

/** The job runner over real files, with a catalogue of a few photos. */
function setUp(photos: FakePhoto[], changes: Partial<ExportDependencies> = {}) {
  const target = tempFolder('target')
  const seen: ExportProgress[] = []
  const known = new Map(photos.map((photo, i) => [i + 1, photo]))
  const detail = (id: number) => {
    const { path, width, height, metadata } = known.get(id)!
    return {
      id,
      path,
      name: path.split('/').pop()!,
      width,
      height,
      rating: 3,
      takenAt: '2024-05-06T07:08:09',
      metadata: { ...noCredits, ...metadata },
    } as unknown as PhotoDetail
  }
  const saliencyFeatures = (id: number) => {
    const { width, height, isAnalysed } = known.get(id)!
    return isAnalysed === false
      ? null
      : { width, height, map: { columns: 1, rows: 1, values: Uint8Array.of(1) }, subjects: [] }
  }
  const jobs = new ExportJobs({
    catalog: {
      photos: { detail, tiles: (ids) => ids.filter((id) => known.has(id)).map(detail) },
      analysis: { saliencyFeatures },
    },
    running: new RunningExports(createState(), silent),
    targetPath: () => target,
    cut: (request) => cutCrops(request),
    suggest: suggestCrop,
    onProgress: (progress) => seen.push(progress),
    log: silent,
    ...changes,
  })
  const request = (change: Partial<ExportRequest> = {}): ExportRequest => ({
    photoIds: [...known.keys()],
    sizes: [{ width: 100, height: 100 }],
    crops: [],
    format: 'jpeg',
    quality: 90,
    pattern: '{name}_{size}',
    targetId: 't',
    ...change,
  })
  const run = async (change: Partial<ExportRequest> = {}): Promise<ExportProgress> => {
    const id = jobs.start(request(change))
    await vi.waitUntil(() => jobs.status(id).state !== 'running', { timeout: 60_000, interval: 5 })
    return jobs.status(id)
  }
  return { target, jobs, request, run, seen }
}

const pixelAt = async (file: string, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
}

describe('files', () => {
  test('have exactly the sizes asked for, in each format, and show the crop', async () => {
    const path = await drawQuarters(join(tempFolder(), 'quarters.png'))
    for (const [format, extension] of [
      ['jpeg', 'jpg'],
      ['webp', 'webp'],
      ['png', 'png'],
    ] as const) {
      const { run, target, seen } = setUp([{ path, width: 400, height: 300 }])
      const sizes = [
        { width: 200, height: 150 },
        { width: 40, height: 71 },
        { width: 900, height: 900 },
      ]
      const crops = [{ photoId: 1, size: sizes[0]!, crop: { x1: 200, y1: 0, x2: 400, y2: 150 } }]
      expect(await run({ format, sizes, crops })).toMatchObject({ state: 'done', written: 3, total: 3, failures: [] })
      for (const { width, height } of sizes) {
        const facts = await sharp(join(target, `quarters_${width}x${height}.${extension}`)).metadata()
        expect([facts.format, facts.width, facts.height]).toEqual([format, width, height])
        expect(facts.icc).toBeDefined()
      }
      const [r, g, b] = await pixelAt(join(target, `quarters_200x150.${extension}`), 100, 75)
      expect(Math.max(r!, b!)).toBeLessThan(12)
      expect(g).toBeGreaterThan(243)
      expect(seen.at(-1)!.state).toBe('done')
      expect(readdirSync(target)).toHaveLength(3)
    }
  })

  test('carry creator, copyright and date, and never the place', async () => {
    const folder = tempFolder()
    const path = join(folder, 'placed.jpg')
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
      .jpeg()
      .toFile(path)
    expect((await exifr.parse(readFileSync(path), { gps: true }))?.GPSLatitude).toBeDefined()
    const metadata = {
      creator: 'Zoë Ångström',
      copyright: '© 2024 Zoë',
      takenAt: '2024-05-06T07:08:09',
      offset: '+02:00',
    }
    const { run, target } = setUp([{ path, width: 64, height: 64, metadata }])
    await run()
    const file = join(target, 'placed_100x100.jpg')
    const exif = await exifr.parse(readFileSync(file), {
      gps: true,
      tiff: true,
      exif: true,
      reviveValues: false,
      translateValues: false,
    })
    expect(exif.DateTimeOriginal).toBe('2024:05:06 07:08:09')
    const xmp = await exifr.parse(readFileSync(file), { xmp: true, tiff: false, mergeOutput: false })
    expect(xmp.dc).toMatchObject({ creator: 'Zoë Ångström', rights: { value: '© 2024 Zoë' } })
    expect(exif.GPSLatitude ?? exif.latitude).toBeUndefined()
  })

  test('are upright whatever the orientation, and transparent pictures become white in JPEG', async () => {
    const folder = tempFolder()
    const upright = await drawQuarters(join(folder, 'q.png'))
    const turned = join(folder, 'turned.jpg')
    await sharp(upright)
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(turned)
    const clear = join(folder, 'clear.png')
    await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
      .png()
      .toFile(clear)
    const { run, target } = setUp([
      { path: turned, width: 400, height: 300 },
      { path: clear, width: 50, height: 50 },
    ])
    for (const sizes of [
      [{ width: 400, height: 300 }],
      [
        { width: 400, height: 300 },
        { width: 40, height: 30 },
      ],
    ])
      expect((await run({ sizes })).failures).toEqual([])
    for (const name of ['turned_400x300.jpg', 'turned_400x300 (2).jpg']) {
      expect((await pixelAt(join(target, name), 50, 50))[0]).toBeGreaterThan(240)
      expect((await pixelAt(join(target, name), 350, 50))[1]).toBeGreaterThan(240)
      expect((await pixelAt(join(target, name), 50, 250))[2]).toBeGreaterThan(240)
    }
    expect(await pixelAt(join(target, 'clear_400x300.jpg'), 10, 10)).toEqual([255, 255, 255])
  })

  test('are sRGB where the original is wide-gamut', async () => {
    const path = join(tempFolder(), 'p3.png')
    const rgb = { r: 60, g: 200, b: 80 }
    await sharp({ create: { width: 80, height: 80, channels: 3, background: rgb } })
      .withIccProfile('p3')
      .png()
      .toFile(path)
    const { run, target } = setUp([{ path, width: 80, height: 80 }])
    await run({ format: 'png', sizes: [{ width: 20, height: 20 }] })
    await run({
      format: 'png',
      sizes: [
        { width: 20, height: 20 },
        { width: 30, height: 30 },
      ],
    })
    const expected = [rgb.r, rgb.g, rgb.b]
    for (const name of ['p3_20x20.png', 'p3_20x20 (2).png', 'p3_30x30.png']) {
      const pixel = await pixelAt(join(target, name), 5, 5)
      pixel.forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(2))
    }
  })
})

describe('safety', () => {
  test('originals keep their bytes and times, and files in the target are never replaced', async () => {
    const folder = tempFolder()
    const path = await drawPhoto(join(folder, 'scene.jpg'))
    const [bytes, { mtimeMs }] = [readFileSync(path), statSync(path)]
    const { run, target } = setUp([{ path, width: 640, height: 427 }], {})
    writeFileSync(join(target, 'scene_100x100.jpg'), 'mine')
    await run()
    await run()
    expect(readFileSync(join(target, 'scene_100x100.jpg'), 'utf8')).toBe('mine')
    expect(readdirSync(target).sort()).toEqual(['scene_100x100 (2).jpg', 'scene_100x100 (3).jpg', 'scene_100x100.jpg'])
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(statSync(path).mtimeMs).toBe(mtimeMs)
  })

  test('an export into the folder of the original leaves the original', async () => {
    const folder = tempFolder()
    const path = await drawPhoto(join(folder, 'scene.jpg'))
    const bytes = readFileSync(path)
    const { run } = setUp([{ path, width: 640, height: 427 }], { targetPath: () => folder })
    await run({ pattern: '{name}' })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['scene (2).jpg', 'scene.jpg'])
  })

  test('refuses a target that is no folder and one that cannot be written', async () => {
    const folder = tempFolder()
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const sealed = join(folder, 'sealed')
    mkdirSync(sealed)
    chmodSync(sealed, 0o500)
    const refuse = (target: string) => {
      const { jobs, request } = setUp([{ path: file, width: 1, height: 1 }], { targetPath: () => target })
      return () => jobs.start(request())
    }
    expect(refuse(file)).toThrow('is not a folder')
    expect(refuse(join(folder, 'absent'))).toThrow('is not a folder')
    if (process.getuid?.() !== 0) expect(refuse(sealed)).toThrow('cannot be written')
    expect(refuse('/proc/self')).toThrow(process.platform === 'linux' ? 'cannot be written' : 'is not a folder')
  })
})

describe('failures', () => {
  test('are listed by photo with their reasons, and the rest is written', async () => {
    const folder = tempFolder()
    const good = await drawPhoto(join(folder, 'good.jpg'))
    const broken = join(folder, 'broken.jpg')
    writeFileSync(broken, readFileSync(good).subarray(0, 2000))
    const { run, target } = setUp([
      { path: good, width: 640, height: 427 },
      { path: broken, width: 640, height: 427 },
      { path: join(folder, 'gone.jpg'), width: 640, height: 427 },
      { path: good, width: 640, height: 427, isAnalysed: false },
    ])
    const progress = await run({ photoIds: [1, 2, 3, 4, 99, 1] })
    expect(progress).toMatchObject({ state: 'done', written: 1, total: 5 })
    const reasons = Object.fromEntries(progress.failures.map(({ photoId, reason }) => [photoId, reason]))
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining(['2', '3', '4', '99']))
    expect(reasons[2]).toMatch(/cannot be decoded|could not be written/)
    expect(reasons[3]).toContain('gone.jpg is not where it was')
    expect(reasons[4]).toContain('not analysed yet')
    expect(reasons[99]).toContain('no longer in the library')
    expect(readdirSync(target)).toEqual(['good_100x100.jpg'])
  })

  test('a crop outside the picture fails for its size only', async () => {
    const path = await drawPhoto(join(tempFolder(), 'scene.jpg'))
    const { run } = setUp([{ path, width: 640, height: 427 }])
    const sizes = [
      { width: 50, height: 50 },
      { width: 60, height: 60 },
    ]
    const progress = await run({
      sizes,
      crops: [{ photoId: 1, size: sizes[1]!, crop: { x1: 700, y1: 0, x2: 760, y2: 60 } }],
    })
    expect(progress).toMatchObject({ state: 'done', written: 1 })
    expect(progress.failures).toEqual([
      { photoId: 1, name: 'scene.jpg', reason: expect.stringMatching(/^60x60: .*outside the picture/) },
    ])
  })

  test('the job fails when its target goes away', async () => {
    const path = await drawPhoto(join(tempFolder(), 'scene.jpg'))
    const folder = join(tempFolder(), 'target')
    mkdirSync(folder)
    const photos = Array.from({ length: 20 }, () => ({ path, width: 640, height: 427 }))
    const { run } = setUp(photos, {
      targetPath: () => folder,
      cut: (request) => (rmSync(folder, { recursive: true, force: true }), cutCrops(request)),
    })
    const progress = await run()
    expect(progress.state).toBe('failed')
    expect(progress.written).toBe(0)
    expect(progress.failures.length).toBeLessThanOrEqual(4)
  })
})

describe('jobs', () => {
  test('a cancelled job stops, keeps what is written, and leaves no temporary files', async () => {
    const path = await drawPhoto(join(tempFolder(), 'scene.jpg'), { width: 1600, height: 1200 })
    const photos = Array.from({ length: 60 }, () => ({ path, width: 1600, height: 1200 }))
    let cancel = () => {}
    const { jobs, request, target } = setUp(photos, { onProgress: ({ written }) => written === 3 && cancel() })
    const id = jobs.start(
      request({
        sizes: [
          { width: 800, height: 800 },
          { width: 400, height: 800 },
        ],
      }),
    )
    cancel = () => jobs.cancel(id)
    await vi.waitUntil(() => jobs.status(id).state !== 'running', { timeout: 60_000, interval: 5 })
    const { state, written, total } = jobs.status(id)
    expect(state).toBe('cancelled')
    expect(total).toBe(120)
    expect(written).toBeGreaterThanOrEqual(3)
    expect(written).toBeLessThan(10)
    expect(readdirSync(target)).toHaveLength(written)
    expect(readdirSync(target).some((name) => name.endsWith('.part'))).toBe(false)
  })

  test('closing waits for what is under way', async () => {
    const path = await drawPhoto(join(tempFolder(), 'scene.jpg'))
    const { jobs, request } = setUp(Array.from({ length: 40 }, () => ({ path, width: 640, height: 427 })))
    const id = jobs.start(request())
    await jobs.close()
    expect(['cancelled', 'done']).toContain(jobs.status(id).state)
  })

  test('an unknown job and an unknown field are refused', () => {
    const { jobs, request, target } = setUp([])
    expect(() => jobs.status('nope')).toThrow('not known')
    expect(() => jobs.cancel('nope')).toThrow('not known')
    expect(() => jobs.start(request({ photoIds: [1], pattern: '{lens}' }))).toThrow('{lens}')
    expect(existsSync(target) && readdirSync(target)).toEqual([])
  })

  test('names are previewed in order', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.b.jpg'))
    const { jobs, request } = setUp([
      { path, width: 640, height: 427 },
      { path, width: 640, height: 427 },
    ])
    const { targetId: _, crops: __, ...rest } = request({ pattern: '{date}-{rating}-{name}', format: 'webp' })
    expect(jobs.names(rest)).toEqual(['2024-05-06-3-a.b.webp', '2024-05-06-3-a.b (2).webp'])
  })
})
