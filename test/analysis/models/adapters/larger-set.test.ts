import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { encodeModel, type OnnxNode, type OnnxTensor } from '../../../../build/models/onnx/onnx-file.ts'
import { createEfficientnet } from '../../../../src-main/analysis/models/adapters/efficientnet.ts'
import { createPphumanseg } from '../../../../src-main/analysis/models/adapters/pphumanseg.ts'
import { createYolox, yoloxSides } from '../../../../src-main/analysis/models/adapters/yolox.ts'
import { openSession, type ModelSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import type { Raster } from '../../../../src-main/analysis/photo/photo.ts'
import { photoOf } from '../registry/sample-photos.ts'

// The files themselves are not here. These simulate them: the same inputs and outputs, with readable rules.
const folder = mkdtempSync(join(tmpdir(), 'lumafold-larger-'))
const sessions: ModelSession[] = []
afterAll(async () => {
  for (const session of sessions) await session.close()
  rmSync(folder, { recursive: true })
})

type Parts = { input: number[]; output: number[]; names?: [string, string] }
async function standIn(name: string, nodes: OnnxNode[], initializers: OnnxTensor[], { input, output, names }: Parts) {
  const file = join(folder, `${name}.onnx`)
  const [inputName, outputName] = names ?? ['input', 'output']
  const bytes = encodeModel({
    name,
    producer: 'test',
    metadata: {},
    nodes,
    initializers,
    inputs: [{ name: inputName, type: 'float', dims: input }],
    outputs: [{ name: outputName, type: 'float', dims: output }],
  })
  writeFileSync(file, bytes)
  const session = await openSession(file)
  sessions.push(session)
  return session
}
const floats = (name: string, dims: number[], values: Float32Array): OnnxTensor => ({
  name,
  type: 'float',
  dims,
  bytes: new Uint8Array(values.buffer),
})
const whole = (name: string, values: number[]): OnnxTensor => ({
  name,
  type: 'int64',
  dims: [values.length],
  bytes: new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer),
})
const node = (op: string, inputs: string[], output: string, attributes: OnnxNode['attributes'] = {}): OnnxNode => ({
  op,
  inputs,
  output,
  attributes,
})

function raster(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Raster {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colorAt(x, y), 3 * (y * width + x))
  return { width, height, data }
}

test('YOLOX at 640 reads the rows of its own grids, in pixels of the photo', async () => {
  const ROWS = 80 * 80 + 40 * 40 + 20 * 20
  const head = new Float32Array(ROWS * 85)
  // The cell of the second grid (stride 16) at column 10, row 5: a dog, 64 by 32 of the 640.
  const row = (80 * 80 + 5 * 40 + 10) * 85
  head.set([0.5, 0.5, Math.log(4), Math.log(2), 0.9], row)
  head[row + 5 + 16] = 0.8
  // The picture is added with a factor of 0, so that the runtime checks its shape.
  const session = await standIn(
    'yolox',
    [
      node('ReduceMean', ['input'], 'mean', { axes: [1, 2, 3], keepdims: 0 }),
      node('Mul', ['mean', 'nothing'], 'none'),
      node('Add', ['head', 'none'], 'output'),
    ],
    [floats('head', [1, ROWS, 85], head), floats('nothing', [], Float32Array.of(0))],
    { input: [1, 3, 640, 640], output: [1, ROWS, 85] },
  )
  const { objects } = createYolox(session, 'yolox-s', yoloxSides.small)
  const found = await objects.detect(photoOf(raster(320, 240, () => [9, 9, 9])))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ label: 'dog' })
  expect(found[0]!.score).toBeCloseTo(0.72)
  // The photo is enlarged twofold, so that every number is halved: the centre is at 168, 88 of the 640.
  const { x1, y1, x2, y2 } = found[0]!.box
  for (const [value, expected] of [
    [x1, 68],
    [y1, 36],
    [x2, 100],
    [y2, 52],
  ] as const)
    expect(value).toBeCloseTo(expected, 3)
})

test('EfficientNet gets interleaved pixels of the middle from -1 to 1, and its shares stay unchanged', async () => {
  // Shares: class 1 has the mean red, class 2 the mean green, class 3 the mean blue of the model's input.
  const pick = new Float32Array(3 * 1000)
  for (const channel of [0, 1, 2]) pick[channel * 1000 + channel + 1] = 1
  const session = await standIn(
    'efficientnet',
    [
      node('ReduceMean', ['images:0'], 'colors', { axes: [1, 2], keepdims: 0 }),
      node('MatMul', ['colors', 'pick'], 'Softmax:0'),
    ],
    [floats('pick', [3, 1000], pick)],
    { input: [1, 224, 224, 3], output: [1, 1000], names: ['images:0', 'Softmax:0'] },
  )
  const { classifier } = createEfficientnet(session, 'lite4', [])
  // Outside the middle 224 of 256 is another colour, which must not count.
  const isInside = (x: number, y: number) => x >= 16 && x < 240 && y >= 16 && y < 240
  const photo = photoOf(raster(256, 256, (x, y) => (isInside(x, y) ? [255, 127, 63] : [0, 0, 0])))
  const shares = await classifier.classify(photo)
  expect(shares).toHaveLength(1000)
  expect([...shares.subarray(0, 4)].map((share) => Math.round(share * 1000) / 1000)).toEqual([0, 1, 0, -0.5])
})

test('PP-HumanSeg tells for each place whether a person is there', async () => {
  // The first plane is the red of the picture, the second its blue: blue places are people.
  const session = await standIn(
    'people',
    [
      node('Slice', ['input', 'zero', 'one', 'axis'], 'red'),
      node('Slice', ['input', 'two', 'three', 'axis'], 'blue'),
      node('Concat', ['red', 'blue'], 'output', { axis: 1 }),
    ],
    [whole('zero', [0]), whole('one', [1]), whole('two', [2]), whole('three', [3]), whole('axis', [1])],
    { input: [1, 3, 192, 192], output: [1, 2, 192, 192] },
  )
  const { people } = createPphumanseg(session, 'people')
  const map = await people.map(photoOf(raster(384, 192, (x) => (x < 192 ? [200, 0, 0] : [0, 0, 200]))))
  expect(map).toMatchObject({ columns: 192, rows: 192 })
  const rowOf = (y: number) => map.values.subarray(192 * y, 192 * (y + 1))
  for (const y of [0, 100, 191]) expect([rowOf(y)[0], rowOf(y)[90], rowOf(y)[101], rowOf(y)[191]]).toEqual([0, 0, 1, 1])
})
