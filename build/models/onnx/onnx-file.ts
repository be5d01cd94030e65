import { join } from 'node:path'
import protobuf from 'protobufjs'

/** ONNX numbers of element types. */
export const elementType = { float: 1, uint8: 2, int64: 7, half: 10 } as const
export type ElementType = keyof typeof elementType

export type OnnxAttribute = number | { float: number } | string | readonly number[]
export type OnnxNode = {
  op: string
  inputs: readonly string[]
  output: string
  attributes: Readonly<Record<string, OnnxAttribute>>
}
export type OnnxTensor = { name: string; type: ElementType; dims: readonly number[]; bytes: Uint8Array }
/** A dimension that is null may have any size. */
export type OnnxValue = { name: string; type: ElementType; dims: readonly (number | null)[] }
export type OnnxModel = {
  name: string
  producer: string
  nodes: readonly OnnxNode[]
  initializers: readonly OnnxTensor[]
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
  metadata: Readonly<Record<string, string>>
}

const IR_VERSION = 8
const OPERATOR_SET = 17

/** The bytes of an ONNX file. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const type = protobuf.loadSync(join(import.meta.dirname, 'onnx.proto')).lookupType('onnx.ModelProto')
  const message = {
    irVersion: IR_VERSION,
    producerName: model.producer,
    opsetImport: [{ domain: '', version: OPERATOR_SET }],
    metadataProps: Object.entries(model.metadata).map(([key, value]) => ({ key, value })),
    graph: {
      name: model.name,
      node: model.nodes.map(encodeNode),
      initializer: model.initializers.map(({ name, type: kind, dims, bytes }) => ({
        name,
        dims,
        dataType: elementType[kind],
        rawData: bytes,
      })),
      input: model.inputs.map(encodeValue),
      output: model.outputs.map(encodeValue),
    },
  }
  const problem = type.verify(message)
  if (problem) throw new TypeError(`The model does not fit the ONNX format: ${problem}`)
  return type.encode(message).finish()
}

function encodeNode({ op, inputs, output, attributes }: OnnxNode) {
  return {
    opType: op,
    name: output,
    input: inputs,
    output: [output],
    attribute: Object.entries(attributes).map(([name, value]) => ({ name, ...encodeAttribute(value) })),
  }
}

function encodeAttribute(value: OnnxAttribute) {
  if (typeof value === 'number') return { type: 2, i: value }
  if (typeof value === 'string') return { type: 3, s: Buffer.from(value) }
  if ('float' in value) return { type: 1, f: value.float }
  return { type: 7, ints: value }
}

function encodeValue({ name, type, dims }: OnnxValue) {
  return {
    name,
    type: {
      tensorType: {
        elemType: elementType[type],
        shape: { dim: dims.map((dimValue) => (dimValue === null ? {} : { dimValue })) },
      },
    },
  }
}
