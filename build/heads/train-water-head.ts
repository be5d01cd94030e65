/**
 * Trains the head that knows water: logistic regression on MobileNetV2 features of the even photos of `kinds`, as a
 * person labelled them, and of the even rows of the labelled features: seas against streets, buildings, forests,
 * things and pets (glaciers and mountains, some of which lie at a lake, are left out). Scored on the odd photos;
 * deterministic.
 *
 * node build/heads/train-water-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { readFeatures } from './labelled-features.ts'
import { scoreClasses, trainSoftmax } from './train-scene-head.ts'

const CLASSES = ['water', 'other']
const ITERATIONS = 400
/** How often an even photo counts: the rows are of scenes and things alone, and many more. */
const PHOTO_COUNTS = 4
const MAY_SHOW_WATER = ['glacier', 'mountain']

type Labels = { water: number[]; unknown: number[] }
type Example = { name: string; number: number; row: Float32Array; hasWater: boolean }

async function readPhotos(folder: string, modelsDir: string): Promise<{ modelId: string; examples: Example[] }> {
  const file = join(import.meta.dirname, 'kinds-water.json')
  const { water, unknown } = JSON.parse(readFileSync(file, 'utf8')) as Labels
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const examples: Example[] = []
  for (const name of readdirSync(folder).sort()) {
    const number = Number(/^k(\d+)\.jpg$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || unknown.includes(number)) continue
    const row = await embedder.embed(await decodePhoto(join(folder, name)))
    examples.push({ name, number, row, hasWater: water.includes(number) })
  }
  await models.close()
  return { modelId: embedder.modelId, examples }
}

/** Even rows of the labelled features as `[row, whether it shows water]`. */
function readRows(folder: string): [Float32Array, boolean][] {
  const { items, rows } = readFeatures(folder)
  return items.flatMap(({ label }, n) =>
    n % 2 === 0 && !MAY_SHOW_WATER.includes(label) ? [[rows[n]!, label === 'sea'] as [Float32Array, boolean]] : [],
  )
}

async function main([photos, modelsDir, features, out]: string[]): Promise<void> {
  if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
  const { modelId, examples } = await readPhotos(photos, modelsDir)
  const even = examples.filter(({ number }) => number % 2 === 0)
  const fitted: [Float32Array, boolean][] = [
    ...readRows(features),
    ...Array.from({ length: PHOTO_COUNTS }, () => even).flatMap((all) =>
      all.map(({ row, hasWater }): [Float32Array, boolean] => [row, hasWater]),
    ),
  ]
  const head = trainSoftmax(
    fitted.map(([row]) => row),
    fitted.map(([, hasWater]) => (hasWater ? 0 : 1)),
    CLASSES,
    ITERATIONS,
  )
  const round = (value: number) => Math.round(value * 1000) / 1000
  const weights = head.weights.map((each) => [...each].map(round))
  writeFileSync(
    out,
    `${JSON.stringify({ model: modelId, classes: CLASSES, bias: [...head.bias].map(round), weights })}\n`,
  )
  const odd = examples
    .filter(({ number }) => number % 2 === 1)
    .map(({ name, row, hasWater }) => ({ name, hasWater, score: scoreClasses(head, row)[0]! }))
    .sort((a, b) => b.score - a.score)
  for (const { name, hasWater, score } of odd.slice(0, 40))
    process.stdout.write(`${name} ${hasWater ? 'water' : 'other'} ${score.toFixed(3)}\n`)
  process.stdout.write(`likeliest of ${odd.length} odd photos; written to ${out}\n`)
}

await main(process.argv.slice(2))
