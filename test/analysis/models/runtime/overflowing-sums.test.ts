import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { onnxField, writeConstant, writeNode } from '../../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { openSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import { sumsOverflow } from '../../../../src-main/analysis/models/runtime/overflowing-sums.ts'
import { block, concat, number, text } from '../../../../src-main/analysis/models/runtime/protobuf.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'

const folder = makeTempFolder('sums')
afterAll(() => removeFolder(folder))

test('a processor that cuts sums off is recognised', async () => {
  const sumsTo = (sum: number) =>
    sumsOverflow({
      create: async () =>
        ({ run: async () => ({ sums: { data: Int32Array.of(sum) } }), release: async () => {} }) as never,
    })
  expect(await sumsTo(8 * 255 * 127)).toBe(false)
  expect(await sumsTo(4 * 32_767)).toBe(true)
})

/** A quantised matrix product, as in published models: values of 8 bits, weights of 8 bits, and a scale. */
function publishedModel(weights: Int8Array): Uint8Array {
  const value = (field: number, name: string, type: number) =>
    block(field, concat(text(1, name), block(2, block(1, number(1, type)))))
  const graph = concat(
    writeNode({ op: 'MatMulInteger', inputs: ['x', 'w'], outputs: ['y'], attributes: [] }),
    text(2, 'published'),
    writeConstant('w', [32, 16], weights),
    value(onnxField.input, 'x', 2),
    value(onnxField.output, 'y', 6),
  )
  return concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
}

test('a model with eight-bit weights gives the same sums on every processor', async () => {
  const file = join(folder, 'published.onnx')
  const weights = Int8Array.from({ length: 32 * 16 }, (_, k) => (k % 3 === 0 ? -128 : 127))
  writeFileSync(file, publishedModel(weights))
  const session = await openSession(file)
  const { y } = await session.run({ x: { data: new Uint8Array(4 * 32).fill(255), dims: [4, 32] } })
  await session.close()
  const sums = Array.from({ length: 16 }, (_, column) =>
    Array.from({ length: 32 }, (_, row) => 255 * weights[row * 16 + column]!).reduce((a, b) => a + b),
  )
  expect([...(y!.data as Int32Array)]).toEqual([...sums, ...sums, ...sums, ...sums])
})
