import { ConversionError, type Attribute, type Graph, type Node } from '../graph.ts'
import type { TfjsArtifacts } from './artifacts.ts'
import { readWeights } from './weights.ts'

type RawAttribute = {
  s?: string
  i?: string | number
  f?: number
  b?: boolean
  type?: string
  shape?: { dim?: { size: string }[] }
  list?: { s?: string[]; i?: (string | number)[]; f?: number[] }
}
type RawNode = { name: string; op: string; input?: string[]; attr?: Record<string, RawAttribute> }
type Topology = { node: RawNode[] }

/** The nodes and constants of a graph model; outputs are not selected yet. */
export function graphOfGraphModel({ topology, weightSpecs, weightBytes }: TfjsArtifacts): Graph {
  const raw = (topology as Topology).node
  const placeholder = raw.find((node) => node.op === 'Placeholder')
  if (!placeholder) throw new ConversionError('The model has no input')
  const nodes = raw.filter((node) => node.op !== 'Const' && node.op !== 'Placeholder').map(readNode)
  return {
    input: { name: placeholder.name, dims: inputDims(placeholder) },
    nodes,
    constants: readWeights(weightSpecs, weightBytes),
    outputs: [],
  }
}

function inputDims(placeholder: RawNode): number[] {
  const dims = placeholder.attr?.shape?.shape?.dim?.map(({ size }) => Number(size)) ?? []
  return dims.map((size, axis) => (axis === 0 ? 1 : size)) // one picture at a time
}

function readNode({ name, op, input = [], attr = {} }: RawNode): Node {
  const attributes = Object.fromEntries(Object.entries(attr).map(([key, value]) => [key, readAttribute(value)]))
  return {
    name,
    op,
    inputs: input.map((value) => value.replace(/:0$/, '')).filter((value) => !value.startsWith('^')),
    attributes,
  }
}

function readAttribute(raw: RawAttribute): Attribute {
  if (raw.s !== undefined) return decodeText(raw.s)
  if (raw.i !== undefined) return Number(raw.i)
  if (raw.f !== undefined) return raw.f
  if (raw.b !== undefined) return raw.b
  if (raw.type !== undefined) return raw.type
  if (raw.list?.s) return raw.list.s.map(decodeText)
  return (raw.list?.i ?? raw.list?.f ?? []).map(Number)
}

const decodeText = (text: string) => Buffer.from(text, 'base64').toString('latin1')
