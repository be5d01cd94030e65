/**
 * Trains the head that knows sunsets: logistic regression on MobileNetV2 features of freely licensed pictures of
 * sunsets (`sunset-pictures.json` names each with its package and licence), of the even photos of `kinds`, as a person
 * labelled them, and of the even rows of the labelled features: streets, buildings, forests, things and pets (seas,
 * glaciers and mountains are left out, since some lie in evening light). Scored on the odd photos; deterministic.
 *
 * node build/heads/train-sunset-head.ts ../shared/photos/kinds ../shared/models ../shared/features OUT.json
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { readFeatures } from './labelled-features.ts'
import { readPictureFeatures } from './picture-features.ts'
import { scoreClasses, trainSoftmax } from './train-scene-head.ts'

const CLASSES = ['sunset', 'other']
const ITERATIONS = 400
/** How often each counts: rows are of scenes and things alone, and many more; sunsets are few. */
const [PHOTO_COUNTS, SUNSET_COUNTS] = [4, 8]
const MAY_SHOW_SUNSET = ['sea', 'glacier', 'mountain']

type Labels = { sunset: number[]; unknown: number[] }
type Example = { name: string; number: number; row: Float32Array; isSunset: boolean }

async function readPhotos(folder: string, modelsDir: string): Promise<{ modelId: string; examples: Example[] }> {
  const file = join(import.meta.dirname, 'kinds-sunsets.json')
  const { sunset, unknown } = JSON.parse(readFileSync(file, 'utf8')) as Labels
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const examples: Example[] = []
  for (const name of readdirSync(folder).sort()) {
    const number = Number(/^k(\d+)\.jpg$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || unknown.includes(number)) continue
    const row = await embedder.embed(await decodePhoto(join(folder, name)))
    examples.push({ name, number, row, isSunset: sunset.includes(number) })
  }
  await models.close()
  return { modelId: embedder.modelId, examples }
}

/** Even rows of the labelled features that show no sunset. */
function readOtherRows(folder: string): Float32Array[] {
  const { items, rows } = readFeatures(folder)
  return rows.filter((_, n) => n % 2 === 0 && !MAY_SHOW_SUNSET.includes(items[n]!.label))
}

async function main([photos, modelsDir, features, out]: string[]): Promise<void> {
  if (!photos || !modelsDir || !features || !out) throw new Error('Usage: see the head of this file.')
  const { modelId, examples } = await readPhotos(photos, modelsDir)
  const even = examples.filter(({ number }) => number % 2 === 0)
  const sunsets = [
    ...readPictureFeatures(join(import.meta.dirname, 'sunset-pictures.json')),
    ...even.filter(({ isSunset }) => isSunset).map(({ row }) => row),
  ]
  const others = even.filter(({ isSunset }) => !isSunset).map(({ row }) => row)
  const repeat = (rows: readonly Float32Array[], count: number) => Array.from({ length: count }, () => rows).flat()
  const fitted = [
    ...readOtherRows(features).map((row) => [row, 1] as const),
    ...repeat(others, PHOTO_COUNTS).map((row) => [row, 1] as const),
    ...repeat(sunsets, SUNSET_COUNTS).map((row) => [row, 0] as const),
  ]
  const head = trainSoftmax(
    fitted.map(([row]) => row),
    fitted.map(([, target]) => target),
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
    .map(({ name, row, isSunset }) => ({ name, isSunset, score: scoreClasses(head, row)[0]! }))
    .sort((a, b) => b.score - a.score)
  for (const { name, isSunset, score } of odd.slice(0, 12))
    process.stdout.write(`${name} ${isSunset ? 'sunset' : 'other'} ${score.toFixed(3)}\n`)
  process.stdout.write(`likeliest of ${odd.length} odd photos; written to ${out}\n`)
}

await main(process.argv.slice(2))
