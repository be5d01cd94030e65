import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { onnxField } from '../../../src-main/analysis/models/runtime/onnx-parts.ts'
import { block, concat, readFields, text } from '../../../src-main/analysis/models/runtime/protobuf.ts'
import { readGraph } from '../../../src-main/analysis/models/runtime/quantise-model.ts'
import { bundledModels, type BundledModel } from '../bundled-models.ts'
import { convertToOnnx } from '../convert.ts'

/** The part that computes with integers: all behind MobileNetV3, but for the few numbers of its squeeze-excitation. */
const HEAD = 'tower_0/CenternetHead/'
const floats = /conv1x1_se/
/** Values between which negative ones are cut off and channels come from two sizes. */
const joined = ['concat', 'concat_1', 'concat_2'].map((name) => HEAD + name)

/** Photos to measure: evenly spread over those at even places of the folder. */
const PHOTOS = 48
/** Below 0 the joined values reach at most as far as this share of what is read of them: most of it is cut off. */
const BELOW = 0.5
/** A channel of a joined value is made at most this many times larger: more would enlarge the noise of a still one. */
const MAX_FACTOR = 4
/** The range of a depthwise convolution's channels is evened out by this power, since what reads it pays for it. */
const DEPTHWISE_POWER = 0.35
const DIGITS = 3

type Extremes = { least: Float32Array; most: Float32Array }

/**
 * Measures the head of CenterNet on photos of a folder: a factor for each channel of the values whose channels differ
 * most, then the range of each value with these factors. Writes both as JSON, for `bundled-models.ts`.
 */
async function main([folder, target]: readonly string[]): Promise<void> {
  if (!folder || !target) throw new Error('Give a folder of photos and a file to write.')
  const { integers, ...model } = bundledModels.find(({ name }) => name === 'centernet')!
  const names = readdirSync(folder).filter((_, i) => i % 2 === 0)
  const step = Math.max(1, Math.floor(names.length / PHOTOS))
  const photos = names.filter((_, i) => i % step === 0).slice(0, PHOTOS)
  const paths = photos.map((name) => join(folder, name))
  const factors = chooseFactors(await measure(model, paths))
  const levelled = { ...model, integers: { ...integers!, factors } }
  const ranges = Object.fromEntries(
    [...(await measure(levelled, paths))]
      .filter(([name]) => !joined.includes(name)) // computed in one with what cuts off their negative values
      .map(([name, { least, most }]) => [name, rangeOf(name, least, most)]),
  )
  writeFileSync(target, `${JSON.stringify({ factors, ranges })}\n`)
}

/** The least and the most of each channel of each value of the head, over all photos. */
async function measure(model: BundledModel, photos: readonly string[]): Promise<Map<string, Extremes>> {
  const bytes = convertToOnnx(model.artifacts(), model)
  const graph = readFields(bytes).find(({ number }) => number === onnxField.graph)!
  const names = valuesOfHead(readGraph(readFields(graph.content)).nodes)
  const opened = concat(
    bytes.subarray(0, graph.start),
    block(onnxField.graph, concat(graph.content, ...names.map((name) => block(onnxField.output, text(1, name))))),
    bytes.subarray(graph.end),
  )
  const session = await InferenceSession.create(opened, { graphOptimizationLevel: 'disabled', logSeverityLevel: 3 })
  const extremes = new Map<string, Extremes>()
  for (const path of photos) {
    const { data } = await (await decodePhoto(path)).fitted({ width: model.side, height: model.side, fit: 'squash' })
    const outputs = await session.run({ image: new Tensor('uint8', data, [1, model.side, model.side, 3]) }, names)
    for (const name of names) widen(extremes, name, outputs[name]!)
  }
  await session.release()
  return extremes
}

function widen(
  extremes: Map<string, Extremes>,
  name: string,
  { data, dims }: { data: unknown; dims: readonly number[] },
) {
  const values = data as Float32Array
  const channels = dims[1]!
  const { least, most } = extremes.get(name) ?? {
    least: new Float32Array(channels),
    most: new Float32Array(channels),
  }
  extremes.set(name, { least, most })
  const each = values.length / channels
  for (const [at, value] of values.entries()) {
    const channel = Math.floor(at / each)
    if (value < least[channel]!) least[channel] = value
    if (value > most[channel]!) most[channel] = value
  }
}

/** What nodes of the head read and make; not what is read only to cut off its negative values. */
function valuesOfHead(nodes: ReturnType<typeof readGraph>['nodes']): string[] {
  const made = new Set(nodes.flatMap(({ outputs }) => outputs))
  const cutOff = new Set(nodes.filter(({ op }) => op === 'Relu').flatMap(({ inputs }) => inputs))
  const inHead = nodes.filter(({ outputs }) => outputs[0]!.startsWith(HEAD) && !floats.test(outputs[0]!))
  const names = inHead.flatMap(({ inputs, outputs }) => [...inputs.filter((name) => made.has(name)), ...outputs])
  const isMeasured = (name: string) => joined.includes(name) || (!cutOff.has(name) && !floats.test(name))
  return [...new Set(names)].filter(isMeasured)
}

function chooseFactors(extremes: ReadonlyMap<string, Extremes>): Record<string, number[]> {
  const factors: Record<string, number[]> = {}
  for (const [name, { least, most }] of extremes) {
    if (joined.includes(name)) {
      const reach = [...most].map((value, channel) => Math.max(value, -least[channel]! * BELOW))
      factors[name] = evened(reach, 1).map((factor) => Math.min(MAX_FACTOR, factor))
    } else if (name.endsWith('separable_conv2d/depthwise') && !name.includes('centernet_wh_output')) {
      factors[name] = evened(
        [...most].map((value, channel) => Math.max(value, -least[channel]!)),
        DEPTHWISE_POWER,
      )
    }
  }
  return Object.fromEntries(Object.entries(factors).map(([name, values]) => [name, values.map(rounded)]))
}

function evened(reach: readonly number[], power: number): number[] {
  const largest = Math.max(...reach)
  return reach.map((value) => (largest / Math.max(value, largest / 1000)) ** power)
}

/** What is joined needs no more below 0 than above it: it is cut off right after. */
function rangeOf(name: string, least: Float32Array, most: Float32Array): readonly [number, number] {
  const [low, high] = [Math.min(...least), Math.max(...most)]
  const isJoined = /upsample\/(add|up_sampling)|c\d_reverse\/3x3\/BatchNorm/.test(name)
  return [rounded(isJoined ? Math.max(low, -high) : low), rounded(high)]
}

const rounded = (value: number): number => Number(value.toPrecision(DIGITS))

await main(process.argv.slice(2))
