import { AppError } from '../../contract/errors.ts'
import {
  builtInCategorizers,
  TrainingRequest,
  type ClassifierInfo,
  type ClassifierKind,
} from '../../contract/analysis/classifier.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'

/**
 * One tag or category: its weights on unit embeddings and the photos it was learned from, by id, so that it can be
 * learned again.
 */
export type ClassifierClass = {
  name: string
  weights: Float32Array
  bias: number
  positives: readonly number[]
  negatives: readonly number[]
}

/** A person's own tagger or categorizer as kept. It speaks only for embeddings of its model. */
export type Classifier = {
  id: string
  kind: ClassifierKind
  /** 1 when made; one more whenever what it says changed. */
  version: number
  modelId: string
  dimensions: number
  classes: readonly ClassifierClass[]
  createdMs: number
  updatedMs: number
}

/** An embedding with the model it comes from. */
export type Embedding = { modelId: string; vector: Float32Array }

/** What makes two written tags the same tag. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** The tagger without its weights. */
export function describeClassifier({
  id,
  kind,
  version,
  modelId,
  classes,
  createdMs,
  updatedMs,
}: Classifier): ClassifierInfo {
  const counts = classes.map(({ name, positives, negatives }) => ({
    name,
    positives: positives.length,
    negatives: negatives.length,
  }))
  return { id, kind, version, modelId, classes: counts, createdMs, updatedMs }
}

/** A checked lesson; throws `bad-params` with a sentence that names what is wrong. */
export function checkTrainingRequest(input: unknown): TrainingRequest {
  const lesson = readParameters(TrainingRequest, input)
  if (builtInCategorizers.some((id) => id === lesson.id))
    throw new AppError('bad-params', `"${lesson.id}" is a categorizer that comes with the program; choose another id.`)
  if (lesson.kind === 'categorizer' && lesson.classes.length < 2)
    throw new AppError('bad-params', 'A categorizer tells at least two categories apart.')
  const seen = new Set<string>()
  for (const taught of lesson.classes) {
    if (seen.has(nameKey(taught.name)))
      throw new AppError('bad-params', `"${taught.name}" stands twice in the lesson; put its examples together.`)
    seen.add(nameKey(taught.name))
    const both = taught.positives.find((id) => taught.negatives.includes(id))
    if (both !== undefined)
      throw new AppError(
        'bad-params',
        `Photo ${both} is given both as having "${taught.name}" and as lacking it; leave it in one list.`,
      )
  }
  return lesson
}

/** The error for an id that nothing has. */
export const classifierNotFound = (id: string): AppError =>
  new AppError(
    'tagger-not-found',
    `There is no tagger or categorizer "${id.slice(0, 64)}"; list the taggers to see which there are.`,
  )
