import { createRequire } from 'node:module'
import { ConversionError, type Constant, type Graph, type Node } from '../graph.ts'
import { layerWriters, type Layer } from './layers.ts'
import { readWeights, type WeightSpec } from './weights.ts'

type RawModel = {
  modelTopology: { model_config: { config: { layers: Layer[]; output_layers: [string, number, number][] } } }
  weightsManifest: { paths: string[]; weights: WeightSpec[] }[]
}

/** Reads a TensorFlow.js layers model that a package brings as CommonJS modules: one for the description, one per weight file (base64). */
export function readLayersModel(modelFile: string, weightFiles: readonly string[]): Graph {
  const load = createRequire(import.meta.url)
  const raw = load(modelFile) as RawModel
  const bytes = Buffer.concat(weightFiles.map((file) => Buffer.from(load(file) as string, 'base64')))
  const weights = readWeights(raw.weightsManifest.flatMap((group) => group.weights), new Uint8Array(bytes))
  const { layers } = raw.modelTopology.model_config.config
  const input = layers.find((layer) => layer.class_name === 'InputLayer')
  if (!input) throw new ConversionError(`${modelFile} has no input layer`)
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
