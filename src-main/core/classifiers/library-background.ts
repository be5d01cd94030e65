import { BACKGROUND_SAMPLE, describeBackground, type Background } from '../../analysis/classifiers/background.ts'
import { openBackgrounds } from '../../analysis/classifiers/background-file.ts'
import type { ClassifierRecords } from '../catalog/catalog.ts'

/**
 * From this many photos on, a library tells better what is ordinary in it than statistics of other people's photos.
 * Measured with 10 object names of 128 mixed photos, 4 examples each, looked for among 64 others, in 5 draws
 * (`test/eval/taggers.ts`): mean average precision 0.42 with the shipped statistics, 0.45 with those of 32 photos, 0.46
 * with those of 64. At 20% and more they found 48, 126 and 191 photos, of which 58%, 35% and 34% were right; two finds
 * in all were as sure as 80%, so few examples promise little.
 */
const MIN_PHOTOS = 32
/** A description is kept until the library has grown by this factor. */
const GROWTH = 1.5

/**
 * Returns what a library's photos look like to a model; throws `bad-params` where there is too little of both photos
 * and statistics.
 */
export function createLibraryBackground(
  classifiers: Pick<ClassifierRecords, 'embeddingSample'>,
  resourcesDir: string,
): (modelId: string, photos: number) => Background {
  let kept: { background: Background; photos: number } | null = null
  return (modelId, photos) => {
    const isFresh =
      kept !== null &&
      kept.background.modelId === modelId &&
      photos <= kept.photos * GROWTH &&
      photos >= kept.photos / GROWTH
    if (kept !== null && isFresh) return kept.background
    const sample = classifiers.embeddingSample(modelId, BACKGROUND_SAMPLE)
    const shipped = openBackgrounds(resourcesDir).get(modelId)
    const background =
      shipped && sample.length < MIN_PHOTOS
        ? shipped
        : { ...describeBackground(modelId, sample), calibration: shipped?.calibration }
    kept = { background, photos }
    return kept.background
  }
}
