/** A lossless form of a constant with fewer bytes than float32. */
export type Packed =
  | { kind: 'half'; bits: Uint16Array }
  /** value = (code - zeroPoint) * scale; one scale, or one for each entry of the last axis. */
  | { kind: 'codes'; codes: Uint8Array; zeroPoint: number; scales: Float32Array }

export type Constant = { dims: readonly number[]; values: Float32Array | Int32Array; packed?: Packed }

export type Attribute = number | boolean | string | readonly number[] | readonly string[]

/** One operation with TensorFlow's name and meaning (NHWC). Its output has its own name. */
export type Node = {
  name: string
  op: string
  inputs: readonly string[]
  attributes: Readonly<Record<string, Attribute>>
}

/** A TensorFlow model as plain data: nodes in an order in which every input comes first. */
export type Graph = {
  input: { name: string; dims: readonly number[] }
  nodes: readonly Node[]
  constants: ReadonlyMap<string, Constant>
  outputs: readonly string[]
}

/** A model that cannot be converted, with the node at which it failed. */
export class ConversionError extends Error {
  override name = 'ConversionError'
}

/** The constant of that name as plain numbers; throws if the value is computed. */
export function constantNumbers(graph: Pick<Graph, 'constants'>, name: string): number[] {
  const constant = graph.constants.get(name)
  if (!constant) throw new ConversionError(`"${name}" must be a constant`)
  return Array.from(constant.values)
}

/** Names of the nodes that read each value, outputs of the graph excluded. */
export function readersOf(graph: Pick<Graph, 'nodes'>): Map<string, Node[]> {
  const readers = new Map<string, Node[]>()
  for (const node of graph.nodes) {
    for (const input of node.inputs) readers.set(input, [...(readers.get(input) ?? []), node])
  }
  return readers
}

/** Keeps only what the outputs need, in a valid order. */
export function pruneTo(graph: Graph, outputs: readonly string[]): Graph {
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const ordered = new Map<string, Node>()
  const visit = (name: string) => {
    const node = byName.get(name)
    if (!node || ordered.has(name)) return
    for (const input of node.inputs) visit(input)
    ordered.set(name, node)
  }
  for (const output of outputs) {
    if (!byName.has(output)) throw new ConversionError(`The model has no value "${output}"`)
    visit(output)
  }
  const nodes = [...ordered.values()]
  const used = new Set(nodes.flatMap((node) => node.inputs))
  const constants = new Map([...graph.constants].filter(([name]) => used.has(name)))
  return { input: graph.input, nodes, constants, outputs }
}
