import { readFileSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import {
  integerAttribute,
  onnxField,
  readConstant,
  readInteger,
  readNode,
  valueName,
  writeByteOutput,
  writeConstant,
  writeNode,
  type OnnxConstant,
  type OnnxNode,
} from './onnx-parts.ts'
import { block, concat, readFields, type Field } from './protobuf.ts'

/**
 * The ranges of a model's values on ordinary photos: minimum and maximum by the value's name. Unlisted values stay
 * floats. Outputs in `asLevels` are given as levels of 8 bits, and are called `X_levels`.
 */
export type QuantRanges = {
  ranges: Readonly<Record<string, readonly [min: number, max: number]>>
  asLevels?: readonly string[]
}

/** Reads ranges written by `build/models/measure-ranges.ts`; throws if the file is missing. */
export function readQuantRanges(file: string): QuantRanges {
  return JSON.parse(readFileSync(file, 'utf8')) as QuantRanges
}

/** The step of the eight-bit scale, and the level that means 0. */
export type Levels = { scale: number; zero: number }

/** Operations that move values unchanged, so that their input and output have one scale. */
const moving: ReadonlySet<string> = new Set(['MaxPool', 'Resize'])
const MAX_BIAS = 2 ** 30
/** Largest weight of a depthwise convolution, whose products are added in 32 bits. */
const MAX_WEIGHT = 127
/**
 * Processors with only AVX2 add the products of two neighbouring channels in 16 bits: 255 times this for both together
 * fits.
 */
const MAX_PAIR = 128
/** Columns of matrices that the runtime multiplies at once. */
const WIDE = 16

/**
 * Converts a float convolution network to eight-bit integers (Jacob et al. 2018), in the pattern that ONNX Runtime
 * recognises: values with 256 levels between the given limits, weights with up to 255 levels for each output channel.
 * It runs in half the time. What lies outside the listed values computes the same numbers as before.
 */
export function quantiseModel(model: Uint8Array, { ranges, asLevels = [] }: QuantRanges): Uint8Array {
  const graph = readFields(model).find(({ number }) => number === onnxField.graph)
  if (!graph) throw new AppError('file-unreadable', say('models.notOnnx'))
  const { nodes, constants, others } = readGraph(readFields(graph.content))
  const levels = chooseLevels(nodes, ranges)
  const plan: Plan = { constants, levels, integers: findIntegers(nodes, levels), makers: makersIn(nodes) }
  const written = [...levels].flatMap(([name, steps]) => (plan.makers.has(name) ? [] : passThrough(name, steps)))
  for (const node of nodes) written.push(...rewriteNode(node, plan))
  const read = new Set(nodes.flatMap((node) => (isIntegerConvolution(node, plan) ? [] : node.inputs)))
  const kept = [...constants.values()]
    .filter(({ name }) => read.has(name))
    .map(({ name, dims, values, stored }) => stored ?? writeConstant(name, dims, values))
  const rest = others.filter((field) => !isOutputAmong(field, asLevels))
  const body = concat(
    ...written,
    ...kept,
    ...rest.map(({ start, end }) => graph.content.subarray(start, end)),
    ...asLevels.map((name) => writeByteOutput(levelsName(name))),
  )
  return concat(model.subarray(0, graph.start), block(onnxField.graph, body), model.subarray(graph.end))
}

type Plan = {
  constants: ReadonlyMap<string, OnnxConstant>
  levels: ReadonlyMap<string, Levels>
  /** Nodes that compute with integers. */
  integers: ReadonlySet<OnnxNode>
  makers: ReadonlyMap<string, OnnxNode>
}

const makersIn = (nodes: readonly OnnxNode[]) =>
  new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)))

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
    if (constant) constants.set(constant.name, { ...constant, stored: block(onnxField.initializer, field.content) })
    else if (field.number !== onnxField.node) others.push(field)
  }
  const nodes: OnnxNode[] = []
  for (const node of fields.filter(({ number }) => number === onnxField.node).map(({ content }) => readNode(content))) {
    const source = node.op === 'Cast' ? constants.get(node.inputs[0]!) : undefined
    if (source) constants.set(node.outputs[0]!, castOf(source, node))
    else nodes.push(node)
  }
  return { nodes, constants, others }
}

function castOf(source: OnnxConstant, cast: OnnxNode): OnnxConstant {
  const name = cast.outputs[0]!
  return { ...source, name, ...(source.stored && { stored: concat(source.stored, writeNode(cast)) }) }
}

function chooseLevels(nodes: readonly OnnxNode[], ranges: QuantRanges['ranges']): Map<string, Levels> {
  const levels = new Map(Object.entries(ranges).map(([name, range]) => [name, levelsOf(range)]))
  for (const { op, inputs, outputs } of nodes) {
    const before = moving.has(op) ? levels.get(inputs[0]!) : undefined
    if (before && levels.has(outputs[0]!)) levels.set(outputs[0]!, before)
  }
  return levels
}

