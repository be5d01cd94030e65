import {
  integerAttribute,
  type OnnxConstant,
  type OnnxNode,
} from '../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { convolution, integersAttribute, type Network } from './network.ts'

/**
 * The neck of the detector (RSE-FPN) enlarges coarse maps to the size of finer ones, adds or joins them there and
 * convolves the result. All of that is linear: a convolution of a map that was enlarged twice is a transposed
 * convolution of the map as it was, at half the price. The finest map is a mixture of a few channels: it is convolved
 * before it is mixed.
 */
export function joinScales(network: Network): void {
  for (const node of network.nodes.filter(({ op }) => op === 'Conv')) mergeMixtures(network, node)
  for (const node of network.nodes.filter(({ op }) => op === 'GlobalAveragePool')) poolBeforeMixing(network, node)
  for (const node of network.nodes.filter(({ op }) => op === 'Add')) joinGate(network, node)
  for (const node of network.nodes.filter((each) => sideOf(network, each) === 3)) {
    const source = network.makerOf(node.inputs[0]!)
    if (source?.op === 'Concat') splitJoined(network, node, source)
    else if (source?.op === 'Add') splitSum(network, node, source)
  }
  joinEnd(network)
}

function weightsOf(network: Network, node: OnnxNode): OnnxConstant {
  return network.constants.get(node.inputs[1]!)!
}

/** Sides of an ordinary convolution; undefined for other nodes. */
function sideOf(network: Network, node: OnnxNode | undefined): number | undefined {
  if (node?.op !== 'Conv') return undefined
  const { dims } = weightsOf(network, node)
  const isGrouped = dims[1] === 1
  return isGrouped ? undefined : dims[2]
}

// Mixtures of channels

/** Two mixtures in a row are one, where that needs fewer products. */
function mergeMixtures(network: Network, second: OnnxNode): void {
  const first = network.makerOf(second.inputs[0]!)
  if (!first || sideOf(network, second) !== 1 || sideOf(network, first) !== 1) return
  if (network.readersOf(first.outputs[0]!).length > 1) return
  const [before, after] = [weightsOf(network, first), weightsOf(network, second)]
  const [inputs, middle, outputs] = [before.dims[1]!, before.dims[0]!, after.dims[0]!]
  const isGlobal = network.makerOf(first.inputs[0]!)?.op === 'GlobalAveragePool'
  if (isGlobal || inputs * outputs >= inputs * middle + middle * outputs) return
  const name = `${second.outputs[0]!}/merged`
  const weights = network.keep(
    `${name}/weights`,
    [outputs, inputs, 1, 1],
    multiply(after.values, before.values, [outputs, middle, inputs]),
  )
  const addends = network.constants.get(first.inputs[2]!)!.values
  const bias = multiply(after.values, addends, [outputs, middle, 1])
  const own = second.inputs[2] === undefined ? undefined : network.constants.get(second.inputs[2])!.values
  second.inputs = [
    first.inputs[0]!,
    weights,
    network.keep(
      `${name}/bias`,
      [outputs],
      bias.map((value, c) => value + (own?.[c] ?? 0)),
    ),
  ]
}

function multiply(
  left: Float32Array,
  right: Float32Array,
  [rows, shared, columns]: readonly [number, number, number],
): Float32Array {
  return Float32Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    let sum = 0
    for (let k = 0; k < shared; k++) sum += left[row * shared + k]! * right[k * columns + column]!
    return sum
  })
}

/** The mean of a mixture is the mixture of the means. */
function poolBeforeMixing(network: Network, pool: OnnxNode): void {
  const mixture = network.makerOf(pool.inputs[0]!)
  if (!mixture || sideOf(network, mixture) !== 1) return
  const [output] = pool.outputs
  const means = network.add('GlobalAveragePool', [mixture.inputs[0]!], `${output!}/before`)
  network.remove(pool)
  network.add('Conv', [means, ...mixture.inputs.slice(1)], output!, mixture.attributes)
}

// Gates

/** `x + x * gate` is `x * (gate + 1)`, and a gate has one number for each channel. */
function joinGate(network: Network, sum: OnnxNode): void {
  const [data, product] = [sum.inputs[0]!, network.makerOf(sum.inputs[1]!)]
  if (product?.op !== 'Mul' || product.inputs[0] !== data) return
  const gate = product.inputs[1]!
  const one = network.keep(`${gate}/one`, [], Float32Array.of(1))
  network.remove(sum, product)
  network.add('Mul', [data, network.add('Add', [gate, one], `${gate}/raised`)], sum.outputs[0]!)
}

