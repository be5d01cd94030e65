import { ConversionError, type Constant, type Graph } from '../graph.ts'
import type { ElementType, OnnxAttribute, OnnxNode, OnnxTensor } from './onnx-file.ts'
import { onnxDims, sizeOf, toChannelsFirst, transpose } from './layout.ts'

/** Constants with fewer elements are written as plain float32: their short form would cost more than it saves. */
const MIN_PACKED = 256

/** A value of the ONNX graph; `dims` are TensorFlow's (NHWC). In the ONNX graph, rank 4 is NCHW. */
export type Value = { id: string; dims: readonly number[] }
type Codes = Extract<Constant['packed'], { kind: 'codes' }>
type Numbers = Float32Array | Uint16Array | Uint8Array | BigInt64Array

/** Collects nodes and initialisers of one ONNX graph. */
export class GraphWriter {
  readonly nodes: OnnxNode[] = []
  readonly initializers = new Map<string, OnnxTensor>()
  readonly #graph: Graph
  readonly #values = new Map<string, Value>()

  constructor(graph: Graph) {
    this.#graph = graph
  }

  /** Adds a node; returns its output. */
  add(op: string, inputs: readonly string[], output: string, attributes: Record<string, OnnxAttribute> = {}): string {
    this.nodes.push({ op, inputs, output, attributes })
    return output
  }

  floats(name: string, numbers: ArrayLike<number>, dims: readonly number[] = [numbers.length]): string {
    return this.#tensor(name, 'float', dims, Float32Array.from(numbers))
  }

  integers(name: string, numbers: readonly number[]): string {
    return this.#tensor(name, 'int64', [numbers.length], BigInt64Array.from(numbers.map(BigInt)))
  }

  constant(name: string): Constant {
    const found = this.#graph.constants.get(name)
    if (!found) throw new ConversionError(`"${name}" must be a constant`)
    return found
  }

  /** The numbers of a constant. */
  numbers(name: string): number[] {
    return Array.from(this.constant(name).values)
  }

  /** Weights with reordered axes, in the shortest exact form. */
  weights(name: string, order: readonly number[]): string {
    const id = `${name}/onnx`
    const { dims, values, packed } = this.constant(name)
    const sides = order.map((axis) => dims[axis] ?? 1)
    if (this.initializers.has(id) || this.nodes.some((node) => node.output === id)) return id
    if (!packed || values.length < MIN_PACKED)
      return this.#tensor(id, 'float', sides, transpose(values as Float32Array, dims, order))
    if (packed.kind === 'codes') return this.#codes(id, packed, dims, order)
    const half = this.#tensor(`${id}/half`, 'half', sides, transpose(packed.bits, dims, order))
    return this.add('Cast', [half], id, { to: 1 })
  }

  /** An operand: a node's output, or a constant shaped to broadcast against a value of that rank. */
  operand(name: string, rank: number): Value {
    const known = this.#values.get(name)
    if (known) return known
    const { dims, values } = this.constant(name)
    const full = rank === 4 && dims.length ? [...Array.from({ length: 4 - dims.length }, () => 1), ...dims] : dims
    const data =
      rank === 4 && full.length === 4
        ? transpose(Float32Array.from(values), full, toChannelsFirst)
        : Float32Array.from(values)
    return { id: this.floats(`${name}/onnx${rank}`, data, onnxDims(full)), dims: full }
  }

  /** Sets the value of the ONNX graph for a TensorFlow node. */
  set(name: string, id: string, dims: readonly number[]): void {
    this.#values.set(name, { id, dims })
  }

  /** True for a node's output, false for constants. */
  has(name: string): boolean {
    return this.#values.has(name)
  }

  get(name: string): Value {
    const value = this.#values.get(name)
    if (!value) throw new ConversionError(`"${name}" is read before it is computed`)
    return value
  }

  #tensor(name: string, type: ElementType, dims: readonly number[], data: Numbers): string {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    if (!this.initializers.has(name)) this.initializers.set(name, { name, type, dims, bytes })
    return name
  }

  /** Weights of eight bits: `(code - zero point) * scale`, computed in the graph. */
  #codes(id: string, packed: Codes, dims: readonly number[], order: readonly number[]): string {
    const { codes, zeroPoint, scales } = packed
    const sides = order.map((axis) => dims[axis] ?? 1)
    const bytes = this.#tensor(`${id}/codes`, 'uint8', sides, transpose(codes, dims, order))
    const inputs = [this.add('Cast', [bytes], `${id}/float`, { to: 1 }), this.floats(`${id}/zero`, [zeroPoint], [])]
    const centred = this.add('Sub', inputs, `${id}/centred`)
    const scale = this.floats(`${id}/scale`, scales, scaleDims(scales.length, dims, order))
    return this.add('Mul', [centred, scale], id)
  }
}

/** Scales per output channel, shaped to multiply weights whose axes were reordered. */
function scaleDims(count: number, dims: readonly number[], order: readonly number[]): number[] {
  if (count === 1) return []
  const isChannelAxis = (axis: number) => (dims[axis] ?? 1) === count && sizeOf(dims.slice(axis)) === count
  return order.map((axis) => (isChannelAxis(axis) ? count : 1))
}
