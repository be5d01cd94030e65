import { ConversionError, type Constant, type Graph, type Node } from '../graph.ts'
import type { TfjsArtifacts } from './artifacts.ts'
import { layerWriters, type Layer } from './layers.ts'
import { readWeights } from './weights.ts'

type Topology = { model_config: { config: { layers: Layer[] } } }

/** The layers of a layers model as TensorFlow operations; outputs are not selected yet. */
export function graphOfLayersModel({ topology, weightSpecs, weightBytes }: TfjsArtifacts): Graph {
  const weights = readWeights(weightSpecs, weightBytes)
  const { layers } = (topology as Topology).model_config.config
  const input = layers.find((layer) => layer.class_name === 'InputLayer')
  if (!input) throw new ConversionError('The model has no input layer')
  const nodes: Node[] = []
  const constants = new Map<string, Constant>()
  for (const layer of layers) {
    if (layer === input) continue
    const write = layerWriters[layer.class_name]
    if (!write) throw new ConversionError(`Layer "${layer.name}" has the unknown kind ${layer.class_name}`)
    write(layer, { weights, constants, nodes })
  }
  const dims = (input.config.batch_input_shape as (number | null)[]).map((size) => size ?? 1)
  return { input: { name: input.name, dims }, nodes, constants, outputs: [] }
}
