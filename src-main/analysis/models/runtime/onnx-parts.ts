import { block, concat, number, readFields, readVarint, readVarints, text } from './protobuf.ts'

/** Field numbers of ONNX messages, as in onnx.proto. */
export const onnxField = { graph: 7, node: 1, initializer: 5, input: 11, output: 12 } as const
const elementTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, float16: 10 } as const

/** One operation of a graph: its inputs, its outputs, and its attributes as raw bytes. */
export type OnnxNode = { op: string; inputs: string[]; outputs: string[]; attributes: Uint8Array[] }
/** A constant of a graph, with its numbers as floats; `stored` are the parts of the graph that it comes from. */
export type OnnxConstant = { name: string; dims: number[]; values: Float32Array; stored?: Uint8Array }

const decoder = new TextDecoder()

export function readNode(content: Uint8Array): OnnxNode {
  const node: OnnxNode = { op: '', inputs: [], outputs: [], attributes: [] }
  for (const { number: field, content: value } of readFields(content)) {
    if (field === 1) node.inputs.push(decoder.decode(value))
    if (field === 2) node.outputs.push(decoder.decode(value))
    if (field === 4) node.op = decoder.decode(value)
    if (field === 5) node.attributes.push(value)
  }
  return node
}

export function writeNode({ op, inputs, outputs, attributes }: OnnxNode): Uint8Array {
  const body = concat(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, `${op} ${outputs[0]!}`),
    text(4, op),
    ...attributes.map((value) => block(5, value)),
  )
  return block(onnxField.node, body)
}

/** A whole-number attribute. */
export function integerAttribute(name: string, value: number): Uint8Array {
  return concat(text(1, name), number(3, value), number(20, 2))
}

/** A whole-number attribute of a node; undefined if it has none of that name. */
export function readInteger({ attributes }: OnnxNode, name: string): number | undefined {
  const attribute = attributes.find((content) => valueName(content) === name)
  const field = attribute && readFields(attribute).find(({ number: of }) => of === 3)
  return field && readVarint(attribute.subarray(field.start), 1).value
}

/** Reads a constant of floats or half floats stored as raw bytes; null for any other. */
export function readConstant(content: Uint8Array): OnnxConstant | null {
  let [name, type, raw]: [string, number, Uint8Array | null] = ['', 0, null]
  const dims: number[] = []
  for (const { number: field, content: value } of readFields(content)) {
    if (field === 1) dims.push(...readVarints(value))
    if (field === 2) type = readVarint(value, 0).value
    if (field === 8) name = decoder.decode(value)
    if (field === 9) raw = value
  }
  if (raw === null || (type !== elementTypes.float16 && type !== elementTypes.float32)) return null
  const bytes = new Uint8Array(raw).buffer
  return {
    name,
    dims,
    values: type === elementTypes.float32 ? new Float32Array(bytes) : toFloats(new Uint16Array(bytes)),
  }
}

function toFloats(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length)
  for (let i = 0; i < halves.length; i++) values[i] = halfToFloat(halves[i]!)
  return values
}

/** A number of 16 bits: one for the sign, five for the exponent, ten for the fraction (IEEE 754). */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** A constant whose element type follows from its numbers, row-major. */
export function writeConstant(
  name: string,
  dims: readonly number[],
  values: Float32Array | Uint8Array | Int8Array | Int32Array,
): Uint8Array {
  const type =
    values instanceof Float32Array
      ? elementTypes.float32
      : values instanceof Uint8Array
        ? elementTypes.uint8
        : values instanceof Int8Array
          ? elementTypes.int8
          : elementTypes.int32
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return block(
    onnxField.initializer,
    concat(...dims.map((side) => number(1, side)), number(2, type), text(8, name), block(9, bytes)),
  )
}

/** The name of an input or output of a graph, or of an attribute. */
export function valueName(content: Uint8Array): string {
  const name = readFields(content).find(({ number: field }) => field === 1)
  return name ? decoder.decode(name.content) : ''
}

/** An output of bytes, whose shape follows from the graph. */
export function writeByteOutput(name: string): Uint8Array {
  return block(onnxField.output, concat(text(1, name), block(2, block(1, number(1, elementTypes.uint8)))))
}
