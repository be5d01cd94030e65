import { readersOf, type Graph, type Node } from '../graph.ts'
import { singleNumber } from './clips.ts'

/**
 * Writes the hard swish of MobileNetV3, `(x * k) * clip(x + a, 0, b)`, as `x * clip(x * k + a * k, 0, b * k)` with the
 * inner part as a
 * convolution of each channel by itself. It is the same number, but the runtime keeps its own layout of channels only
 * between convolutions,
 * clips and products of two pictures: with plain sums it would turn every such picture there and back.
 */
export function joinHardSwishes(graph: Graph): Graph {
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const readers = readersOf(graph)
  const constants = new Map(graph.constants)
  const numberIn = (node: Node | undefined, ops: readonly string[]): number | null =>
    node && ops.includes(node.op)
      ? (node.inputs.map((input) => singleNumber(graph.constants.get(input))).find((value) => value !== null) ?? null)
      : null
  const dataOf = (node: Node) => node.inputs.find((input) => !graph.constants.has(input)) ?? ''
  const changed = new Map<string, readonly Node[]>()
  for (const clip of graph.nodes) {
    const sum = byName.get(clip.inputs[0] ?? '')
    const [product, ...others] = readers.get(clip.name) ?? []
    if (clip.op !== 'Clip' || product?.op !== 'Mul' || others.length || graph.outputs.includes(clip.name)) continue
    const scaled = byName.get(product.inputs.find((input) => input !== clip.name) ?? '')
    const [shift, factor] = [numberIn(sum, ['Add', 'AddV2']), numberIn(scaled, ['Mul'])]
    const channels = sum && channelsOf(byName.get(dataOf(sum)), graph)
    if (
      !sum ||
      !scaled ||
      shift === null ||
      factor === null ||
      factor <= 0 ||
      !channels ||
      dataOf(sum) !== dataOf(scaled)
    )
      continue
    const name = `${clip.name}/scaled`
    constants.set(`${name}/weights`, { dims: [1, 1, channels, 1], values: new Float32Array(channels).fill(factor) })
    constants.set(`${name}/bias`, { dims: [channels], values: new Float32Array(channels).fill(shift * factor) })
    const { low, high } = clip.attributes as { low: number; high: number }
    const inner: Node = {
      name,
      op: 'DepthwiseConv2dNative',
      inputs: [dataOf(sum), `${name}/weights`, `${name}/bias`],
      attributes: { strides: [1, 1, 1, 1], padding: 'VALID' },
    }
    changed.set(clip.name, [inner, { ...clip, inputs: [name], attributes: { low: low * factor, high: high * factor } }])
    changed.set(product.name, [{ ...product, inputs: [dataOf(sum), clip.name] }])
  }
  return { ...graph, constants, nodes: graph.nodes.flatMap((node) => changed.get(node.name) ?? [node]) }
}

/** How many channels a convolution gives, where the value comes from one (with or without a bias still apart). */
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
