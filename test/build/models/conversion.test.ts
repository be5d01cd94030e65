import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildModels } from '../../../build/models/build-models.ts'
import { bundledModels } from '../../../build/models/bundled-models.ts'
import { compareWithReference, MAX_DIFFERENCE } from '../../../build/models/check/compare.ts'
import { testPictures } from '../../../build/models/check/pictures.ts'
import { openReference } from '../../../build/models/check/reference.ts'
import { convertToOnnx } from '../../../build/models/convert.ts'
import { findPeaks, mapRanges, type CenterMaps } from '../../../src-main/analysis/models/adapters/find-peaks.ts'
import { levelsOf } from '../../../src-main/analysis/models/runtime/quantise-model.ts'
import { openSession, type Tensor } from '../../../src-main/analysis/models/runtime/open-session.ts'

/** A collage of faces and street scenes from the package of the models. */
const collage = join(import.meta.dirname, '../../../node_modules/@vladmandic/human/assets/samples.jpg')
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lumafold-models-'))
  buildModels(directory)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const photo = async (side: number) =>
  new Uint8Array(await sharp(collage).resize(side, side, { fit: 'fill' }).raw().toBuffer())

/** The model before a part of it computes with integers. */
function floatFile(model: (typeof bundledModels)[number]): string {
  if (!model.integers) return join(directory, `${model.name}.onnx`)
  const file = join(directory, `${model.name}-floats.onnx`)
  writeFileSync(file, convertToOnnx(model.artifacts(), model))
  return file
}

/** The model as TensorFlow has it, with no channel made ready for integers. */
function plainFile(model: (typeof bundledModels)[number]): string {
  const file = join(directory, `${model.name}-plain.onnx`)
  writeFileSync(file, convertToOnnx(model.artifacts(), { ...model, integers: { factors: {}, filled: [] } }))
  return file
}

const find = (name: string) => bundledModels.find((model) => model.name === name)!

test.each(bundledModels.map(({ name }) => name))(
  '%s gives the same as TensorFlow.js',
  { tags: 'night' },
  async (name) => {
    const model = find(name)
    const pictures = [...Object.values(testPictures).map((draw) => draw(model.side)), await photo(model.side)]
    const differences = await compareWithReference(model, floatFile(model), pictures)
    console.info(
      name,
      Object.entries(differences)
        .map(([output, value]) => `${output} ${value.toExponential(1)}`)
        .join(', '),
    )
    expect(Object.keys(differences).sort()).toEqual(
      [...Object.keys(model.outputs), ...Object.keys(model.averages ?? {})].sort(),
    )
    for (const [output, value] of Object.entries(differences)) expect(value, output).toBeLessThanOrEqual(MAX_DIFFERENCE)
  },
)

test('a comparison notices wrong numbers', { tags: 'night' }, async () => {
  const model = find('nsfwjs')
  const differences = await compareWithReference(
    { ...model, range: { scale: 1 / 200, offset: 0 } },
    join(directory, 'nsfwjs.onnx'),
    [await photo(model.side)],
  )
  expect(differences.shares).toBeGreaterThan(MAX_DIFFERENCE)
})

test('the search for peaks finds the detections of the original graph', { tags: 'night' }, async () => {
  const model = find('centernet')
  const picture = await photo(model.side)
  const reference = await openReference({ ...model, outputs: { detections: 'tower_0/detections' }, averages: {} })
  const expected = reference.run(picture).detections!
  reference.dispose()
  const session = await openSession(floatFile(model))
  const maps = await session.run({ image: { data: picture, dims: [1, 512, 512, 3] } })
  await session.close()
  const peaks = findPeaks(asLevels(maps), 0.15, 100)
  expect(peaks.length).toBeGreaterThan(3)
  const detections = Array.from({ length: expected.length / 6 }, (_, i) => expected.slice(6 * i, 6 * i + 6))
  for (const { kind, row, column, score, reach } of peaks) {
    const [left, up, right, down] = reach
    const box = [4 * column - left, 4 * row - up, 4 * column + right, 4 * row + down]
    const same = detections.filter(
      (detection) => detection[5] === kind && box.every((side, k) => Math.abs(side - detection[k]!) < PIXELS_APART),
    )
    const apart = Math.min(...same.map((detection) => Math.abs(detection[4]! - score)))
    expect(apart, `class ${kind} at ${column}, ${row}`).toBeLessThan(0.05)
  }
})

/** A level is 1.5 pixels, and of neighbours with the same level of score the first counts. */
const PIXELS_APART = 4

/** Maps of floats as the built model gives them. */
function asLevels(maps: Record<string, Tensor>): CenterMaps {
  const bytes = (name: 'logits' | 'reach') => {
    const { scale, zero } = levelsOf(mapRanges[name])
    const levels = Uint8ClampedArray.from(maps[name]!.data as Float32Array, (value) => Math.round(value / scale) + zero)
    return new Uint8Array(levels.buffer)
  }
  return { logits: bytes('logits'), reach: bytes('reach'), columns: 128, rows: 128 }
}

test('with its head in integers CenterNet finds what it finds with floats, and its features are the same', async () => {
  const model = find('centernet')
  const image = { data: await photo(model.side), dims: [1, 512, 512, 3] }
  const [plain, built] = await Promise.all([
    openSession(plainFile(model)),
    openSession(join(directory, 'centernet.onnx')),
  ])
  const [floats, levels] = [await plain.run({ image }), await built.run({ image })]
  await Promise.all([plain.close(), built.close()])
  expect(levels['features']!.data).toEqual(floats['features']!.data)
  const wanted = findPeaks(asLevels(floats), 0.3, 100)
  const read = (name: string) => levels[name]!.data as Uint8Array
  const maps = { logits: read('logits_levels'), reach: read('reach_levels'), columns: 128, rows: 128 }
  const found = findPeaks(maps, 0.1, 100)
  expect(wanted.length).toBeGreaterThan(3)
  for (const { kind, row, column, score } of wanted) {
    const near = found.filter(
      (peak) => peak.kind === kind && Math.abs(peak.row - row) <= 1 && Math.abs(peak.column - column) <= 1,
    )
    expect(near.length, `${kind} at ${row}, ${column}`).toBeGreaterThan(0)
    expect(Math.abs(near[0]!.score - score)).toBeLessThan(0.15)
  }
})

test('a second build keeps up-to-date files and repairs damaged ones', () => {
  const file = join(directory, 'blazeface.onnx')
  const { mtimeMs } = statSync(file)
  const whole = readFileSync(file)
  expect(buildModels(directory).filter(({ isFresh }) => isFresh)).toEqual([])
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  writeFileSync(file, whole.subarray(0, 1000))
  expect(
    buildModels(directory)
      .filter(({ isFresh }) => isFresh)
      .map(({ name }) => name),
  ).toEqual(['blazeface'])
  expect(readFileSync(file).equals(whole)).toBe(true)
})

test('an unknown operation is named', () => {
  const model = find('centernet')
  expect(() =>
    convertToOnnx(model.artifacts(), { ...model, outputs: { detections: 'tower_0/detections' }, averages: {} }),
  ).toThrow(/unknown operation/)
  expect(() => convertToOnnx(model.artifacts(), { ...model, outputs: { nothing: 'not/there' }, averages: {} })).toThrow(
    'not/there',
  )
})
