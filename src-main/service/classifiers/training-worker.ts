import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { TrainingReply, TrainingTask } from './train-in-worker.ts'
import { describeBackground, type Background } from '../../analysis/classifiers/background.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import { trainClassifier } from '../../analysis/classifiers/train-classifier.ts'
import type { ExamplePicture } from '../ports/classifier-store.ts'

/** If the program has no statistics for a model, at least this many counter-examples replace them. */
const MIN_COUNTER_EXAMPLES = 4

/** Trains a new classifier of version 1; takes seconds at most. Throws `bad-params`. */
function train({ classifier, modelId, pictures, background, nowMs }: TrainingTask): Classifier {
  const vectors = new Map(pictures.map(({ number, vector }) => [number, vector]))
  const positives = new Set(classifier.classes.flatMap((each) => each.positives))
  return trainClassifier(classifier, {
    background: background ?? backgroundOfExamples(modelId, pictures, positives),
    embeddingOf: (number: number) => vectors.get(number) ?? null,
    now: () => nowMs,
  })
}

/** Statistics of the counter-examples or, if there are few, of all pictures. */
function backgroundOfExamples(
  modelId: string,
  pictures: readonly ExamplePicture[],
  positives: ReadonlySet<number>,
): Background {
  const others = pictures.filter(({ number }) => !positives.has(number))
  const ordinary = others.length >= MIN_COUNTER_EXAMPLES ? others : pictures
  const vectors = ordinary.map(({ vector }) => vector)
  if (vectors.length >= 2) return describeBackground(modelId, vectors)
  throw new AppError(
    'bad-params',
    `classes holds one picture, and for the model ${modelId} nothing is known of ordinary pictures; add negatives to compare with.`,
  )
}

/** Entry of the training thread; posts one reply and ends. */
function main(task: TrainingTask): TrainingReply {
  try {
    return { ok: true, classifier: train(task) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}

// only train-in-worker.ts sends the task
parentPort?.postMessage(main(workerData as TrainingTask))
