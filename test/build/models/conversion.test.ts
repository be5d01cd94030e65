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
import { findPeaks } from '../../../src-main/analysis/models/adapters/find-peaks.ts'
import { openSession } from '../../../src-main/analysis/models/runtime/open-session.ts'

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
const find = (name: string) => bundledModels.find((model) => model.name === name)!

test.each(bundledModels.map(({ name }) => name))(
  '%s gives the same as TensorFlow.js',
  { tags: 'night' },
  async (name) => {
    const model = find(name)
    const pictures = [...Object.values(testPictures).map((draw) => draw(model.side)), await photo(model.side)]
    const differences = await compareWithReference(model, join(directory, `${name}.onnx`), pictures)
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
  const session = await openSession(join(directory, 'centernet.onnx'))
  const { logits, reach } = await session.run({ image: { data: picture, dims: [1, 512, 512, 3] } })
  await session.close()
  const peaks = findPeaks(
    { logits: logits!.data as Float32Array, reach: reach!.data as Float32Array, columns: 128, rows: 128 },
    0.1,
    100,
  )
  expect(peaks.length).toBeGreaterThan(3)
  for (const [
    i,
    {
      kind,
      row,
      column,
      score,
      reach: [left, up, right, down],
    },
  ] of peaks.entries()) {
    const actual = [4 * column - left, 4 * row - up, 4 * column + right, 4 * row + down, score, kind]
    for (const [k, value] of actual.entries())
      expect(value, `detection ${i}, number ${k}`).toBeCloseTo(expected[6 * i + k]!, 1)
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
