import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { toFocused, toPlanar } from '../../../../src-main/analysis/models/adapters/planar.ts'
import {
  integerAttribute,
  onnxField,
  writeConstant,
  writeNode,
} from '../../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { block, concat, number, text } from '../../../../src-main/analysis/models/runtime/protobuf.ts'
import { FOCUS_INPUT, unfoldFocus } from '../../../../src-main/analysis/models/runtime/unfold-focus.ts'

const SIDE = 8

/** A graph's input or output of floats; with sides it is fixed to them. */
function floatValue(field: 11 | 12, name: string, sides: readonly number[] = []): Uint8Array {
  const shape =
    sides.length > 0 ? block(2, concat(...sides.map((side) => block(1, number(1, side))))) : new Uint8Array()
  return block(field, concat(text(1, name), block(2, block(1, concat(number(1, 1), shape)))))
}

function slice(input: string, output: string, axis: 'rows' | 'columns', from: 'even' | 'odd'): Uint8Array {
  return writeNode({ op: 'Slice', inputs: [input, from, 'end', axis, 'two'], outputs: [output], attributes: [] })
}

/** YOLOX's Focus, in the order of its file, and nothing after it but a copy. */
function focusModel(): Uint8Array {
  const parts = [
    ['even', 'even'],
    ['odd', 'even'],
    ['even', 'odd'],
    ['odd', 'odd'],
  ] as const
  const graph = concat(
    slice('images', 'even_rows', 'rows', 'even'),
    slice('images', 'odd_rows', 'rows', 'odd'),
    ...parts.map(([row, column]) => slice(`${row}_rows`, `${row}_${column}`, 'columns', column)),
    writeNode({
      op: 'Concat',
      inputs: parts.map(([row, column]) => `${row}_${column}`),
      outputs: ['joined'],
      attributes: [integerAttribute('axis', 1)],
    }),
    writeNode({ op: 'Identity', inputs: ['joined'], outputs: ['out'], attributes: [] }),
    text(2, 'focus'),
    ...Object.entries({ even: 0, odd: 1, end: SIDE, rows: 2, columns: 3, two: 2 }).map(([name, value]) =>
      writeConstant(name, [1], Int32Array.of(value)),
    ),
    floatValue(onnxField.input, 'images', [1, 3, SIDE, SIDE]),
    floatValue(onnxField.output, 'out', [1, 12, SIDE / 2, SIDE / 2]),
  )
  return concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
}

async function run(model: Uint8Array, data: Float32Array, dims: number[]) {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const outputs = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, dims) })
  return { input: session.inputNames[0], values: outputs['out']!.data as Float32Array }
}

const rasterOf = (width: number, height: number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 37) % 251),
})

test('a network without its Focus reads the same values, and photos that are not square', async () => {
  const raster = rasterOf(7, 5)
  const frame = { width: SIDE, height: SIDE, pad: 114 }
  const wanted = await run(focusModel(), toPlanar(raster, { order: 'bgr', scale: 1 }, frame), [1, 3, SIDE, SIDE])
  const found = await run(unfoldFocus(focusModel()), toFocused(raster, frame), [1, 12, SIDE / 2, SIDE / 2])
  expect(found).toEqual({ input: FOCUS_INPUT, values: wanted.values })

  const wide = toFocused(rasterOf(12, 6), { width: 12, height: 6 })
  expect((await run(unfoldFocus(focusModel()), wide, [1, 12, 3, 6])).values).toEqual(wide)
})

test('a model without a Focus is refused', () => {
  const graph = writeNode({ op: 'Identity', inputs: ['images'], outputs: ['out'], attributes: [] })
  expect(() => unfoldFocus(block(onnxField.graph, graph))).toThrow('not the one that is expected')
})
