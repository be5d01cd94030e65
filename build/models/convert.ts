import { ConversionError, type Graph, type Node } from './graph.ts'
import { fillChannels } from './integers/fill-channels.ts'
import { levelChannels, type ChannelFactors } from './integers/level-channels.ts'
import { GraphWriter } from './onnx/graph-writer.ts'
import { onnxDims } from './onnx/layout.ts'
import { encodeModel } from './onnx/onnx-file.ts'
import { operations, writePictureInput } from './onnx/operations.ts'
import { simplify } from './simplify/simplify.ts'
import type { TfjsArtifacts } from './tfjs/artifacts.ts'
import { graphOfGraphModel } from './tfjs/graph-model.ts'
import { graphOfLayersModel } from './tfjs/layers-model.ts'

/** Raise it when the same TensorFlow.js model would be written differently; every bundled model is then rebuilt. */
export const CONVERTER_VERSION = 5

export type ConversionPlan = {
  name: string
  /** Maps a byte to the model's input: byte * scale + offset. */
  range: { scale: number; offset: number }
  /** Name in the ONNX file, and name of the TensorFlow value. */
  outputs: Readonly<Record<string, string>>
  /** More outputs: TensorFlow values averaged over height and width. */
  averages?: Readonly<Record<string, string>>
  /** A part of the model is made ready for integers, without other outputs. */
  integers?: { factors: ChannelFactors; filled: readonly string[] }
  metadata: Readonly<Record<string, string>>
}

function addAverages(graph: Graph, averages: Readonly<Record<string, string>>): Graph {
  const constants = new Map(graph.constants).set('averages/axes', { dims: [2], values: Int32Array.of(1, 2) })
  const nodes = Object.entries(averages).map(([name, source]): Node => ({
    name,
    op: 'Mean',
    inputs: [source, 'averages/axes'],
    attributes: { keep_dims: false },
  }))
  return { ...graph, nodes: [...graph.nodes, ...nodes], constants }
}

/**
 * Writes a TensorFlow model as ONNX. The one input is `image`, uint8 [1, height, width, 3] RGB; outputs of rank 4 are
 * channels first, others as in TensorFlow. Throws ConversionError for an unknown operation.
 */
export function convertToOnnx(model: TfjsArtifacts, plan: ConversionPlan): Uint8Array {
  const read = model.format === 'graph-model' ? graphOfGraphModel : graphOfLayersModel
  const sources = {
    ...plan.outputs,
    ...Object.fromEntries(Object.keys(plan.averages ?? {}).map((name) => [name, name])),
  }
  const simple = simplify(addAverages(read(model), plan.averages ?? {}), Object.values(sources))
  const { factors, filled } = plan.integers ?? { factors: {}, filled: [] }
  const graph = fillChannels(levelChannels(simple, factors), filled)
  const writer = new GraphWriter(graph)
  writePictureInput(writer, graph.input.name, 'image', graph.input.dims, plan.range)
  for (const node of graph.nodes) {
    const write = operations[node.op]
    if (!write) throw new ConversionError(`Node "${node.name}" has the unknown operation ${node.op}`)
    write(node, writer)
  }
  const names = new Map<string, string>()
  const outputs = Object.entries(sources).map(([name, source]) => {
    const { id, dims } = writer.get(source)
    names.set(id, name)
    return { name, type: 'float' as const, dims: onnxDims(dims) }
  })
  const rename = (id: string) => names.get(id) ?? id
  return encodeModel({
    name: plan.name,
    producer: 'lumafold',
    nodes: writer.nodes.map((node) => ({ ...node, inputs: node.inputs.map(rename), output: rename(node.output) })),
    initializers: [...writer.initializers.values()],
    inputs: [{ name: 'image', type: 'uint8', dims: graph.input.dims }],
    outputs,
    metadata: plan.metadata,
  })
}
