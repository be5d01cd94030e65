import type { OnnxConstant, OnnxNode } from '../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { convolution, floatAttribute, floatOf, integersOf, type Network } from './network.ts'

/**
 * Folds factors and addends after convolutions into their weights, and writes each hard swish with the factor and the
 * addend behind it, `f * x * clip(x + 3, 0, 6) + b`, as `x * clip(f * x + 3 * f, 0, 6 * f)`, with the inner part as a
 * convolution of one pixel and `b` in the bias of the next convolution. The runtime keeps its own layout of channels
 * between convolutions, clips and products only.
 */
export function foldFactors(network: Network): void {
  for (const node of network.nodes.filter(isConvolution)) foldAfter(network, node)
  for (const clip of network.nodes.filter(({ op }) => op === 'Clip')) joinHardSwish(network, clip)
}

const isConvolution = ({ op }: OnnxNode): boolean => op === 'Conv' || op === 'ConvTranspose'

// Factors and addends

/** A factor and an addend for each channel, or one for all. */
type Affine = { factors: Float32Array; addends: Float32Array }

/** What a node does to its one input that is no constant, if that is a factor or an addend. */
function affineOf(network: Network, node: OnnxNode): Affine | null {
  const [first, second] = node.inputs.map((name) => network.constants.get(name)?.values)
  const other = node.op === 'Div' ? second : (first ?? second)
  if (node.op === 'BatchNormalization') return normalisationOf(network, node)
  if (!other) return null
  if (node.op === 'Mul') return { factors: other, addends: Float32Array.of(0) }
  if (node.op === 'Div') return { factors: other.map((value) => 1 / value), addends: Float32Array.of(0) }
  return node.op === 'Add' ? { factors: Float32Array.of(1), addends: other } : null
}

function normalisationOf({ constants }: Network, node: OnnxNode): Affine {
  const [scale, shift, means, spreads] = node.inputs.slice(1).map((name) => constants.get(name)!.values) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const epsilon = floatOf(node, 'epsilon')
  const factors = scale.map((value, c) => value / Math.sqrt(spreads[c]! + epsilon))
  return { factors, addends: shift.map((value, c) => value - means[c]! * factors[c]!) }
}

const at = (values: Float32Array, channel: number): number => values[values.length === 1 ? 0 : channel]!

/** The only reader of a value, and what it does, if that is a factor or an addend. */
function onlyAffine(network: Network, value: string): { node: OnnxNode; affine: Affine } | null {
  const readers = network.readersOf(value)
  const affine = readers.length === 1 ? affineOf(network, readers[0]!) : null
  return affine && { node: readers[0]!, affine }
}

function foldAfter(network: Network, node: OnnxNode): void {
  for (;;) {
    const [output] = node.outputs
    const next = onlyAffine(network, output!)
    if (!next) return
    const [data, weightsName, biasName] = node.inputs
    const weights = network.constants.get(weightsName!)!
    const channels = outputChannels(node, weights)
    const bias = biasName === undefined ? new Float32Array(channels) : network.constants.get(biasName)!.values
    const { factors, addends } = next.affine
    const [result] = next.node.outputs
    const perOutput = node.op === 'Conv' ? weights.values.length / channels : weights.dims[2]! * weights.dims[3]!
    node.inputs = [
      data!,
      network.keep(
        `${result!}/weights`,
        weights.dims,
        weights.values.map((value, i) => value * at(factors, Math.floor(i / perOutput) % channels)),
      ),
      network.keep(
        `${result!}/bias`,
        [channels],
        Float32Array.from(bias, (value, c) => value * at(factors, c) + at(addends, c)),
      ),
    ]
    node.outputs = [result!]
    network.remove(next.node)
  }
}

/** Transposed convolutions, none of which has groups here, have their outputs on the second axis. */
const outputChannels = ({ op }: OnnxNode, { dims }: OnnxConstant): number => (op === 'Conv' ? dims[0]! : dims[1]!)

// Hard swishes

