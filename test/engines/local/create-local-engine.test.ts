import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forkNode, type ComputeProcess } from '../../../src-main/compute/host/compute-process.ts'
import { stepNames, type AnalysisOutcome } from '../../../src-main/analysis/photo/findings.ts'
import type { AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'
import { createLocalEngine, fingerprintSteps } from '../../../src-main/engines/local/create-local-engine.ts'
import type { ModelTask } from '../../../src-main/contract/library/models.ts'
import { suggestCroppings } from '../../../src-main/analysis/croppings/suggest-crops.ts'
import type { Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import { hashStep } from '../../../src-main/analysis/hash/hash-step.ts'
import { previewStep } from '../../../src-main/analysis/preview/preview-step.ts'
import { makeTempFolder, removeFolder, resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { byNight } from '../../fixtures/night.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPhoto, flatPicture } from '../../fixtures/pictures.ts'

const log = { debug: () => undefined, warn: () => undefined }
const noModels: Models = { get: async () => null, idFor: () => null, close: async () => undefined }

function found(outcome: AnalysisOutcome) {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${inEnglish(outcome.reason)}`)
  return outcome.findings
}

describe('steps in one process', () => {
  test('hash and preview of a drawn photo', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 1600, height: 1000 })
    const findings = found(
      await createStepRunner({ models: noModels, steps: [hashStep, previewStep] })({
        path,
        steps: ['preview', 'hash'],
      }),
    )
    const thumbnail = await sharp(findings.thumbnail).metadata()
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 320, 200])
    expect([findings.width, findings.height, findings.format]).toEqual([1600, 1000, 'jpeg'])
    expect(findings.contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(thumbHashToApproximateAspectRatio(findings.placeholder!)).toBeCloseTo(1.6, 0)
    expect(Object.keys(findings.timings!).sort()).toEqual(['decode', 'hash', 'preview'])
  })

  test('the placeholder has the colour of the photo, and a small photo is not enlarged', async () => {
    const path = join(tempFolder(), 'red.png')
    writeFileSync(path, await flatPicture([200, 20, 30], 40, 30))
    const findings = found(
      await createStepRunner({ models: noModels, steps: [previewStep] })({ path, steps: ['preview'] }),
    )
    const { r, g, b } = thumbHashToAverageRGBA(findings.placeholder!)
    expect([r * 255, g * 255, b * 255].map(Math.round)).toEqual([
      expect.closeTo(200, -1.2),
      expect.closeTo(20, -1.2),
      expect.closeTo(30, -1.2),
    ])
    expect((await sharp(findings.thumbnail).metadata()).width).toBe(40)
  })

  test('a step that throws loses only its own findings, and a warning names it', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
    const broken = { ...previewStep, run: () => Promise.reject(new Error('model file is damaged')) }
    const outcome = await createStepRunner({ models: noModels, steps: [hashStep, broken] })({
      path,
      steps: ['hash', 'preview'],
    })
    expect(found(outcome).contentHash).toBeDefined()
    expect(found(outcome).thumbnail).toBeUndefined()
    expect(outcome.ok && outcome.warnings.map(inEnglish).join()).toContain(
      'preview of the analysis failed: model file is damaged',
    )
  })

  test('a file that is missing, empty, or not a picture is an outcome with a code', async () => {
    const run = createStepRunner({ models: noModels, steps: [hashStep] })
    const folder = tempFolder()
    writeFileSync(join(folder, 'empty.jpg'), '')
    writeFileSync(join(folder, 'text.jpg'), 'not a picture')
    writeFileSync(join(folder, 'drawing.svg'), '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    const codes = await Promise.all(
      ['gone.jpg', 'empty.jpg', 'text.jpg', 'drawing.svg', ''].map(async (name) => {
        const outcome = await run({ path: join(folder, name), steps: ['hash'] })
        return outcome.ok ? 'ok' : outcome.code
      }),
    )
    expect(codes).toEqual(['file-missing', 'file-empty', 'unsupported-format', 'unsupported-format', 'file-unreadable'])
  })

  test('fingerprints change with the version and with the models of a step', () => {
    const step = { ...hashStep, tasks: ['objects'] as const }
    const withModel = fingerprintSteps([step], { idFor: () => 'yolo' })
    const fingerprints = [
      fingerprintSteps([step], noModels),
      withModel,
      fingerprintSteps([{ ...step, version: 9 }], { idFor: () => 'yolo' }),
    ]
    expect(new Set(fingerprints.map(([state]) => state!.fingerprint)).size).toBe(3)
  })
})

test('an optional task counts in the fingerprint only if a model serves it', () => {
  const fingerprintOf = (tasks: readonly ModelTask[], installed: readonly ModelTask[]) =>
    fingerprintSteps([{ ...hashStep, tasks }], { idFor: (task) => (installed.includes(task) ? `the ${task}` : null) })
  const before = fingerprintOf(['objects'], ['objects'])
  expect(fingerprintOf(['objects', 'people'], ['objects'])).toEqual(before)
  expect(fingerprintOf(['objects', 'people'], ['objects', 'people'])).not.toEqual(before)
  // A step without any other task is skipped, so that no photo waits for it.
  expect(fingerprintOf(['text-image'], ['objects'])).toEqual([])
  expect(fingerprintOf(['text-image'], ['text-image'])).toHaveLength(1)
})

describe('the engine in its compute processes', () => {
  let folder: string
  let engine: AnalysisEngine
  beforeAll(() => {
    folder = makeTempFolder()
    engine = createLocalEngine({ resourcesDir, modelsDir: join(folder, 'models'), log, processes: 1 })
  })
  afterAll(async () => {
    await engine.close()
    removeFolder(folder)
  })

  test('analyses a photo and renders a picture for the screen', { tags: 'night' }, async () => {
    const path = await drawPhoto(join(folder, 'a.jpg'), { width: 2400, height: 1600 })
    const findings = found(await engine.analyse({ path, steps: ['hash', 'preview', 'croppings', 'colors'] }))
    expect(findings.thumbnail!.length).toBeGreaterThan(100)
    expect(findings.colors!.image_colors.length).toBeGreaterThan(0)
    expect(findings.saliencyFeatures!.width).toBe(2400)
    const picture = await engine.render({ path, longSide: 1600, format: 'jpeg', quality: 80 })
    expect([picture.type, picture.width, picture.height]).toEqual(['image/jpeg', 1600, 1067])
  })

  test("a losslessly turned copy, with an EXIF orientation, has the photo's crops", async () => {
    // Squares of one colour each, as large as the blocks of a JPEG: each turn of them is encoded alike.
    const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">
      <rect width="90" height="60" fill="#87a5c3"/><rect y="38" width="90" height="22" fill="#4d6b3a"/>
      <circle cx="72" cy="33" r="9" fill="#d8402c"/><rect x="69" y="40" width="6" height="14" fill="#e8c39e"/></svg>`
    const small = await sharp(Buffer.from(scene)).flatten().png().toBuffer()
    const photo = await sharp(small).resize(1440, 960, { kernel: 'nearest' }).png().toBuffer()
    const cropsOf = async (orientation: number, degrees: number) => {
      const path = join(folder, `turned-${orientation}.jpg`)
      await sharp(photo).rotate(degrees).withMetadata({ orientation }).jpeg({ quality: 95 }).toFile(path)
      const { saliencyFeatures } = found(await engine.analyse({ path, steps: ['croppings'] }))
      const sizes = [
        { width: 1080, height: 1080 },
        { width: 1080, height: 1350 },
      ]
      return [sizes, []].flatMap((each) => suggestCroppings(saliencyFeatures!, each))
    }
    const crops = await cropsOf(1, 0)
    expect(crops[0]!.x1).toBeGreaterThan(240) // The disc is kept, not the middle.
    const all: [number, number][] = [
      [6, 270],
      [3, 180],
      [8, 90],
    ]
    const turns = byNight(all.slice(0, 1), all)
    for (const [orientation, degrees] of turns)
      for (const [i, crop] of (await cropsOf(orientation, degrees)).entries())
        for (const edge of ['x1', 'y1', 'x2', 'y2'] as const)
          expect(Math.abs(crop[edge] - crops[i]![edge]), `${edge} by ${orientation}`).toBeLessThanOrEqual(2)
  })

  test('a picture of a missing file is refused with a code', async () => {
    await expect(
      engine.render({ path: join(folder, 'gone.jpg'), longSide: 100, format: 'jpeg', quality: 80 }),
    ).rejects.toMatchObject({ code: 'file-missing' })
  })

  test('after a reload the next photo is analysed by fresh processes', async () => {
    const path = await drawPhoto(join(folder, 'b.jpg'))
    await engine.analyse({ path, steps: ['hash'] })
    await engine.reload()
    expect(found(await engine.analyse({ path, steps: ['hash'] })).format).toBe('jpeg')
  })

  test('knows all its steps', () => {
    // Without a text-image pair.
    expect(engine.steps().map(({ name }) => name)).toEqual(stepNames.filter((name) => name !== 'text-image'))
    expect(engine.info().tasks.length).toBe(12)
  })
})

