import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { ConversionPlan } from './convert.ts'
import { ConversionError, type Graph, type Node } from './graph.ts'
import { graphModelFiles, readGraphModel } from './tfjs/graph-model.ts'
import { readLayersModel } from './tfjs/layers-model.ts'

/** A model to build: where it comes from, and what of it is written. */
export type BundledModel = ConversionPlan & { sourceFiles(): string[]; read(): Graph }

const humanFile = (name: string) => join(packageDir('@vladmandic/human'), 'models', name)
const nsfwFile = (name: string) => join(packageDir('nsfwjs'), 'dist/models/mobilenet_v2', name)

function packageDir(name: string): string {
  const file = findPackageJSON(name, import.meta.url)
  if (!file) throw new ConversionError(`The package ${name} is not installed; run the set-up first`)
  return dirname(file)
}

const fromHuman = (file: string) => ({
  sourceFiles: () => graphModelFiles(humanFile(file)),
  read: () => readGraphModel(humanFile(file)),
})

/** Averages a value over height and width, as another node of the graph. */
const meanOf = (name: string, source: string, graph: Graph): Graph => {
  const node: Node = { name, op: 'Mean', inputs: [source, `${name}/axes`], attributes: { keep_dims: false } }
  const constants = new Map(graph.constants).set(`${name}/axes`, { dims: [2], values: Int32Array.of(1, 2) })
  return { ...graph, nodes: [...graph.nodes, node], constants }
}

/** The models that come with the program, by file name without extension. */
export const bundledModels: readonly BundledModel[] = [
  {
    name: 'centernet',
    ...fromHuman('centernet.json'),
    read: () => meanOf('features', 'tower_0/extern1/hard_swish/mul_1', readGraphModel(humanFile('centernet.json'))),
    range: { scale: 1, offset: 0 },
    // The search for peaks is left out: on the few candidates above a score it takes less time outside the graph.
    outputs: { logits: 'tower_0/CenternetHead/centernet_cls_output/BiasAdd', reach: 'tower_0/wh', features: 'features' },
    metadata: { source: '@vladmandic/human centernet, MIT' },
  },
  {
    name: 'blazeface',
    ...fromHuman('blazeface.json'),
    range: { scale: 1 / 127.5, offset: -1 },
    outputs: { logits_512: 'Identity', logits_384: 'Identity_1', boxes_512: 'Identity_2', boxes_384: 'Identity_3' },
    metadata: { source: '@vladmandic/human blazeface, MIT' },
  },
  {
    name: 'faceres',
    ...fromHuman('faceres.json'),
    range: { scale: 1, offset: 0 },
    outputs: { descriptor: 'global_pooling/Mean', gender: 'gender_pred/Sigmoid', age: 'age_pred/Softmax' },
    metadata: { source: '@vladmandic/human faceres, MIT' },
  },
  {
    name: 'nsfwjs',
    sourceFiles: () => [nsfwFile('model.min.js'), nsfwFile('group1-shard1of1.min.js')],
    read: () => readLayersModel(nsfwFile('model.min.js'), [nsfwFile('group1-shard1of1.min.js')]),
    range: { scale: 1 / 255, offset: 0 },
    outputs: { shares: 'dense_3' },
    metadata: { source: 'nsfwjs mobilenet_v2, MIT' },
  },
]
