import type { Constant, Graph, Node } from '../graph.ts'
import { joinPairs } from './pairs.ts'

const products = new Set(['Conv2D', 'DepthwiseConv2dNative', 'MatMul'])

/** Folds factors and addends per channel after a convolution or matrix product into its weights and bias. */
export function foldAffine(graph: Graph): Graph {
  const constants = new Map(graph.constants)
  const folded = joinPairs(graph, (first, second) => {
    if (!products.has(first.op)) return null
    const [data = '', weightName = '', biasName] = first.inputs
    const weights = constants.get(weightName)
    const other = constants.get(second.inputs.find((input) => input !== first.name) ?? '')
    if (!weights || !other || second.inputs.length !== 2) return null
    const channels = outputChannels(first, weights)
    const values = perChannel(other, channels)
    if (!values) return null
    const bias = biasName === undefined ? new Float32Array(channels) : (constants.get(biasName)?.values as Float32Array)
    if (second.op === 'BiasAdd' || second.op === 'Add' || second.op === 'AddV2') {
      return place(second, first, [
        data,
        weightName,
        keep(`${second.name}/bias`, vector(bias.map((value, i) => value + (values[i] ?? 0)))),
      ])
    }
    if (second.op !== 'Mul') return null
    const scaled = keep(`${second.name}/weights`, scaleChannels(weights, values))
    const inputs = [data, scaled]
    if (biasName !== undefined)
      inputs.push(keep(`${second.name}/bias`, vector(bias.map((value, i) => value * (values[i] ?? 0)))))
    return place(second, first, inputs)
  })
  return { ...folded, constants }

  function keep(name: string, constant: Constant): string {
    constants.set(name, constant)
    return name
  }
}

const place = (second: Node, first: Node, inputs: string[]): Node => ({ ...first, name: second.name, inputs })
const vector = (values: Float32Array): Constant => ({ dims: [values.length], values })

function outputChannels({ op }: Node, { dims }: Constant): number {
  const last = dims.at(-1) ?? 1
  return op === 'DepthwiseConv2dNative' ? (dims.at(-2) ?? 1) * last : last
}

/** One value per channel, if the constant has that form or is a single number. */
function perChannel({ dims, values }: Constant, channels: number): Float32Array | null {
  if (values.length === 1) return new Float32Array(channels).fill(values[0] ?? 0)
  const isVector = values.length === channels && dims.slice(0, -1).every((side) => side === 1)
  return isVector ? Float32Array.from(values) : null
}

/**
 * Weights with the output channel innermost, each channel multiplied by its factor; 8-bit codes stay valid under new
 * scales.
 */
function scaleChannels({ dims, values, packed }: Constant, factors: Float32Array): Constant {
  const factor = (i: number) => factors[i % factors.length] ?? 0
  const scaled = { dims, values: Float32Array.from(values, (value, i) => value * factor(i)) }
  if (packed?.kind !== 'codes') return scaled
  const scales = factors.map((value, i) => value * (packed.scales[packed.scales.length === 1 ? 0 : i] ?? 0))
  return { ...scaled, packed: { ...packed, scales } }
}