// Convolutions of enlarged maps

/** A convolution of enlarged maps and one that is not: the enlarged ones are convolved at half the size of that one. */
function splitJoined(network: Network, node: OnnxNode, join: OnnxNode): void {
  const [fine] = join.inputs.slice(-1)
  const coarse = join.inputs.slice(0, -1).map((name) => halfEnlarged(network, name))
  const weights = weightsOf(network, node)
  const [output] = node.outputs
  const split = (weights.dims[1]! / join.inputs.length) * coarse.length
  const joined = network.add('Concat', coarse, `${output!}/coarse-input`, join.attributes)
  addHalves(network, node, {
    coarse: joined,
    coarseWeights: channelsOf(weights, 0, split),
    fine: fine!,
    fineWeights: network.keep(
      `${output!}/fine-weights`,
      [weights.dims[0]!, weights.dims[1]! - split, 3, 3],
      channelsOf(weights, split, weights.dims[1]!).values,
    ),
  })
}

/** The same map, enlarged by half as much. */
function halfEnlarged(network: Network, name: string): string {
  const resize = network.makerOf(name)!
  const scales = network.constants.get(resize.inputs[2]!)!
  const halved = scales.values.map((times, axis) => (axis < 2 ? times : times / 2))
  if (halved.every((times) => times === 1)) return resize.inputs[0]!
  const half = network.keep(`${name}/half-scales`, scales.dims, halved)
  return network.add('Resize', [resize.inputs[0]!, resize.inputs[1]!, half], `${name}/half`, resize.attributes)
}

/**
 * A convolution of the sum of an enlarged map and a gated mixture of few channels: the channels are convolved with
 * weights that follow from the gate.
 */
function splitSum(network: Network, node: OnnxNode, sum: OnnxNode): void {
  const [gated, resize] = sum.inputs.map((name) => network.makerOf(name))
  const mixture = gated && network.makerOf(gated.inputs[0]!)
  if (resize?.op !== 'Resize' || gated?.op !== 'Mul' || !mixture) return
  const [weights, mixing] = [weightsOf(network, node), weightsOf(network, mixture)]
  const [outputs, channels, inputs] = [weights.dims[0]!, weights.dims[1]!, mixing.dims[1]!]
  if (inputs * 4 > channels) return
  const [output] = node.outputs
  const rows = network.keep(`${output!}/rows`, [outputs * 9, channels], placesFirst(weights))
  const mixed = network.keep(`${output!}/mixed`, [channels, inputs], mixing.values)
  const shape = (name: string, sides: readonly number[]) =>
    network.add('Constant', [], `${output!}/${name}-sides`, [integersAttribute('value_ints', sides)])
  const flat = network.add('Reshape', [gated.inputs[1]!, shape('flat', [1, channels])], `${output!}/gate`)
  const scaled = network.add('Mul', [rows, flat], `${output!}/scaled`)
  const product = network.add('MatMul', [scaled, mixed], `${output!}/product`)
  const square = network.add('Reshape', [product, shape('square', [outputs, 3, 3, inputs])], `${output!}/square`)
  addHalves(network, node, {
    coarse: resize.inputs[0]!,
    coarseWeights: weights,
    fine: mixture.inputs[0]!,
    fineWeights: network.add('Transpose', [square], `${output!}/fine-weights`, [
      integersAttribute('perm', [0, 3, 1, 2]),
    ]),
  })
}

/** Weights with the channel last: output, row, column, channel. */
function placesFirst({ dims, values }: OnnxConstant): Float32Array {
  const channels = dims[1]!
  return Float32Array.from({ length: values.length }, (_, i) => {
    const [channel, place, output] = [i % channels, Math.floor(i / channels) % 9, Math.floor(i / channels / 9)]
    return values[(output * channels + channel) * 9 + place]!
  })
}

type Halves = { coarse: string; coarseWeights: OnnxConstant; fine: string; fineWeights: string }

/** Replaces a convolution by the sum of one of a map of half the size and one of a map of the same size. */
function addHalves(network: Network, node: OnnxNode, { coarse, coarseWeights, fine, fineWeights }: Halves): void {
  const [output] = node.outputs
  const quarters = [0, 1].flatMap((down) =>
    [0, 1].map((across) => {
      const name = `${output!}/coarse-${down}${across}`
      const [outputs, channels] = coarseWeights.dims
      const weights = network.keep(
        `${name}/weights`,
        [outputs!, channels!, 2, 2],
        quarterOf(coarseWeights, down, across),
      )
      return network.add('Conv', [coarse, weights, ...node.inputs.slice(2)], name, [
        integersAttribute('kernel_shape', [2, 2]),
        integersAttribute('pads', [1 - down, 1 - across, down, across]),
      ])
    }),
  )
  const high = network.add('Conv', [fine, fineWeights], `${output!}/fine`, convolution(3, { pad: 1 }))
  network.remove(node)
  network.add('Add', [interleave(network, quarters, `${output!}/coarse`), high], output!)
}

