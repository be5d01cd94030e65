import type { Constant, Graph, Node } from '../graph.ts'
import { joinPairs } from './pairs.ts'

const clip = (node: Node, input: string, low: number, high: number): Node => ({
  name: node.name,
  op: 'Clip',
  inputs: [input],
  attributes: { low, high },
})

/** Converts Relu, Relu6, and minimum or maximum with a single number to one operation: clip to a range. */
export function toClips(graph: Graph): Graph {
  const convert = (node: Node): Node => {
    const [first = '', second = ''] = node.inputs
    if (node.op === 'Relu') return clip(node, first, 0, Infinity)
    if (node.op === 'Relu6') return clip(node, first, 0, 6)
    if (node.op !== 'Minimum' && node.op !== 'Maximum') return node
    const bound = singleNumber(graph.constants.get(second))
    if (bound === null) return node
    return node.op === 'Minimum' ? clip(node, first, -Infinity, bound) : clip(node, first, bound, Infinity)
  }
  return { ...graph, nodes: graph.nodes.map(convert) }
}

/** The value of a constant with one number, otherwise null. */
export function singleNumber(constant: Constant | undefined): number | null {
  return constant?.values.length === 1 ? (constant.values[0] ?? null) : null
}

/** Merges two clips in a row. */
export function mergeClips(graph: Graph): Graph {
  return joinPairs(graph, (first, second) => {
    if (first.op !== 'Clip' || second.op !== 'Clip') return null
    const low = second.attributes.low as number
    const high = second.attributes.high as number
    const within = (value: number) => Math.min(Math.max(value, low), high)
    return clip(
      second,
      first.inputs[0] ?? '',
      within(first.attributes.low as number),
      within(first.attributes.high as number),
    )
  })
}
