import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { block, concat, number, readFields, text, type Field } from '../runtime/protobuf.ts'

/** Field numbers of an ONNX model and its graph that are edited here. */
const field = { graph: 7, metadata: 14, node: 1, output: 12 } as const
/** The quantised features after pooling, by their name in the file. */
const POOLED = '472_quantized'

/**
 * Adds the pooled features of MobileNetV2 int8 (onnx/models) as a second output, `embedding`: one DequantizeLinear
 * before the node that reads the same values. Edits the file's bytes and leaves everything else in them as it is.
 */
export function addPooledOutput(model: Uint8Array): Uint8Array {
  const graph = readFields(model).find(({ number }) => number === field.graph)
  if (!graph) throw new AppError('file-unreadable', say('models.notOnnx'))
  const inner = graph.content
  const place = startOfReader(inner, POOLED)
  const outputEnd = lastEnd(inner, field.output)
  const node = concat(
    text(1, POOLED),
    text(1, '464_scale'),
    text(1, '464_zero_point'),
    text(2, 'embedding'),
    text(3, 'embedding_DequantizeLinear'),
    text(4, 'DequantizeLinear'),
  )
  const body = concat(
    inner.subarray(0, place),
    block(field.node, node),
    inner.subarray(place, outputEnd),
    block(field.output, pooledValue()),
    inner.subarray(outputEnd),
  )
  return concat(
    model.subarray(0, graph.start),
    block(field.graph, body),
    model.subarray(graph.end),
    block(field.metadata, provenance()),
  )
}

/** `embedding`, float [batch_size, 1280], as a ValueInfoProto. */
function pooledValue(): Uint8Array {
  const shape = concat(block(1, text(2, 'batch_size')), block(1, number(1, 1280)))
  const tensor = concat(number(1, 1), block(2, shape))
  return concat(text(1, 'embedding'), block(2, block(1, tensor)))
}

function provenance(): Uint8Array {
  const source =
    'onnx/models mobilenetv2-12-int8.onnx (sha256 cc028fe6cae7bc11a4ff53cfc9b79c920e8be65ce33a904ec3e2a8f66d77f95f)'
  return concat(
    text(1, 'derived'),
    text(2, `${source} + one extra graph output "embedding" (1280-d pooled features); weights untouched`),
  )
}

/** Position of the first node that reads a value. */
function startOfReader(graph: Uint8Array, value: string): number {
  const reads = ({ content }: Field) =>
    readFields(content).some((part) => part.number === 1 && new TextDecoder().decode(part.content) === value)
  const reader = readFields(graph).find((one) => one.number === field.node && reads(one))
  if (!reader) throw new AppError('file-unreadable', say('models.notExpected'))
  return reader.start
}

function lastEnd(message: Uint8Array, number: number): number {
  const last = readFields(message).findLast((one) => one.number === number)
  if (!last) throw new AppError('file-unreadable', say('models.notExpected'))
  return last.end
}
