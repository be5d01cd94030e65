import { constantNumbers, type Graph } from '../graph.ts'
import { joinPairs } from './pairs.ts'

/** Folds zero padding of height and width into the next convolution. */
export function foldPads(graph: Graph): Graph {
  return joinPairs(graph, (first, second) => {
    const isConvolution = second.op === 'Conv2D' || second.op === 'DepthwiseConv2dNative'
    if (
      first.op !== 'Pad' ||
      !isConvolution ||
      second.attributes.padding !== 'VALID' ||
      second.inputs[0] !== first.name
    )
      return null
    const [data = '', paddings = ''] = first.inputs
    const [a, b, top, bottom, left, right, c, d] = constantNumbers(graph, paddings)
    if (a || b || c || d) return null
    const pads = [top ?? 0, left ?? 0, bottom ?? 0, right ?? 0]
    return {
      ...second,
      inputs: [data, ...second.inputs.slice(1)],
      attributes: { ...second.attributes, padding: 'EXPLICIT', pads },
    }
  })
}