/** The levels of a range, which is widened to hold 0. */
export function levelsOf([min, max]: readonly [min: number, max: number]): Levels {
  const [low, high] = [Math.min(0, min), Math.max(0, max)]
  const scale = Math.max(1e-8, high - low) / 255
  return { scale, zero: Math.round(-low / scale) }
}

/**
 * The nodes that compute with integers: those with quantised input and output, directly or after cutting off negative
 * values.
 */
function findIntegers(nodes: readonly OnnxNode[], levels: ReadonlyMap<string, Levels>): ReadonlySet<OnnxNode> {
  const cutOff = new Map(nodes.flatMap(({ op, inputs, outputs }) => (op === 'Relu' ? [[inputs[0]!, outputs[0]!]] : [])))
  const made = new Set<string>()
  const integers = nodes.filter(({ inputs, outputs }) => {
    const [input, output] = [inputs[0]!, outputs[0]!]
    const isInteger =
      (levels.has(input) || made.has(input)) && (levels.has(output) || levels.has(cutOff.get(output) ?? ''))
    if (isInteger) made.add(output)
    return isInteger
  })
  return new Set(integers)
}

const isIntegerConvolution = (node: OnnxNode, { integers }: Plan): boolean => node.op === 'Conv' && integers.has(node)

const rounded = (name: string): string => `${name}_rounded`
const levelsName = (name: string): string => `${name}_levels`

function rewriteNode(node: OnnxNode, plan: Plan): Uint8Array[] {
  const { constants, levels } = plan
  const inputs = node.inputs.map((name) => nameReadBy(node, name, plan))
  const [name] = node.outputs
  const after = levels.has(name!) ? passThrough(name!, levels.get(name!)!) : []
  if (!isIntegerConvolution(node, plan)) return [writeNode({ ...node, inputs }), ...after]
  const weights = constants.get(node.inputs[1]!)!
  const bias = constants.get(node.inputs[2] ?? '') ?? noBias(weights)
  const inputStep = levels.get(node.inputs[0]!)!.scale
  if (weights.dims[0] === 1 && levels.has(name!)) return widenConvolution(node, inputs[0]!, { weights, bias }, levels)
  return [
    ...writeWeights(weights, bias, inputStep, readInteger(node, 'group') ?? 1),
    writeNode({ ...node, inputs: [inputs[0]!, rounded(weights.name), rounded(bias.name)] }),
    ...after,
  ]
}

/** Nodes that compute with floats read the rounded value only if the plain one is never computed. */
function nameReadBy(node: OnnxNode, name: string, { levels, integers, makers }: Plan): string {
  if (!levels.has(name)) return name
  const maker = makers.get(name)
  return integers.has(node) || (maker !== undefined && integers.has(maker)) ? rounded(name) : name
}

const isOutputAmong = ({ number, content }: Field, names: readonly string[]): boolean =>
  number === onnxField.output && names.includes(valueName(content))

const noBias = ({ name, dims: [channels] }: OnnxConstant): OnnxConstant => ({
  name: `${name}_bias`,
  dims: [channels!],
  values: new Float32Array(channels!),
})

/** Quantises a value to its levels and reads it back; the runtime fuses these with the operations around them. */
function passThrough(name: string, { scale, zero }: Levels): Uint8Array[] {
  const [step, middle] = [`${name}_step`, `${name}_zero`]
  return [
    writeConstant(step, [], Float32Array.of(scale)),
    writeConstant(middle, [], Uint8Array.of(zero)),
    writeNode({ op: 'QuantizeLinear', inputs: [name, step, middle], outputs: [levelsName(name)], attributes: [] }),
    writeNode({
      op: 'DequantizeLinear',
      inputs: [levelsName(name), step, middle],
      outputs: [rounded(name)],
      attributes: [],
    }),
  ]
}

/** Weights as small integers and biases of 32 bits, with a scale for each output channel. */
function writeWeights(weights: OnnxConstant, bias: OnnxConstant, inputStep: number, groups = 1): Uint8Array[] {
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
      Math.max(stepOf(ofChannel, weights.dims, groups), Math.abs(bias.values[c]!) / (inputStep * MAX_BIAS), 1e-12),
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

/**
 * The smallest step with which the weights of one output channel fit eight bits, and sums of two products sixteen: the
 * runtime orders them by place and then by input channel.
 */
function stepOf(weights: Float32Array, dims: readonly number[], groups: number): number {
  const max = mostOf(weights)
  const [, channels = 1, ...sides] = dims
  if (groups > 1 && channels === 1) return max / MAX_WEIGHT
  const places = sides.reduce((product, side) => product * side, 1)
  if (channels % 2 === 1) return max / (MAX_PAIR / 2)
  let pair = 0
  for (let channel = 0; channel < channels; channel += 2)
    for (let place = 0; place < places; place++) {
      const at = channel * places + place
      pair = Math.max(pair, Math.abs(weights[at]!) + Math.abs(weights[at + places]!))
    }
  return Math.max(max / MAX_WEIGHT, pair / (MAX_PAIR - 1))
}

function mostOf(values: Float32Array): number {
  let max = 0
  for (const value of values) max = Math.max(max, Math.abs(value))
  return max
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
