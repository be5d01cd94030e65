import { Tensor, type InferenceSessionFactory } from 'onnxruntime-node'
import { onnxField, writeConstant, writeNode } from './onnx-parts.ts'
import { block, concat, number, text } from './protobuf.ts'

/** Rows, columns, and terms of a sum: enough of each for the kernel that convolutions use. */
const [ROWS, COLUMNS, TERMS] = [4, 16, 8]
const [LARGEST_VALUE, LARGEST_WEIGHT] = [255, 127]
const [UINT8, INT32] = [2, 6]

/**
 * Whether products of eight-bit values and eight-bit weights overflow on this processor: without instructions for them
 * (VNNI), the runtime adds two products in 16 bits, and larger sums are cut off. A model with eight-bit weights then
 * gives other answers, silently.
 */
export async function sumsOverflow(runtime: Pick<InferenceSessionFactory, 'create'>): Promise<boolean> {
  const session = await runtime.create(sumModel(), { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const values = new Tensor('uint8', new Uint8Array(ROWS * TERMS).fill(LARGEST_VALUE), [ROWS, TERMS])
  const { sums } = await session.run({ values })
  await session.release()
  return (sums!.data as Int32Array).some((sum) => sum !== TERMS * LARGEST_VALUE * LARGEST_WEIGHT)
}

/** A model that multiplies a matrix of values by one of the largest weights. */
function sumModel(): Uint8Array {
  const graph = concat(
    writeNode({ op: 'MatMulInteger', inputs: ['values', 'weights'], outputs: ['sums'], attributes: [] }),
    text(2, 'sums'),
    writeConstant('weights', [TERMS, COLUMNS], new Int8Array(TERMS * COLUMNS).fill(LARGEST_WEIGHT)),
    valueOf(onnxField.input, 'values', UINT8),
    valueOf(onnxField.output, 'sums', INT32),
  )
  return concat(number(1, 8), block(onnxField.graph, graph), block(8, number(2, 13)))
}

const valueOf = (field: number, name: string, type: number): Uint8Array =>
  block(field, concat(text(1, name), block(2, block(1, number(1, type)))))
