import { ConversionError, readersOf, type Constant, type Graph } from '../graph.ts'

/** Channels that the runtime's kernels for eight-bit depthwise convolutions take at once. */
const TOGETHER = 32

/**
 * Adds channels of zeros to values of fewer than 32 channels, each made by a convolution and read by one depthwise
 * convolution, which a third reads: with 18 channels the runtime takes twice as long as with 32. Give the names of the
 * first convolutions.
 */
export function fillChannels(graph: Graph, names: readonly string[]): Graph {
  const constants = new Map(graph.constants)
  const readers = readersOf(graph)
  const fill = (name: string | undefined, axis: number) => {
    const constant = constants.get(name ?? '')
    if (constant) constants.set(name!, filled(constant, axis))
  }
  const onlyReaderOf = (name: string) => {
    const [reader, ...others] = readers.get(name) ?? []
    if (!reader || others.length > 0) throw new ConversionError(`"${name}" must be read once`)
    return reader
  }
  for (const name of names) {
    const first = graph.nodes.find((node) => node.name === name)
    if (!first) throw new ConversionError(`The model has no value "${name}"`)
    const clip = onlyReaderOf(name)
    const middle = clip.op === 'Clip' ? onlyReaderOf(clip.name) : clip
    const last = onlyReaderOf(middle.name)
    fill(first.inputs[1], 3)
    fill(first.inputs[2], 0)
    fill(middle.inputs[1], 2)
    fill(middle.inputs[2], 0)
    fill(last.inputs[1], 2)
  }
  return { ...graph, constants }
}

function filled({ dims, values }: Constant, axis: number): Constant {
  const channels = dims[axis]!
  const inner = dims.slice(axis + 1).reduce((product, side) => product * side, 1)
  const [from, to] = [channels * inner, TOGETHER * inner]
  const more = new Float32Array((values.length / from) * to)
  for (let at = 0; at < values.length; at += from) more.set(values.subarray(at, at + from), (at / from) * to)
  return { dims: dims.map((side, i) => (i === axis ? TOGETHER : side)), values: more }
}
