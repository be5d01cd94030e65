import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashBytes } from '../../../src-main/analysis/decode/file-hashes.ts'
import { croppingsStep } from '../../../src-main/analysis/croppings/croppings-step.ts'
import { facesStep } from '../../../src-main/analysis/faces/faces-step.ts'
import { hashStep } from '../../../src-main/analysis/hash/hash-step.ts'
import type { Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import type { PictureStep } from '../../../src-main/analysis/step/step.ts'
import type { AnalysisRequest } from '../../../src-main/analysis/photo/findings.ts'
import { sharpnessStep } from '../../../src-main/analysis/sharpness/sharpness-step.ts'
import { previewStep } from '../../../src-main/analysis/preview/preview-step.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const models: Models = { get: async () => null, idFor: () => null, close: async () => undefined }
const run = createStepRunner({ models, steps: [hashStep, previewStep] })

function write(name: string, bytes: Buffer | string): string {
  const path = join(tempFolder(), name)
  writeFileSync(path, bytes)
  return path
}

/** A JPEG whose header is complete and whose pixels are all lost. */
const withoutPixels = async () => {
  const jpeg = await drawPicture({ width: 400, height: 300 })
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return jpeg.subarray(0, scan + 2 + jpeg.readUInt16BE(scan + 2))
}

describe('steps about the file', () => {
  test('decode nothing if no others are requested', async () => {
    const path = write('a.jpg', await withoutPixels())
    expect(await run({ path, steps: ['hash'] })).toMatchObject({
      ok: true,
      findings: { width: 400, height: 300, format: 'jpeg', ...hashBytes(readFileSync(path)) },
      warnings: [],
    })
  })

  test('keep their findings if the picture cannot be decoded', async () => {
    const path = write('a.jpg', await withoutPixels())
    const outcome = await run({ path, steps: ['hash', 'preview'] })
    expect(outcome).toMatchObject({
      ok: false,
      code: 'damaged',
      findings: { width: 400, format: 'jpeg', ...hashBytes(readFileSync(path)) },
    })
  })

  test('find hashes in a file without a picture', async () => {
    const path = write('a.jpg', 'not a picture')
    const outcome = await run({ path, steps: ['hash', 'preview'] })
    expect(outcome).toMatchObject({ ok: false, code: 'unsupported-format' })
    expect(outcome).toHaveProperty('findings', expect.objectContaining(hashBytes(Buffer.from('not a picture'))))
  })

  test.runIf(sharedPhotos())(
    'give the size of a HEIC file as decoding does (../shared/photos)',
    { tags: 'night' },
    async () => {
      for (const name of ['IMG_2682.heic', 'IMG_5195.HEIC', 'HMD_Nokia_8.3_5G_hdr.heif', 'samplefilehub.heif']) {
        const path = join(sharedPhotos()!, 'formats', name)
        const [alone, both] = [
          await run({ path, steps: ['hash'] }),
          await run({ path, steps: ['hash'], uploadSide: 100 }),
        ]
        const sizeOf = ({ findings }: { findings?: { width?: number; height?: number } }) => [
          findings?.width,
          findings?.height,
        ]
        expect(sizeOf(alone as never), name).toEqual(sizeOf(both as never))
        expect(sizeOf(alone as never)[0], name).toBeGreaterThan(100)
      }
    },
  )
})

describe('the picture given to steps', () => {
  /** A step that records the longer side of its picture. */
  const measuring = (name: 'preview' | 'colors', seen: number[], side?: number): PictureStep => ({
    name,
    version: 1,
    tasks: [],
    ...(side === undefined ? {} : { side }),
    run: async ({ photo }) => {
      seen.push(Math.max(photo.pixels.width, photo.pixels.height))
      return {}
    },
  })

  test('has no more pixels than its most demanding step needs', async () => {
    const path = write('a.jpg', await drawPicture({ width: 1600, height: 1200 }))
    const seen: number[] = []
    const measure = createStepRunner({
      models,
      steps: [measuring('preview', seen, 320), measuring('colors', seen)],
    })
    await measure({ path, steps: ['preview'] })
    await measure({ path, steps: ['preview', 'colors'] })
    expect(seen).toEqual([320, 640, 640])
  })
})

test('pixels are released once all steps are done, and the findings stay', async () => {
  const path = write('a.jpg', await drawPicture({ width: 3000, height: 2000 }))
  const seen: Uint8Array[] = []
  const step: PictureStep = {
    name: 'colors',
    version: 1,
    tasks: [],
    async run({ photo }) {
      seen.push(photo.pixels.data, (await photo.fitted({ width: 100, height: 100, fit: 'inside' })).data)
      expect(seen.map(({ length }) => length > 0)).toEqual([true, true])
      return {}
    },
  }
  const outcome = await createStepRunner({ models, steps: [hashStep, previewStep, step] })({
    path,
    steps: ['hash', 'preview', 'colors'],
  })
  expect(seen.map(({ length }) => length)).toEqual([0, 0])
  expect(outcome).toMatchObject({ ok: true, findings: hashBytes(readFileSync(path)), warnings: [] })
  expect((outcome as { findings: { thumbnail: Uint8Array } }).findings.thumbnail.length).toBeGreaterThan(1000)
})

describe('findings of earlier runs', () => {
  test('let a later step find the same as an immediate one, and are not its own', async () => {
    const path = write('a.jpg', await drawPicture({ width: 1700, height: 900, seed: 3 }))
    const steps = [facesStep, croppingsStep, sharpnessStep]
    const runAll = createStepRunner({ models, steps })
    const found = async (asked: Partial<AnalysisRequest>) => {
      const outcome = await runAll({ path, steps: steps.map(({ name }) => name), ...asked })
      if (!outcome.ok) throw new Error('The picture was not analysed.')
      const { timings: _, ...rest } = outcome.findings
      return rest
    }
    const { sharpness, ...known } = await found({})
    expect(sharpness!.subject).toBeGreaterThan(0)
    expect(await found({ steps: ['faces', 'croppings'] })).toEqual(known)
    const later = await found({ steps: ['sharpness'], known })
    expect(later).toEqual({ ...(await found({ steps: [] })), sharpness })
  })

  test('are read by no step that a person waits for', async () => {
    const seen: unknown[] = []
    const noting = (name: 'tags' | 'sharpness', when?: 'idle'): PictureStep => ({
      name,
      version: 1,
      tasks: [],
      ...(when && { when }),
      run: async ({ found }) => {
        seen.push(found.faces)
        return {}
      },
    })
    const runBoth = createStepRunner({ models, steps: [noting('tags'), noting('sharpness', 'idle')] })
    const path = write('a.jpg', await drawPicture({ width: 64, height: 48 }))
    await runBoth({ path, steps: ['tags', 'sharpness'], known: { faces: [] } })
    expect(seen).toEqual([undefined, []])
  })
})
