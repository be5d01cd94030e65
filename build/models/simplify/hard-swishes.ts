import { readersOf, type Graph, type Node } from '../graph.ts'
import { singleNumber } from './clips.ts'

/** `(x * factor) * clip(x + shift, low, high)`; `channels` is the number of channels of `x`. */
type HardSwish = { clip: Node; product: Node; source: string; factor: number; shift: number; channels: number }

/**
 * Writes the hard swish of MobileNetV3, `(x * k) * clip(x + a, 0, b)`, as `x * clip(x * k + a * k, 0, b * k)` with the
 * inner part as a depthwise convolution. It is the same number, but the runtime keeps its own layout of channels only
 * between convolutions, clips and products of two pictures: with plain sums it would convert every such picture there
 * and back.
 */
export function joinHardSwishes(graph: Graph): Graph {
  const find = hardSwishFinder(graph)
  const constants = new Map(graph.constants)
  const changed = new Map<string, readonly Node[]>()
  for (const node of graph.nodes) {
    const swish = find(node)
    if (!swish) continue
    const { clip, product, source, factor, shift, channels } = swish
    const name = `${clip.name}/scaled`
    constants.set(`${name}/weights`, { dims: [1, 1, channels, 1], values: new Float32Array(channels).fill(factor) })
    constants.set(`${name}/bias`, { dims: [channels], values: new Float32Array(channels).fill(shift * factor) })
    const { low, high } = clip.attributes as { low: number; high: number }
    const inner: Node = {
      name,
      op: 'DepthwiseConv2dNative',
      inputs: [source, `${name}/weights`, `${name}/bias`],
      attributes: { strides: [1, 1, 1, 1], padding: 'VALID' },
    }
    changed.set(clip.name, [inner, { ...clip, inputs: [name], attributes: { low: low * factor, high: high * factor } }])
    changed.set(product.name, [{ ...product, inputs: [source, clip.name] }])
  }
  return { ...graph, constants, nodes: graph.nodes.flatMap((node) => changed.get(node.name) ?? [node]) }
}

/** Recognises the clip of a hard swish; null for any other node. */
function hardSwishFinder(graph: Graph): (node: Node) => HardSwish | null {
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const readers = readersOf(graph)
  return (clip) => {
    const sum = byName.get(clip.inputs[0] ?? '')
    const [product, ...others] = readers.get(clip.name) ?? []
    if (clip.op !== 'Clip' || product?.op !== 'Mul' || others.length || graph.outputs.includes(clip.name)) return null
    const scaled = byName.get(product.inputs.find((input) => input !== clip.name) ?? '')
    if (!sum || !scaled || dataOf(sum, graph) !== dataOf(scaled, graph)) return null
    const [shift, factor] = [numberIn(sum, ['Add', 'AddV2'], graph), numberIn(scaled, ['Mul'], graph)]
    const source = dataOf(sum, graph)
    const channels = channelsOf(byName.get(source), graph)
    if (shift === null || factor === null || factor <= 0 || !channels) return null
    return { clip, product, source, factor, shift, channels }
  }
}

/** The single number among a node's inputs, if it is one of these operations. */
function numberIn({ op, inputs }: Node, ops: readonly string[], graph: Graph): number | null {
  if (!ops.includes(op)) return null
  return inputs.map((input) => singleNumber(graph.constants.get(input))).find((value) => value !== null) ?? null
}

/** The input of a node that is not a constant. */
const dataOf = (node: Node, graph: Graph): string => node.inputs.find((input) => !graph.constants.has(input)) ?? ''

/**
 * Output channels of the convolution that computes a value (with or without a separate bias); null for other values.
 */
function channelsOf(node: Node | undefined, graph: Graph): number | null {
  if (node?.op === 'BiasAdd') return graph.constants.get(node.inputs[1] ?? '')?.values.length ?? null
  const dims = node && graph.constants.get(node.inputs[1] ?? '')?.dims
  if (!node || dims?.length !== 4) return null
  return node.op === 'Conv2D'
    ? (dims[3] ?? null)
    : node.op === 'DepthwiseConv2dNative'
      ? (dims[2] ?? 1) * (dims[3] ?? 1)
      : null
}
