import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { onnxField, writeConstant, writeNode, type OnnxConstant, type OnnxNode } from './onnx-parts.ts'
import { block, concat, readFields, type Field } from './protobuf.ts'
import { readGraph } from './quantise-model.ts'

/**
 * Removes the last stage of U2-Net-p, which works at the full size of the input and takes half of the time. The network
 * joins maps of six sizes, each trained to be right by itself (Qin et al. 2020). Here the second largest replaces the
 * largest, so the joined map has half the sides. Masks and crops, which use fewer cells anyway, become no worse; see
 * the evaluation. Throws `file-unreadable` if the model has no such end.
 */
export function dropLastStage(model: Uint8Array): Uint8Array {
  const graph = readFields(model).find(({ number }) => number === onnxField.graph)
  const fields = graph ? readFields(graph.content) : []
  const { nodes, constants, others } = readGraph(fields)
  const end = findEnd(nodes, constants)
  if (!graph || !end) throw new AppError('file-unreadable', say('models.notExpected'))
  const halved = new Map(end.scales.map((scale) => [`${scale.name}_half`, halve(scale)]))
  const rewired = nodes.map((node) => rewire(node, end))
  const kept = nodesBefore(rewired, outputsOf(others))
  const read = new Set(kept.flatMap(({ inputs }) => inputs))
  const body = concat(
    ...kept.map(writeNode),
    ...[...constants, ...halved].flatMap(([name, { dims, values }]) =>
      read.has(name) ? [writeConstant(name, dims, values)] : [],
    ),
    ...others.map(({ start, end: stop }) => graph.content.subarray(start, stop)),
  )
  return concat(model.subarray(0, graph.start), block(onnxField.graph, body), model.subarray(graph.end))
}

/** The join of the maps, the enlarged maps that it reads from the second on, and their scale factors. */
type End = { join: OnnxNode; second: OnnxNode; smaller: ReadonlySet<OnnxNode>; scales: OnnxConstant[] }

function findEnd(nodes: readonly OnnxNode[], constants: ReadonlyMap<string, OnnxConstant>): End | null {
  const join = nodes.findLast(({ op }) => op === 'Concat')
  const made = new Map(nodes.map((node) => [node.outputs[0]!, node]))
  const [second, ...smaller] = join?.inputs.slice(1).map((name) => made.get(name)) ?? []
  if (!join || !isEnlarged(second) || !smaller.every(isEnlarged)) return null
  const scales = smaller.map(({ inputs }) => constants.get(inputs[SCALES]!))
  return scales.every((scale) => scale !== undefined) ? { join, second, smaller: new Set(smaller), scales } : null
}

/** The input of an enlargement with its scale factors. */
const SCALES = 2
const isEnlarged = (node: OnnxNode | undefined): node is OnnxNode => node?.op === 'Resize'

function rewire(node: OnnxNode, { join, second, smaller }: End): OnnxNode {
  if (smaller.has(node)) return { ...node, inputs: node.inputs.with(SCALES, `${node.inputs[SCALES]!}_half`) }
  if (node !== join) return node
  const [map] = second.inputs
  return { ...node, inputs: [map!, map!, ...node.inputs.slice(2)] }
}

/** Number of images, channels, and the scale of height and width. */
const halve = ({ name, dims, values }: OnnxConstant): OnnxConstant => ({
  name,
  dims,
  values: values.map((times, axis) => (axis < 2 ? times : times / 2)),
})

const outputsOf = (fields: readonly Field[]): string[] =>
  fields.filter(({ number }) => number === onnxField.output).map(({ content }) => readName(content))

const readName = (value: Uint8Array): string =>
  new TextDecoder().decode(readFields(value).find(({ number }) => number === 1)?.content)

/** The nodes that some values depend on, in order. */
function nodesBefore(nodes: readonly OnnxNode[], values: readonly string[]): OnnxNode[] {
  const wanted = new Set(values)
  const kept = nodes.toReversed().filter(({ inputs, outputs }) => {
    const isRead = outputs.some((name) => wanted.has(name))
    if (isRead) for (const name of inputs) wanted.add(name)
    return isRead
  })
  return kept.reverse()
}
