/**
 * Writes what ordinary photos look like to the bundled embedding, and what its scores are worth: mean, principal axes,
 * shape and calibration, of every second photo of a folder (COCO's `labels.json` and `boxes.json` lie beside it); no
 * vector of a photo is kept, and the other photos are left to `npm run eval`. Photos come through the engine itself,
 * with the models that ship and no others.
 *
 * node build/heads/build-photo-background.ts ../shared/photos/coco128/images resources/heads/background-centernet.json
 *
 * What scores are worth is measured on photos that the statistics do not know: a quarter at a time, and for the
 * calibration also a kind of photo at a time, for whether a person's photos are mixed or all of one kind is not known
 * (`measure-scores.ts`).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeBackground, minus, type Background } from '../../src-main/analysis/classifiers/background.ts'
import { writeBackground } from '../../src-main/analysis/classifiers/background-file.ts'
import { dot } from '../../src-main/analysis/vectors/unit-vector.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { embedLabelledPhotos, type LabelledPhotos } from './labelled-photos.ts'
import { measureScores } from './measure-scores.ts'

/** Of so few photos no more axes than these are the same from one quarter to the next. */
const AXES = 16
const FOLDS = 4

/**
 * Statistics of few photos: few axes, and along each the variance of photos that it was not found with, mean over
 * quarters (cross-validated eigenvalues; Bartz 2016), for photos spread most along axes that were fitted to them. What
 * is missing to the whole variance goes to all other directions.
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