function joinHardSwish(network: Network, clip: OnnxNode): void {
  const sum = network.makerOf(clip.inputs[0]!)
  const [product] = network.readersOf(clip.outputs[0]!)
  const source = sum?.inputs[0]
  if (sum?.op !== 'Add' || product?.op !== 'Mul' || source === undefined || !product.inputs.includes(source))
    throw new Error(`${clip.outputs[0]!} is not the clip of a hard swish`)
  const shift = affineOf(network, sum)!.addends[0]!
  const { low, high } = limitsOf(network, clip)
  const channels = network.constants.get(network.makerOf(source)!.inputs[1]!)!.dims[0]!
  let [factor, addend, result] = [1, 0, product.outputs[0]!]
  network.remove(sum, clip, product)
  for (let next = onlyAffine(network, result); next; next = onlyAffine(network, result)) {
    const { factors, addends } = next.affine
    if (factors.length > 1 || addends.length > 1) break
    factor *= factors[0]!
    addend = addend * factors[0]! + addends[0]!
    result = next.node.outputs[0]!
    network.remove(next.node)
  }
  const gate = `${result}/gate`
  const inner = pointwise(network, source, `${gate}/inner`, { channels, factor, addend: shift * factor })
  const [least, most] = [low * factor, high * factor].sort((a, b) => a - b) as [number, number]
  if (clip.inputs.length > 1) {
    const bounds = [least, most].map((limit, i) => network.keep(`${gate}/${i}`, [], Float32Array.of(limit)))
    network.add('Clip', [inner, ...bounds], gate)
  } else network.add('Clip', [inner], gate, [floatAttribute('min', least), floatAttribute('max', most)])
  shiftReaders(network, network.add('Mul', [source, gate], `${result}/product`), { result, channels, addend })
}

/** Limits are inputs since version 11 of ONNX's operators, and were attributes before. */
function limitsOf({ constants }: Network, clip: OnnxNode): { low: number; high: number } {
  if (clip.inputs.length === 1) return { low: floatOf(clip, 'min'), high: floatOf(clip, 'max') }
  const [low, high] = clip.inputs.slice(1).map((name) => constants.get(name)!.values[0]!) as [number, number]
  return { low, high }
}

/** A convolution of one pixel that multiplies each channel by the same factor and adds the same number. */
function pointwise(
  network: Network,
  source: string,
  output: string,
  { channels, factor, addend }: { channels: number; factor: number; addend: number },
): string {
  const weights = network.keep(`${output}/weights`, [channels, 1, 1, 1], new Float32Array(channels).fill(factor))
  const bias = network.keep(`${output}/bias`, [channels], new Float32Array(channels).fill(addend))
  return network.add('Conv', [source, weights, bias], output, convolution(1, { groups: channels }))
}

/** Lets convolutions of one pixel add the missing number with their bias; all others read it added. */
function shiftReaders(
  network: Network,
  product: string,
  { result, channels, addend }: { result: string; channels: number; addend: number },
): void {
  const readers = network.readersOf(result)
  const [folding, others] = [readers.filter(isPointwise), readers.filter((node) => !isPointwise(node))]
  for (const node of folding) {
    const [, weightsName, biasName] = node.inputs
    const weights = network.constants.get(weightsName!)!
    const bias = network.constants.get(biasName!)!
    const each = weights.dims[1]!
    const sums = bias.values.map(
      (value, c) =>
        value + addend * weights.values.subarray(c * each, (c + 1) * each).reduce((sum, one) => sum + one, 0),
    )
    node.inputs = [product, weightsName!, network.keep(`${node.outputs[0]!}/shifted`, bias.dims, sums)]
  }
  if (others.length > 0) pointwise(network, product, result, { channels, factor: 1, addend })
}

const isPointwise = (node: OnnxNode): boolean =>
  node.op === 'Conv' &&
  node.inputs.length === 3 &&
  [...integersOf(node, 'kernel_shape')!, ...integersOf(node, 'strides')!].every((side) => side === 1)