const shared = sharedPhotos()
const CORPUS = ['robustness', 'formats', 'exif-orientation', 'similar']

describe.skipIf(shared === null)('every odd file (../shared/photos)', () => {
  test(
    'ends in findings or in a typed reason, and in bounded memory',
    { tags: 'night', timeout: 900_000 },
    async () => {
      const codes = ['unsupported-format', 'damaged', 'too-large', 'no-preview']
      const paths = CORPUS.flatMap((set) =>
        readdirSync(join(shared!, set)).map((name) => join(shared!, set, name)),
      ).filter((path) => statSync(path).isFile() && !path.endsWith('LICENSE'))
      const { fork, peakBytes } = watchedFork()
      const engine = createLocalEngine({
        resourcesDir,
        modelsDir: join(tempFolder(), 'models'),
        log,
        processes: 2,
        fork,
      })
      onTestFinished(() => engine.close())
      const results = await mapWithWorkers(paths, engine.concurrency, async (path) => ({
        path,
        outcome: await engine.analyse({ path, steps: ['hash', 'preview'] }),
      }))
      for (const { path, outcome } of results) {
        if (outcome.ok) expect(outcome.findings.thumbnail!.length, path).toBeGreaterThan(20)
        else expect(codes, `${path}: ${outcome.code} ${inEnglish(outcome.reason)}`).toContain(outcome.code)
        if (!outcome.ok) expect(inEnglish(outcome.reason), path).toMatch(/^[A-Z].{10,300}\.$/s)
      }
      expect(results.filter(({ outcome }) => outcome.ok).length).toBeGreaterThan(130)
      expect(peakBytes()).toBeLessThan(1_200_000_000)
    },
  )
})

/** Forks as usual and follows the resident memory of all processes together, if the system reports it. */
function watchedFork() {
  const pids = new Set<number>()
  let peak = 0
  const measure = () => {
    const sum = [...pids].reduce((total, pid) => total + residentBytes(pid), 0)
    peak = Math.max(peak, sum)
  }
  const timer = setInterval(measure, 20)
  onTestFinished(() => clearInterval(timer))
  const fork = (entry: string): ComputeProcess =>
    forkNode(
      entry,
      () => undefined,
      (pid) => pids.add(pid),
    )
  return { fork, peakBytes: () => peak }
}

function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function mapWithWorkers<T, R>(items: readonly T[], workers: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: workers }, run))
  return results
}
