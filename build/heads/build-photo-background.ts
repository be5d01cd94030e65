/**
 * Writes how the bundled embedding sees ordinary photos, and how its scores become chances: mean, principal axes, shape
 * and calibration, of every second photo of a folder (with COCO's `labels.json` and `boxes.json` beside it). It keeps
 * no vector of a photo; the other photos are left to `npm run eval`. Photos go through the engine itself, with the
 * bundled models and no others.
 *
 * node build/heads/build-photo-background.ts ../shared/photos/coco128/images resources/heads/background-centernet.json
 *
 * Scores are calibrated on photos that the statistics do not include: a quarter at a time. The calibration also holds
 * out a kind of photo at a time, since a person's photos may be mixed or all of one kind (`measure-scores.ts`).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeBackground, minus, type Background } from '../../src-main/analysis/classifiers/background.ts'
import { writeBackground } from '../../src-main/analysis/classifiers/background-file.ts'
import { dot } from '../../src-main/analysis/vectors/unit-vector.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { embedLabelledPhotos, type LabelledPhotos } from './labelled-photos.ts'
import { measureScores } from './measure-scores.ts'

/** With so few photos, no more axes than this are the same from one quarter to the next. */
const AXES = 16
const FOLDS = 4

/**
 * Statistics of few photos: few axes, and for each the variance of photos that were held out when it was found, mean
 * over quarters (cross-validated eigenvalues; Bartz 2016), since photos vary most along axes fitted to them. The rest
 * of the whole variance goes to all other directions.
 */
export function describeFew(modelId: string, vectors: readonly Float32Array[]): Background {
  const whole = describeBackground(modelId, vectors)
  const parts = Array.from({ length: FOLDS }, (_, fold) => {
    const { mean, axes } = describeBackground(
      modelId,
      vectors.filter((_, n) => n % FOLDS !== fold),
    )
    const out = vectors.filter((_, n) => n % FOLDS === fold).map((vector) => minus(vector, mean))
    return axes.slice(0, AXES).map((axis) => out.reduce((sum, vector) => sum + dot(axis, vector) ** 2, 0) / out.length)
  })
  const axes = whole.axes.slice(0, AXES)
  const variances = axes.map((_, k) => parts.reduce((sum, variance) => sum + (variance[k] ?? 0), 0) / FOLDS)
  const total =
    whole.sample.reduce((sum, vector) => sum + dot(minus(vector, whole.mean), minus(vector, whole.mean)), 0) /
    whole.sample.length
  const rest = Math.max(0, total - variances.reduce((a, b) => a + b, 0)) / (whole.mean.length - axes.length)
  return { modelId, mean: whole.mean, axes, variances, rest, shape: { spread: 1, middle: 0 }, sample: [] }
}

function everySecond({ modelId, rows, things, kinds }: LabelledPhotos): LabelledPhotos {
  const even = <T>(list: readonly T[]): T[] => list.filter((_, n) => n % 2 === 0)
  return { modelId, rows: even(rows), things: even(things), kinds: even(kinds) }
}

async function main([folder, out]: string[]): Promise<void> {
  if (!folder || !out) throw new Error('Usage: node build/heads/build-photo-background.ts IMAGES_DIR OUT.json')
  const models = openModels({ resourcesDir: resolve('resources'), modelsDir: join(resolve(folder), 'no-models') })
  const photos = everySecond(await embedLabelledPhotos(resolve(folder), models))
  await models.close()
  const measured = measureScores(photos, (rows) => describeFew(photos.modelId, rows))
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${writeBackground({ ...describeFew(photos.modelId, photos.rows), ...measured })}\n`)
  process.stdout.write(
    `background of ${photos.rows.length} photos for ${photos.modelId}, ${JSON.stringify(measured)}, written to ${out}\n`,
  )
}

if (import.meta.main) await main(process.argv.slice(2))
