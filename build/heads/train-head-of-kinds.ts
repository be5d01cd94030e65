import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { scoreClasses, trainSoftmax } from './train-scene-head.ts'

const ITERATIONS = 400
/** Odd photos that are printed, the likeliest first. */
const PRINTED = 40

/** MobileNetV2's features of a picture, and whether it shows what the head knows. */
export type Example = { row: Float32Array; isShown: boolean }

type HeadOfKinds = {
  /** What the head knows: its first class, and the key of `labels`. The other class is `other`. */
  shows: string
  /** A file beside this one: numbers of photos of `kinds` that show it, as a person saw, and of `unknown` ones. */
  labels: string
  /** What the head is fitted on, from the even photos and whatever else there is. */
  fitOn: (even: readonly Example[]) => readonly Example[]
}

/**
 * Trains a head that distinguishes photos that show something from all others: logistic regression on MobileNetV2
 * features, in part of the even photos of `kinds`. Writes it to `out` and prints how it scores the odd ones;
 * deterministic.
 */
export async function trainHeadOfKinds(
  { photos, modelsDir, out }: { photos: string; modelsDir: string; out: string },
  { shows, labels, fitOn }: HeadOfKinds,
): Promise<void> {
  const { modelId, examples } = await readPhotos({ photos, modelsDir }, { shows, labels })
  const fitted = fitOn(examples.filter(({ number }) => number % 2 === 0))
  const classes = [shows, 'other']
  const head = trainSoftmax(
    fitted.map(({ row }) => row),
    fitted.map(({ isShown }) => (isShown ? 0 : 1)),
    classes,
    ITERATIONS,
  )
  const round = (value: number) => Math.round(value * 1000) / 1000
  const weights = head.weights.map((each) => [...each].map(round))
  writeFileSync(out, `${JSON.stringify({ model: modelId, classes, bias: [...head.bias].map(round), weights })}\n`)
  const odd = examples
    .filter(({ number }) => number % 2 === 1)
    .map(({ name, row, isShown }) => ({ name, isShown, score: scoreClasses(head, row)[0]! }))
    .sort((a, b) => b.score - a.score)
  const right = odd.filter(({ isShown, score }) => isShown === score >= 0.5).length
  for (const { name, isShown, score } of odd.slice(0, PRINTED))
    process.stdout.write(`${name} ${isShown ? shows : 'other'} ${score.toFixed(3)}\n`)
  process.stdout.write(`right on ${right} of ${odd.length} odd photos; written to ${out}\n`)
}

/** All photos of `kinds` but those that nobody can judge. */
async function readPhotos(
  { photos, modelsDir }: { photos: string; modelsDir: string },
  { shows, labels }: Pick<HeadOfKinds, 'shows' | 'labels'>,
): Promise<{ modelId: string; examples: (Example & { name: string; number: number })[] }> {
  const seen = JSON.parse(readFileSync(join(import.meta.dirname, labels), 'utf8')) as Record<string, number[]>
  const models = openModels({ resourcesDir: join(import.meta.dirname, '../../resources'), modelsDir })
  const embedder = await models.get('embedding')
  if (!embedder?.modelId.includes('mobilenetv2')) throw new Error(`There is no MobileNetV2 in ${modelsDir}.`)
  const examples = []
  for (const name of readdirSync(photos).sort()) {
    const number = Number(/^k(\d+)\.jpg$/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(number) || seen['unknown']!.includes(number)) continue
    const row = await embedder.embed(await decodePhoto(join(photos, name)))
    examples.push({ name, number, row, isShown: seen[shows]!.includes(number) })
  }
  await models.close()
  return { modelId: embedder.modelId, examples }
}
