import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import {
  builtInCategorizers,
  TrainingRequest,
  type ClassifierInfo,
  type ClassifierKind,
} from '../../contract/analysis/classifier.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'

/**
 * One tag or category: its weights on unit embeddings, and the ids of its training photos, so that it can be trained
 * again.
 */
export type ClassifierClass = {
  name: string
  weights: Float32Array
  bias: number
  positives: readonly number[]
  negatives: readonly number[]
}

/** A stored custom classifier (tagger or categorizer). It applies only to embeddings of its model. */
export type Classifier = {
  id: string
  kind: ClassifierKind
  /** Starts at 1 and increases by one whenever its results change. */
  version: number
  modelId: string
  dimensions: number
  classes: readonly ClassifierClass[]
  createdMs: number
  updatedMs: number
}

/** An embedding and its model. */
export type Embedding = { modelId: string; vector: Float32Array }

/** Two tags are the same if their keys are equal. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** The classifier without its weights. */
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

/** Checks a training request; throws `bad-params` with a sentence that names the mistake. */
export function checkTrainingRequest(input: unknown): TrainingRequest {
  const request = readParameters(TrainingRequest, input)
  if (builtInCategorizers.some((id) => id === request.id))
    throw new AppError('bad-params', say('classifiers.idOfProgram', { id: request.id }))
  if (request.kind === 'categorizer' && request.classes.length < 2)
    throw new AppError('bad-params', say('classifiers.twoCategories'))
  const names = new Set<string>()
  for (const one of request.classes) {
    if (names.has(nameKey(one.name)))
      throw new AppError('bad-params', say('classifiers.classTwice', { name: one.name }))
    names.add(nameKey(one.name))
    const both = one.positives.find((id) => one.negatives.includes(id))
    if (both !== undefined)
      throw new AppError('bad-params', say('classifiers.exampleBothWays', { id: both, name: one.name }))
  }
  return request
}

/** The error for an unknown id. */
export const classifierNotFound = (id: string): AppError =>
  new AppError('tagger-not-found', say('classifiers.unknown', { id: id.slice(0, 64) }))
