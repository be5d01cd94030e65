import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { dropLastStage } from '../../../../src-main/analysis/models/runtime/drop-last-stage.ts'
import {
  integerAttribute,
  onnxField,
  writeConstant,
  writeNode,
} from '../../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { block, concat, number, text } from '../../../../src-main/analysis/models/runtime/protobuf.ts'

const FLOAT = 1
const INTEGERS = 7

const floatValue = (field: 11 | 12, name: string): Uint8Array =>
  block(field, concat(text(1, name), block(2, block(1, number(1, FLOAT)))))
const pair = (name: string): Uint8Array => concat(text(1, name), number(8, 2), number(8, 2), number(20, INTEGERS))
const halve = (input: string, output: string): Uint8Array =>
  writeNode({ op: 'MaxPool', inputs: [input], outputs: [output], attributes: [pair('kernel_shape'), pair('strides')] })
const layer = (input: string, output: string): Uint8Array =>
  writeNode({ op: 'Conv', inputs: [input, 'w', 'b'], outputs: [output], attributes: [] })
const enlarge = (input: string, times: string, output: string): Uint8Array =>
  writeNode({ op: 'Resize', inputs: [input, '', times], outputs: [output], attributes: [] })

/** Maps of the full, half and quarter size, joined with weights 1, 2 and 4. */
function sixthOfU2net(): Uint8Array {
  const graph = concat(
    halve('x', 'half'),
    halve('half', 'quarter'),
    layer('x', 'full_map'),
    layer('half', 'half_map'),
    layer('quarter', 'quarter_map'),
    enlarge('half_map', 'twice', 'half_large'),
    enlarge('quarter_map', 'four_times', 'quarter_large'),
    writeNode({
      op: 'Concat',
      inputs: ['full_map', 'half_large', 'quarter_large'],
      outputs: ['maps'],
      attributes: [integerAttribute('axis', 1)],
    }),
    writeNode({ op: 'Conv', inputs: ['maps', 'weights', 'b'], outputs: ['out'], attributes: [] }),
    text(2, 'stages'),
    writeConstant('w', [1, 1, 1, 1], Float32Array.of(1)),
    writeConstant('b', [1], Float32Array.of(0)),
    writeConstant('weights', [1, 3, 1, 1], Float32Array.of(1, 2, 4)),
    writeConstant('twice', [4], Float32Array.of(1, 1, 2, 2)),
    writeConstant('four_times', [4], Float32Array.of(1, 1, 4, 4)),
    floatValue(11, 'x'),
    floatValue(onnxField.output, 'out'),
  )
  return concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
}

test('without the last stage the second map replaces the first, and all have half the sides', async () => {
  const model = dropLastStage(sixthOfU2net())
  expect(Buffer.from(model).includes('full_map')).toBe(false)
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const values = Float32Array.of(1, 0, 2, 0, 0, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 0)
  const { out } = await session.run({ x: new Tensor('float32', values, [1, 1, 4, 4]) })
  expect(out!.dims).toEqual([1, 1, 2, 2])
  expect([...(out!.data as Float32Array)]).toEqual([1, 2, 3, 5].map((half) => (1 + 2) * half + 4 * 5))
})

test('a model without such an end is refused', () => {
  const graph = writeNode({ op: 'Concat', inputs: ['x', 'x'], outputs: ['out'], attributes: [] })
  expect(() => dropLastStage(block(onnxField.graph, graph))).toThrow('not the one that is expected')
})
