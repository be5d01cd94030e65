import { readersOf, type Graph, type Node } from '../graph.ts'
import { singleNumber } from './clips.ts'

/**
 * Finds the activations of MobileNetV3 (Howard et al. 2019), which TensorFlow writes in single steps:
 * hard sigmoid = clip(x + 3, 0, 6) / 6, and hard swish = x * hard sigmoid(x).
 */
export function findHardActivations(graph: Graph): Graph {
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const readers = readersOf(graph)
  const isPrivate = (name: string) => readers.get(name)?.length === 1 && !graph.outputs.includes(name)
  /** The number and the other input of a product or sum with one number. */
  const withNumber = (node: Node | undefined, ops: readonly string[]) => {
    if (!node || !ops.includes(node.op)) return null
    for (const [index, input] of node.inputs.entries()) {
      const value = singleNumber(graph.constants.get(input))
      if (value !== null) return { value, other: node.inputs[1 - index] ?? '' }
    }
    return null
  }
  /** The x of clip(x + 3, 0, 6). */
  const shiftedClip = (name: string) => {
    const node = byName.get(name)
    if (node?.op !== 'Clip' || node.attributes.low !== 0 || node.attributes.high !== 6 || !isPrivate(name)) return null
    const sum = withNumber(byName.get(node.inputs[0] ?? ''), ['Add', 'AddV2'])
    return sum?.value === 3 ? sum.other : null
  }
  const isSixth = (value: number) => Math.abs(value * 6 - 1) < 1e-6
  const convert = (node: Node): Node[] => {
    const scaled = withNumber(node, ['Mul'])
    const gate = scaled && isSixth(scaled.value) ? shiftedClip(scaled.other) : null
    if (gate !== null) return [{ name: node.name, op: 'HardSigmoid', inputs: [gate], attributes: {} }]
    if (node.op !== 'Mul') return [node]
    for (const [index, input] of node.inputs.entries()) {
      const x = shiftedClip(node.inputs[1 - index] ?? '')
      const product = isPrivate(input) ? withNumber(byName.get(input), ['Mul']) : null
      if (x === null || !product || product.other !== x || !isSixth(product.value)) continue
      return [
        { name: `${node.name}/gate`, op: 'HardSigmoid', inputs: [x], attributes: {} },
        { name: node.name, op: 'Mul', inputs: [x, `${node.name}/gate`], attributes: {} },
      ]
    }
    return [node]
  }
  return { ...graph, nodes: graph.nodes.flatMap(convert) }
}
