/**
 * Trains the head that knows flowers: logistic regression on MobileNetV2 features of the even photos of `kinds`, whose
 * flowers come from Caltech-101 (CC BY 4.0), as a person labelled them. The classifier has a class for daisies and
 * hardly another flower. Scored on the odd photos; deterministic.
 *
 * node build/heads/train-flower-head.ts ../shared/photos/kinds ../shared/models OUT.json
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { scoreClasses, trainSoftmax } from './train-scene-head.ts'

const CLASSES = ['flower', 'other']
const ITERATIONS = 400

type Labels = { flowers: number[]; unknown: number[] }
type Example = { name: string; number: number; row: Float32Array; isFlower: boolean }

async function readPhotos(folder: string, modelsDir: string): Promise<{ modelId: string; examples: Example[] }> {
  const file = join(import.meta.dirname, 'kinds-flowers.json')
  const { flowers, unknown } = JSON.parse(readFileSync(file, 'utf8')) as Labels
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const examples: Example[] = []
  for (const name of readdirSync(folder).sort()) {
    const number = Number(/^k(\d+)\.jpg$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || unknown.includes(number)) continue
    const row = await embedder.embed(await decodePhoto(join(folder, name)))
    examples.push({ name, number, row, isFlower: flowers.includes(number) })
  }
  await models.close()
  return { modelId: embedder.modelId, examples }
}

async function main([photos, modelsDir, out]: string[]): Promise<void> {
  if (!photos || !modelsDir || !out) throw new Error('Usage: see the head of this file.')
  const { modelId, examples } = await readPhotos(photos, modelsDir)
  const fitted = examples.filter(({ number }) => number % 2 === 0)
  const targets = fitted.map(({ isFlower }) => (isFlower ? 0 : 1))
  const head = trainSoftmax(
    fitted.map(({ row }) => row),
    targets,
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
    .map(({ name, row, isFlower }) => ({ name, isFlower, score: scoreClasses(head, row)[0]! }))
    .sort((a, b) => b.score - a.score)
  for (const { name, isFlower, score } of odd.slice(0, 8))
    process.stdout.write(`${name} ${isFlower ? 'flower' : 'other'} ${score.toFixed(3)}\n`)
  process.stdout.write(`likeliest of ${odd.length} odd photos; written to ${out}\n`)
}

await main(process.argv.slice(2))