/** A map of twice the size from the four maps of its even and odd rows and columns. */
function interleave(network: Network, quarters: readonly string[], output: string): string {
  const joined = network.add('Concat', quarters, `${output}-quarters`, [integerAttribute('axis', 1)])
  return network.add('DepthToSpace', [joined], output, [integerAttribute('blocksize', 2)])
}

function channelsOf({ name, dims, values }: OnnxConstant, from: number, to: number): OnnxConstant {
  const [outputs, channels] = [dims[0]!, dims[1]!]
  const kept = Array.from({ length: outputs }, (_, o) =>
    values.subarray((o * channels + from) * 9, (o * channels + to) * 9),
  )
  return {
    name,
    dims: [outputs, to - from, 3, 3],
    values: Float32Array.from(kept.flatMap((part) => [...part])),
  }
}

/**
 * Weights for the even or odd rows (`down` 0 or 1) and columns of the convolution of a map enlarged twice, in which two
 * of three neighbours are the same pixel.
 */
function quarterOf({ dims, values }: OnnxConstant, down: number, across: number): Float32Array {
  const [outputs, channels] = [dims[0]!, dims[1]!]
  const quarter = new Float32Array(outputs * channels * 4)
  const pixelOf = (place: number, isOdd: number): number => Math.floor((place + 1 + isOdd) / 2) - isOdd
  for (let filter = 0; filter < outputs * channels; filter++)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        quarter[filter * 4 + pixelOf(row, down) * 2 + pixelOf(column, across)]! +=
          values[filter * 9 + row * 3 + column]!
  return quarter
}

// The end

/**
 * The last two layers enlarge twice each, without overlap: all sixteen pixels of a cell of the map before follow from
 * that cell alone, and are put into their places at the end.
 */
function joinEnd(network: Network): void {
  const [first, last] = network.nodes.filter(({ op }) => op === 'ConvTranspose')
  const relu = last && network.makerOf(last.inputs[0]!)
  const [sigmoid] = last ? network.readersOf(last.outputs[0]!) : []
  if (!first || !last || !relu || relu.inputs[0] !== first.outputs[0] || sigmoid?.op !== 'Sigmoid')
    throw new Error('The detector does not end as expected')
  const [before, after] = [weightsOf(network, first), weightsOf(network, last)]
  const [inputs, channels] = [before.dims[0]!, before.dims[1]!]
  const [result] = sigmoid.outputs
  const inner = network.keep(
    `${result!}/inner-weights`,
    [4 * channels, inputs, 1, 1],
    Float32Array.from({ length: 4 * channels * inputs }, (_, i) => {
      const [input, channel, place] = [i % inputs, Math.floor(i / inputs) % channels, Math.floor(i / inputs / channels)]
      return before.values[(input * channels + channel) * 4 + place]!
    }),
  )
  const outer = new Float32Array(16 * 4 * channels)
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      const [place, within] = [(row >> 1) * 2 + (column >> 1), (row & 1) * 2 + (column & 1)]
      for (let channel = 0; channel < channels; channel++)
        outer[(row * 4 + column) * 4 * channels + place * channels + channel] = after.values[channel * 4 + within]!
    }
  const repeated = (name: string, count: number): string => {
    const { values } = network.constants.get(name)!
    return network.keep(
      `${name}/repeated`,
      [count * values.length],
      Float32Array.from({ length: count * values.length }, (_, i) => values[i % values.length]!),
    )
  }
  const places = network.add(
    'Conv',
    [first.inputs[0]!, inner, repeated(first.inputs[2]!, 4)],
    `${result!}/places`,
    convolution(1),
  )
  const bright = network.add('Relu', [places], `${result!}/above`)
  const pixels = network.add(
    'Conv',
    [bright, network.keep(`${result!}/outer-weights`, [16, 4 * channels, 1, 1], outer), repeated(last.inputs[2]!, 16)],
    `${result!}/pixels`,
    convolution(1),
  )
  const chances = network.add('Sigmoid', [pixels], `${result!}/chances`)
  network.remove(first, relu, last, sigmoid)
  network.add('DepthToSpace', [chances], result!, [integerAttribute('blocksize', 4)])
}
