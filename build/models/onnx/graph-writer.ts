import { ConversionError, type Constant, type Graph } from '../graph.ts'
import type { ElementType, OnnxAttribute, OnnxNode, OnnxTensor } from './onnx-file.ts'
import { onnxDims, sizeOf, toChannelsFirst, transpose } from './layout.ts'

/** Constants below this many elements are written as plain float32: their short form would cost more than it saves. */
const MIN_PACKED = 256

/** A value of the ONNX graph; `dims` are TensorFlow's (NHWC). In the ONNX graph, rank 4 is NCHW. */
export type Value = { id: string; dims: readonly number[] }
export type GraphWriter = ReturnType<typeof createGraphWriter>

/** Collects nodes and initialisers of one ONNX graph. */
export function createGraphWriter(graph: Graph) {
  const nodes: OnnxNode[] = []
  const initializers = new Map<string, OnnxTensor>()
  const values = new Map<string, Value>()

  const add = (
    op: string,
    inputs: readonly string[],
    output: string,
    attributes: Record<string, OnnxAttribute> = {},
  ): string => {
    nodes.push({ op, inputs, output, attributes })
    return output
  }
  const tensor = (
    name: string,
    type: ElementType,
    dims: readonly number[],
    data: Float32Array | Uint16Array | Uint8Array | BigInt64Array,
  ): string => {
    if (!initializers.has(name))
      initializers.set(name, { name, type, dims, bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) })
    return name
  }
  const floats = (name: string, numbers: ArrayLike<number>, dims: readonly number[] = [numbers.length]) =>
    tensor(name, 'float', dims, Float32Array.from(numbers))
  const integers = (name: string, numbers: readonly number[]) =>
    tensor(name, 'int64', [numbers.length], BigInt64Array.from(numbers.map(BigInt)))

  const constant = (name: string): Constant => {
    const found = graph.constants.get(name)
    if (!found) throw new ConversionError(`"${name}" must be a constant`)
    return found
  }

  /**
   * Weights with their axes in a new order, in the shortest exact form; `channelAxis` is where the last axis ends up.
   */
  const weights = (name: string, order: readonly number[]): string => {
    const id = `${name}/onnx`
    const { dims, values: numbers, packed } = constant(name)
    const sides = order.map((axis) => dims[axis] ?? 1)
    if (initializers.has(id) || nodes.some((node) => node.output === id)) return id
    if (!packed || numbers.length < MIN_PACKED)
      return tensor(id, 'float', sides, transpose(numbers as Float32Array, dims, order))
    if (packed.kind === 'half')
      return add('Cast', [tensor(`${id}/half`, 'half', sides, transpose(packed.bits, dims, order))], id, { to: 1 })
    const codes = tensor(`${id}/codes`, 'uint8', sides, transpose(packed.codes, dims, order))
    const centred = add(
      'Sub',
      [add('Cast', [codes], `${id}/float`, { to: 1 }), floats(`${id}/zero`, [packed.zeroPoint], [])],
      `${id}/centred`,
    )
    return add('Mul', [centred, floats(`${id}/scale`, packed.scales, scaleDims(packed.scales.length, dims, order))], id)
  }

  /** An operand: what a node computed, or a constant laid out so that it broadcasts against a value of that rank. */
  const operand = (name: string, rank: number): Value => {
    const known = values.get(name)
    if (known) return known
    const { dims, values: numbers } = constant(name)
    const full = rank === 4 && dims.length ? [...new Array<number>(4 - dims.length).fill(1), ...dims] : dims
    const data =
      rank === 4 && full.length === 4
        ? transpose(Float32Array.from(numbers), full, toChannelsFirst)
        : Float32Array.from(numbers)
    return { id: floats(`${name}/onnx${rank}`, data, onnxDims(full)), dims: full }
  }

  return {
    add,
    floats,
    integers,
    constant,
    weights,
    operand,
    numbers: (name: string) => Array.from(constant(name).values),
    set: (name: string, id: string, dims: readonly number[]) => void values.set(name, { id, dims }),
    /** True for what a node computed, false for constants. */
    has: (name: string) => values.has(name),
    get(name: string): Value {
      const value = values.get(name)
      if (!value) throw new ConversionError(`"${name}" is read before it is computed`)
      return value
    },
    nodes,
    initializers,
  }
}

/** Scales per output channel, shaped to multiply weights whose axes were reordered. */
function scaleDims(count: number, dims: readonly number[], order: readonly number[]): number[] {
  if (count === 1) return []
  const isChannelAxis = (axis: number) => (dims[axis] ?? 1) === count && sizeOf(dims.slice(axis)) === count
  return order.map((axis) => (isChannelAxis(axis) ? count : 1))
}
