/**
 * Trains the head that distinguishes photos taken outdoors: logistic regression on MobileNetV2 features of the even
 * photos of `kinds`, as a person labelled them, with some rows of the labelled features: scenes are outdoors, cassette
 * players and French horns are not. Scored on the odd photos; deterministic.
 *
 * node build/heads/train-outdoors-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import type { Embedder } from '../../src-main/analysis/models/runtime/tasks.ts'
import { readFeatures } from './labelled-features.ts'
import { scoreClasses, trainSoftmax } from './train-scene-head.ts'

const CLASSES = ['outdoors', 'other']
const ITERATIONS = 400
/** Only every such row of the features is used, so that the photos weigh more. */
const EVERY_SCENE = 20
const EVERY_THING = 6
const THINGS_INSIDE = /cassette|horn/i

type Example = { row: Float32Array; target: number }
type Settings = { outdoors: number[]; unknown: number[] }

/** The photos of a folder with a number in their names, of one parity, without those that nobody can judge. */
async function readPhotos(folder: string, embedder: Embedder, parity: number): Promise<Example[]> {
  const file = join(import.meta.dirname, 'kinds-settings.json')
  const { outdoors, unknown } = JSON.parse(readFileSync(file, 'utf8')) as Settings
  const examples: Example[] = []
  for (const name of readdirSync(folder).sort()) {
    const number = Number(/^k(\d+)\.jpg$/.exec(name)?.[1] ?? Number.NaN)
    if (number % 2 !== parity || unknown.includes(number)) continue
    const row = await embedder.embed(await decodePhoto(join(folder, name)))
    examples.push({ row, target: outdoors.includes(number) ? 0 : 1 })
  }
  return examples
}

function readRows(folder: string): Example[] {
  const { items, rows } = readFeatures(folder)
  return items.flatMap(({ set, label }, n) => {
    if (set === 'scenes' && n % EVERY_SCENE === 0) return [{ row: rows[n]!, target: 0 }]
    return THINGS_INSIDE.test(label) && n % EVERY_THING === 0 ? [{ row: rows[n]!, target: 1 }] : []
  })
}

async function main([photos, modelsDir, features, out]: string[]): Promise<void> {
  if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const fitted = [...(await readPhotos(photos, embedder, 0)), ...readRows(features)]
  const [rows, targets] = [fitted.map(({ row }) => row), fitted.map(({ target }) => target)]
  const head = trainSoftmax(rows, targets, CLASSES, ITERATIONS)
  const odd = await readPhotos(photos, embedder, 1)
  await models.close()
  const right = odd.filter(({ row, target }) => (scoreClasses(head, row)[0]! >= 0.5 ? 0 : 1) === target).length
  const round = (value: number) => Math.round(value * 1000) / 1000
  const weights = head.weights.map((each) => [...each].map(round))
  const file = { model: embedder.modelId, classes: CLASSES, bias: [...head.bias].map(round), weights }
  writeFileSync(out, `${JSON.stringify(file)}\n`)
  process.stdout.write(`right on ${right} of ${odd.length} odd photos, written to ${out}\n`)
}

await main(process.argv.slice(2))
