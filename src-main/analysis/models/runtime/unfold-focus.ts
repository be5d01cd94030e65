import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { onnxField, readNode, writeNode, type OnnxNode } from './onnx-parts.ts'
import { block, concat, number, readFields, text, type Field } from './protobuf.ts'

/** Input of a model without its Focus: every second pixel of every second row, four times three planes. */
export const FOCUS_INPUT = 'focused'
const CHANNELS = 12

/**
 * Removes the first layer of a YOLOX network, Focus, which only reorders the picture's pixels: code that fills the
 * input does that at no extra cost. The sides, which the file fixes, become free, so a photo that is not square needs
 * no border. The planes are those of the even rows and columns, the odd rows, the odd columns, then both odd. Throws
 * `file-unreadable` if the model has no such layer.
 */
export function unfoldFocus(model: Uint8Array): Uint8Array {
  const graph = readFields(model).find(({ number: field }) => field === onnxField.graph)
  const fields = graph ? readFields(graph.content) : []
  const nodes = new Map(
    fields.filter(({ number: field }) => field === onnxField.node).map((field) => [field, readNode(field.content)]),
  )
  const focus = findFocus([...nodes.values()])
  if (!graph || !focus) throw new AppError('file-unreadable', say('models.notExpected'))
  const body = fields.map((field) => rewrite(field, nodes.get(field), focus, graph.content))
  return concat(
    model.subarray(0, graph.start),
    block(onnxField.graph, concat(writeInput(), ...body)),
    model.subarray(graph.end),
  )
}

type Focus = { slices: ReadonlySet<OnnxNode>; join: OnnxNode }

/** Four slices of slices of the picture, concatenated. */
function findFocus(nodes: readonly OnnxNode[]): Focus | null {
  const sliceOf = new Map(nodes.flatMap((node) => (node.op === 'Slice' ? [[node.outputs[0]!, node] as const] : [])))
  const join = nodes.find(
    ({ op, inputs }) => op === 'Concat' && inputs.length === 4 && inputs.every((at) => sliceOf.has(at)),
  )
  if (!join) return null
  const last = join.inputs.map((name) => sliceOf.get(name)!)
  const first = last.flatMap(({ inputs }) => sliceOf.get(inputs[0]!) ?? [])
  return { slices: new Set([...last, ...first]), join }
}

function rewrite(field: Field, node: OnnxNode | undefined, { slices, join }: Focus, content: Uint8Array): Uint8Array {
  const isLeftOut = node && (slices.has(node) || node === join)
  if (isLeftOut || field.number === onnxField.input || field.number === onnxField.output)
    return field.number === onnxField.output ? freeOutput(field) : new Uint8Array()
  const [joined] = join.outputs
  if (!node?.inputs.includes(joined!)) return content.subarray(field.start, field.end)
  return writeNode({ ...node, inputs: node.inputs.map((name) => (name === joined ? FOCUS_INPUT : name)) })
}

/** The output's name without its sides, which follow from those of the input. */
function freeOutput({ content }: Field): Uint8Array {
  const name = readFields(content).find(({ number: field }) => field === 1)!
  const type = block(2, block(1, number(1, FLOAT)))
  return block(onnxField.output, concat(content.subarray(name.start, name.end), type))
}

const FLOAT = 1

function writeInput(): Uint8Array {
  const fixed = (side: number) => block(1, number(1, side))
  const free = (name: string) => block(1, text(2, name))
  const shape = concat(fixed(1), fixed(CHANNELS), free('height'), free('width'))
  const type = block(1, concat(number(1, FLOAT), block(2, shape)))
  return block(onnxField.input, concat(text(1, FOCUS_INPUT), block(2, type)))
}
