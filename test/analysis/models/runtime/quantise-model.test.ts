import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { decodePhoto } from '../../../../src-main/analysis/decode/decode-photo.ts'
import { imageNetSpec, toPlanar } from '../../../../src-main/analysis/models/adapters/planar.ts'
import { dropLastStage } from '../../../../src-main/analysis/models/runtime/drop-last-stage.ts'
import {
  integerAttribute,
  onnxField,
  writeConstant,
  writeNode,
} from '../../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { block, concat, number, readFields, text } from '../../../../src-main/analysis/models/runtime/protobuf.ts'
import { quantiseModel, readQuantRanges } from '../../../../src-main/analysis/models/runtime/quantise-model.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'
import { hasSharedModels, standardModel } from '../registry/standard-models.ts'

const floatValue = (field: 11 | 12, name: string): Uint8Array =>
  block(field, concat(text(1, name), block(2, block(1, number(1, 1)))))

/**
 * One convolution with 1x1 weights: two channels in, two out, the second with weights a hundred times as large; then
 * negative values are cut off.
 */
function smallModel(): Uint8Array {
  const graph = concat(
    writeNode({ op: 'Conv', inputs: ['x', 'w', 'b'], outputs: ['y_c'], attributes: [] }),
    writeNode({ op: 'Relu', inputs: ['y_c'], outputs: ['y'], attributes: [] }),
    writeNode({ op: 'Identity', inputs: ['y'], outputs: ['out'], attributes: [] }),
    text(2, 'small'),
    writeConstant('w', [2, 2, 1, 1], Float32Array.of(0.01, -0.02, 1, 2)),
    writeConstant('b', [2], Float32Array.of(0.005, -1)),
    floatValue(11, 'x'),
    floatValue(onnxField.output, 'out'),
  )
  return concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
}

async function runModel(model: Uint8Array, data: Float32Array, dims: number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const outputs = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, dims) })
  return outputs[session.outputNames[0]!]!.data as Float32Array
}

test('integers match floats to a step of each channel, and values beyond the range are cut off', async () => {
  const ranges = { x: [-1, 1], y: [0, 2] } as const
  const data = Float32Array.of(0.5, -1, 1, 5, 0.25, 0.5, -1, 0)
  const dims = [1, 2, 1, 4]
  const wanted = await runModel(smallModel(), data, dims)
  const found = await runModel(quantiseModel(smallModel(), { ranges }), data, dims)
  const within = found.map((value, i) => Math.abs(value - wanted[i]!)).filter((_, i) => i % 4 !== 3)
  expect(Math.max(...within)).toBeLessThan(0.03)
  expect(wanted[7]).toBe(4)
  expect(found[7]).toBeCloseTo(0, 1) // the 5 counts as 1, the end of its range
})

/** The weights of a convolution after quantising, as small integers. */
function weightLevels(
  dims: readonly [number, number, number, number],
  values: Float32Array,
  groups: number,
): Int8Array {
  const graph = concat(
    writeNode({ op: 'Conv', inputs: ['x', 'w'], outputs: ['y'], attributes: [integerAttribute('group', groups)] }),
    text(2, 'one'),
    writeConstant('w', dims, values),
    floatValue(11, 'x'),
    floatValue(onnxField.output, 'y'),
  )
  const model = concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
  const ranges = { x: [-1, 1], y: [-1, 1] } as const
  const made = readFields(readFields(quantiseModel(model, { ranges })).find((field) => field.number === 7)!.content)
  const parts = made.filter((field) => field.number === onnxField.initializer).map(({ content }) => readFields(content))
  const levels = parts.find((fields) => fields.some(({ content }) => Buffer.from(content).toString() === 'w_levels'))!
  return new Int8Array(levels.find((field) => field.number === 9)!.content)
}

test('two neighbouring input channels never exceed what 16 bits hold, and depthwise weights use all eight bits', () => {
  const weights = Float32Array.from({ length: 4 * 6 * 3 * 3 }, (_, i) => Math.sin(i * i))
  const levels = weightLevels([4, 6, 3, 3], weights, 1)
  const pairs = Array.from({ length: 4 * 3 }, (_, k) => levels.subarray(18 * k, 18 * k + 18))
  const sums = pairs.flatMap((pair) =>
    Array.from({ length: 9 }, (_, place) => Math.abs(pair[place]!) + Math.abs(pair[place + 9]!)),
  )
  expect(Math.max(...sums)).toBeLessThanOrEqual(128)
  expect(Math.max(...sums)).toBeGreaterThan(120)
  const depthwise = weightLevels([8, 1, 3, 3], weights.subarray(0, 72), 8)
  expect(Math.max(...depthwise.map(Math.abs))).toBe(127)
  const odd = weightLevels([8, 3, 3, 1], weights.subarray(0, 72), 1)
  expect(Math.max(...odd.map(Math.abs))).toBeLessThanOrEqual(64)
})

test('a file that is not a model is refused', () => {
  expect(() => quantiseModel(new TextEncoder().encode('not a model'), { ranges: {} })).toThrow(
    'Install the models again',
  )
})

test.skipIf(!hasSharedModels)('the saliency model gives the same with integers', { tags: 'night' }, async () => {
  const model = dropLastStage(new Uint8Array(readFileSync(standardModel('u2netp-fp16').file)))
  const photo = await decodePhoto(await drawPicture({ width: 480, height: 360, seed: 3 }))
  const data = toPlanar(await photo.fitted({ width: 192, height: 192, fit: 'squash' }), imageNetSpec)
  const wanted = await runModel(model, data, [1, 3, 192, 192])
  const found = await runModel(
    quantiseModel(model, readQuantRanges(join(resourcesDir, 'models', 'u2netp-ranges.json'))),
    data,
    [1, 3, 192, 192],
  )
  const apart = found.reduce((sum, value, i) => sum + Math.abs(value - wanted[i]!), 0) / found.length
  expect(apart).toBeLessThan(0.05)
})
