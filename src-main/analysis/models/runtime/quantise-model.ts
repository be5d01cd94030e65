import { readFileSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import {
  integerAttribute,
  onnxField,
  readConstant,
  readNode,
  writeConstant,
  writeNode,
  type OnnxConstant,
  type OnnxNode,
} from './onnx-parts.ts'
import { block, concat, readFields, type Field } from './protobuf.ts'

/**
 * The ranges of a model's values on ordinary photos: minimum and maximum by the value's name. Unlisted values stay
 * floats.
 */
export type QuantRanges = { ranges: Record<string, readonly [least: number, most: number]> }

/** Reads ranges written by `build/models/measure-ranges.ts`; throws if the file is missing. */
export function readQuantRanges(file: string): QuantRanges {
  return JSON.parse(readFileSync(file, 'utf8')) as QuantRanges
}

/** The step of the eight-bit scale, and the level that means 0. */
type Levels = { scale: number; zero: number }

/** Operations that move values unchanged, so that their input and output have one scale. */
const moving: ReadonlySet<string> = new Set(['MaxPool', 'Resize'])
const MAX_BIAS = 2 ** 30
/**
 * Weights have seven bits: processors with only AVX2 add two products in 16 bits, which eight-bit weights would
 * overflow.
 */
const MAX_WEIGHT = 63
/** Columns of matrices that the runtime multiplies at once. */
const WIDE = 16

/**
 * Converts a float convolution network to eight-bit integers (Jacob et al. 2018), in the pattern that ONNX Runtime
 * recognises: values with 256 levels between the given limits, weights with 127 levels for each output channel. It runs
 * in half the time. Half-float weights become floats.
 */
export function quantiseModel(model: Uint8Array, { ranges }: QuantRanges): Uint8Array {
  const graph = readFields(model).find(({ number }) => number === onnxField.graph)
  if (!graph) throw new AppError('file-unreadable', say('models.notOnnx'))
  const fields = readFields(graph.content)
  const { nodes, constants, others } = readGraph(fields)
  const levels = chooseLevels(nodes, ranges)
  const made = new Set(nodes.flatMap(({ outputs }) => outputs))
  const written = [...levels].flatMap(([name, steps]) => (made.has(name) ? [] : passThrough(name, steps)))
  for (const node of nodes) written.push(...rewriteNode(node, constants, levels))
  const read = new Set(nodes.flatMap((node) => (isQuantised(node, levels) ? [] : node.inputs)))
  const kept = [...constants.values()]
    .filter(({ name }) => read.has(name))
    .map(({ name, dims, values }) => writeConstant(name, dims, values))
  const body = concat(...written, ...kept, ...others.map(({ start, end }) => graph.content.subarray(start, end)))
  return concat(model.subarray(0, graph.start), block(onnxField.graph, body), model.subarray(graph.end))
}

/**
 * The nodes, the constants by the name under which they are read, and all other fields. Casts of constants are computed
 * here.
 */
export function readGraph(fields: readonly Field[]): {
  nodes: OnnxNode[]
  constants: Map<string, OnnxConstant>
  others: Field[]
} {
  const constants = new Map<string, OnnxConstant>()
  const others: Field[] = []
  for (const field of fields) {
    const constant = field.number === onnxField.initializer ? readConstant(field.content) : null
    if (constant) constants.set(constant.name, constant)
    else if (field.number !== onnxField.node) others.push(field)
  }
  const nodes: OnnxNode[] = []
  for (const node of fields.filter(({ number }) => number === onnxField.node).map(({ content }) => readNode(content))) {
    const source = node.op === 'Cast' ? constants.get(node.inputs[0]!) : undefined
    if (source) constants.set(node.outputs[0]!, { ...source, name: node.outputs[0]! })
    else nodes.push(node)
  }
  return { nodes, constants, others }
}

function chooseLevels(nodes: readonly OnnxNode[], ranges: QuantRanges['ranges']): Map<string, Levels> {
  const levels = new Map(Object.entries(ranges).map(([name, range]) => [name, levelsOf(range)]))
  for (const { op, inputs, outputs } of nodes) {
    const before = moving.has(op) ? levels.get(inputs[0]!) : undefined
    if (before && levels.has(outputs[0]!)) levels.set(outputs[0]!, before)
  }
  return levels
}

function levelsOf([least, most]: readonly [number, number]): Levels {
  const [low, high] = [Math.min(0, least), Math.max(0, most)]
  const scale = Math.max(1e-8, high - low) / 255
  return { scale, zero: Math.round(-low / scale) }
}

/** Whether a convolution has quantised input and output, directly or after cutting off negative values. */
function isQuantised({ op, inputs, outputs }: OnnxNode, levels: ReadonlyMap<string, Levels>): boolean {
  const [output] = outputs
  return op === 'Conv' && levels.has(inputs[0]!) && (levels.has(output!) || levels.has(output!.replace(/_c$/, '')))
}

const rounded = (name: string): string => `${name}_rounded`

function rewriteNode(
  node: OnnxNode,
  constants: ReadonlyMap<string, OnnxConstant>,
  levels: ReadonlyMap<string, Levels>,
): Uint8Array[] {
  const inputs = node.inputs.map((name) => (levels.has(name) ? rounded(name) : name))
  const [name] = node.outputs
  const after = levels.has(name!) ? passThrough(name!, levels.get(name!)!) : []
  if (!isQuantised(node, levels)) return [writeNode({ ...node, inputs }), ...after]
  const [weights, bias] = [constants.get(node.inputs[1]!)!, constants.get(node.inputs[2]!)!]
  if (weights.dims[0] === 1 && levels.has(name!)) return widenConvolution(node, inputs[0]!, { weights, bias }, levels)
  return [
    ...writeWeights(weights, bias, levels.get(node.inputs[0]!)!.scale),
    writeNode({ ...node, inputs: [inputs[0]!, rounded(weights.name), rounded(bias.name)] }),
    ...after,
  ]
}

/** Quantises a value to its levels and reads it back; the runtime fuses these with the operations around them. */
function passThrough(name: string, { scale, zero }: Levels): Uint8Array[] {
  const [step, middle] = [`${name}_step`, `${name}_zero`]
  return [
    writeConstant(step, [], Float32Array.of(scale)),
    writeConstant(middle, [], Uint8Array.of(zero)),
    writeNode({ op: 'QuantizeLinear', inputs: [name, step, middle], outputs: [`${name}_levels`], attributes: [] }),
    writeNode({
      op: 'DequantizeLinear',
      inputs: [`${name}_levels`, step, middle],
      outputs: [rounded(name)],
      attributes: [],
    }),
  ]
}

/** Weights as small integers and biases of 32 bits, with a scale for each output channel. */
function writeWeights(weights: OnnxConstant, bias: OnnxConstant, inputStep: number): Uint8Array[] {
  const channels = weights.dims[0]!
  const each = weights.values.length / channels
  const levels = new Int8Array(weights.values.length)
  const [steps, biasSteps, biasLevels] = [
    new Float32Array(channels),
    new Float32Array(channels),
    new Int32Array(channels),
  ]
  for (let c = 0; c < channels; c++) {
    const ofChannel = weights.values.subarray(c * each, (c + 1) * each)
    const step = Math.fround(
      Math.max(mostOf(ofChannel) / MAX_WEIGHT, Math.abs(bias.values[c]!) / (inputStep * MAX_BIAS), 1e-12),
    )
    for (let i = 0; i < each; i++) levels[c * each + i] = Math.round(ofChannel[i]! / step)
    steps[c] = step
    biasSteps[c] = step * inputStep
    biasLevels[c] = Math.round(bias.values[c]! / biasSteps[c]!)
  }
  return [
    ...channelled(weights, levels, steps, new Int8Array(channels)),
    ...channelled(bias, biasLevels, biasSteps, new Int32Array(channels)),
  ]
}

/**
 * Extends a convolution with a single output channel by channels that yield nothing: the runtime multiplies matrices of
 * several columns at once, and takes three times as long for a single one.
 */
function widenConvolution(
  node: OnnxNode,
  input: string,
  { weights, bias }: { weights: OnnxConstant; bias: OnnxConstant },
  levels: ReadonlyMap<string, Levels>,
): Uint8Array[] {
  const name = node.outputs[0]!
  const [wide, first, end, axis] = ['wide', 'first', 'end', 'axis'].map((part) => `${name}_${part}`) as [
    string,
    string,
    string,
    string,
  ]
  const widened = ({ name: of, dims, values }: OnnxConstant): OnnxConstant => {
    const more = new Float32Array(values.length * WIDE)
    more.set(values)
    return { name: `${of}_${name}`, dims: [WIDE, ...dims.slice(1)], values: more }
  }
  const [moreWeights, moreBias] = [widened(weights), widened(bias)]
  return [
    ...writeWeights(moreWeights, moreBias, levels.get(node.inputs[0]!)!.scale),
    writeNode({ ...node, inputs: [input, rounded(moreWeights.name), rounded(moreBias.name)], outputs: [wide] }),
    ...passThrough(wide, levels.get(name)!),
    ...[
      [first, 0],
      [end, 1],
      [axis, 1],
    ].map(([of, value]) => writeConstant(of as string, [1], Int32Array.of(value as number))),
    writeNode({ op: 'Slice', inputs: [rounded(wide), first, end, axis], outputs: [name], attributes: [] }),
    ...passThrough(name, levels.get(name)!),
  ]
}

function mostOf(values: Float32Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}

function channelled(
  { name, dims }: OnnxConstant,
  levels: Int8Array | Int32Array,
  steps: Float32Array,
  zeros: Int8Array | Int32Array,
): Uint8Array[] {
  const names = [`${name}_levels`, `${name}_steps`, `${name}_zeros`]
  return [
    writeConstant(names[0]!, dims, levels),
    writeConstant(names[1]!, [steps.length], steps),
    writeConstant(names[2]!, [zeros.length], zeros),
    writeNode({
      op: 'DequantizeLinear',
      inputs: names,
      outputs: [rounded(name)],
      attributes: [integerAttribute('axis', 0)],
    }),
  ]
}
