import {
  onnxField,
  readConstant,
  readNode,
  writeConstant,
  writeNode,
  type OnnxConstant,
  type OnnxNode,
} from '../../../src-main/analysis/models/runtime/onnx-parts.ts'
import {
  block,
  concat,
  number,
  readFields,
  readVarints,
  text,
} from '../../../src-main/analysis/models/runtime/protobuf.ts'

/** A network that is being rewritten: its operations in any order, and its constants by name. */
export class Network {
  nodes: OnnxNode[] = []
  readonly constants = new Map<string, OnnxConstant>()
  readonly #before: Uint8Array
  readonly #after: Uint8Array
  readonly #others: Uint8Array[] = []
  readonly #output: string

  /** Reads an ONNX file; its constants may be nodes or initialisers. */
  constructor(model: Uint8Array) {
    const graph = readFields(model).find((field) => field.number === onnxField.graph)!
    this.#before = model.subarray(0, graph.start)
    this.#after = model.subarray(graph.end)
    let output = ''
    for (const { number: field, start, end, content } of readFields(graph.content)) {
      if (field === onnxField.node) this.#addNode(readNode(content))
      else if (field === onnxField.initializer) this.#addConstant(readConstant(content)!)
      else this.#others.push(graph.content.subarray(start, end))
      if (field === onnxField.output) output = nameOf(content)
    }
    this.#output = output
  }

  /** The file: only what its output needs, each operation after those that it reads. */
  write(): Uint8Array {
    const nodes = this.#ordered()
    const read = new Set(nodes.flatMap(({ inputs }) => inputs))
    const constants = [...this.constants].filter(([name]) => read.has(name))
    const body = concat(
      ...nodes.map(writeNode),
      ...constants.map(([name, { dims, values }]) => writeConstant(name, dims, values)),
      ...this.#others,
    )
    return concat(this.#before, block(onnxField.graph, body), this.#after)
  }

  /** The operation that makes a value; undefined for constants and the input. */
  makerOf(value: string): OnnxNode | undefined {
    return this.nodes.find(({ outputs }) => outputs[0] === value)
  }

  readersOf(value: string): OnnxNode[] {
    return this.nodes.filter(({ inputs }) => inputs.includes(value))
  }

  /** Adds a constant under a new name; returns the name. */
  keep(name: string, dims: readonly number[], values: Float32Array): string {
    if (this.constants.has(name)) throw new Error(`There is already a constant ${name}`)
    this.#addConstant({ name, dims: [...dims], values })
    return name
  }

  /** Adds an operation; returns the name of its output. */
  add(op: string, inputs: readonly string[], output: string, attributes: readonly Uint8Array[] = []): string {
    this.nodes.push({ op, inputs: [...inputs], outputs: [output], attributes: [...attributes] })
    return output
  }

  remove(...nodes: readonly OnnxNode[]): void {
    this.nodes = this.nodes.filter((node) => !nodes.includes(node))
  }

  #addConstant(constant: OnnxConstant): void {
    this.constants.set(constant.name, constant)
  }

  #addNode(node: OnnxNode): void {
    if (node.op !== 'Constant') {
      this.nodes.push(node)
      return
    }
    const tensor = readFields(node.attributes[0]!).find((field) => field.number === TENSOR)
    const constant = tensor && readConstant(tensor.content)
    if (constant) this.#addConstant({ ...constant, name: node.outputs[0]! })
    else this.nodes.push(node)
  }

  #ordered(): OnnxNode[] {
    const makers = new Map(this.nodes.map((node) => [node.outputs[0]!, node]))
    const ordered = new Set<OnnxNode>()
    const visit = (value: string): void => {
      const node = makers.get(value)
      if (!node || ordered.has(node)) return
      for (const input of node.inputs) visit(input)
      ordered.add(node)
    }
    visit(this.#output)
    return [...ordered]
  }
}

/** Field of an attribute that holds a tensor. */
const TENSOR = 5

const nameOf = (content: Uint8Array): string =>
  new TextDecoder().decode(readFields(content).find((field) => field.number === 1)?.content)

// Attributes

/** The whole numbers of an attribute; undefined if the node lacks it. */
export function integersOf(node: OnnxNode, name: string): number[] | undefined {
  const attribute = node.attributes.find((content) => nameOf(content) === name)
  return (
    attribute &&
    readFields(attribute).flatMap(({ number: field, content }) => (field === 8 ? readVarints(content) : []))
  )
}

export function integersAttribute(name: string, values: readonly number[]): Uint8Array {
  return concat(text(1, name), ...values.map((value) => number(8, value)), number(20, 7))
}

/** The number of an attribute. Throws if the node lacks it. */
export function floatOf(node: OnnxNode, name: string): number {
  const attribute = node.attributes.find((content) => nameOf(content) === name)
  const value = attribute && readFields(attribute).find((field) => field.number === 2)?.content
  if (!value) throw new Error(`A node has no ${name}`)
  return new DataView(value.buffer, value.byteOffset).getFloat32(0, true)
}

export function floatAttribute(name: string, value: number): Uint8Array {
  const bytes = new Uint8Array(5)
  bytes[0] = 2 * 8 + 5 // field 2, of four bytes
  new DataView(bytes.buffer).setFloat32(1, value, true)
  return concat(text(1, name), bytes, number(20, 1))
}

/** The attributes of a square convolution. */
export const convolution = (side: number, { stride = 1, pad = 0, groups = 1 } = {}): Uint8Array[] => [
  integersAttribute('kernel_shape', [side, side]),
  integersAttribute('strides', [stride, stride]),
  integersAttribute('pads', [pad, pad, pad, pad]),
  concat(text(1, 'group'), number(3, groups), number(20, 2)),
]
