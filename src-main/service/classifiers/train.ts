import { AppError } from '../../contract/errors.ts'
import { describeBackground, type Background } from '../../analysis/classifiers/background.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import { trainClassifier, retrainClassifier } from '../../analysis/classifiers/train-classifier.ts'
import type { TrainingTask } from './train-in-worker.ts'
import type { ExamplePicture } from './classifier-store.ts'

/**
 * From this many counter-examples on they alone say what is ordinary, where no statistics of the model come with the
 * program.
 */
const MIN_ORDINARY = 4

/** Learns a new tagger, or one again from the pictures kept; seconds at most. Throws `bad-params`. */
export function learn({ subject, modelId, pictures, statistics, nowMs }: TrainingTask): Classifier {
  const vectors = new Map(pictures.map(({ number, vector }) => [number, vector]))
  const shown = new Set(subject.classes.flatMap(({ positives }) => positives))
  const background = statistics ?? describeOwn(modelId, pictures, shown)
  const parts = { background, embeddingOf: (number: number) => vectors.get(number) ?? null, now: () => nowMs }
  return 'version' in subject ? retrainClassifier(subject, parts) : trainClassifier(subject, parts)
}

/** What is ordinary for a model that comes without statistics: the counter-examples or, of few, all pictures. */
function describeOwn(modelId: string, pictures: readonly ExamplePicture[], shown: ReadonlySet<number>): Background {
  const others = pictures.filter(({ number }) => !shown.has(number))
  const ordinary = others.length >= MIN_ORDINARY ? others : pictures
  if (ordinary.length >= 2)
    return describeBackground(
      modelId,
      ordinary.map(({ vector }) => vector),
    )
  throw new AppError(
    'bad-params',
    `classes holds one picture, and for the model ${modelId} nothing is known of ordinary pictures; add negatives to compare with.`,
  )
}
