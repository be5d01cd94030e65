import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { LOWEST_CONFIDENCE } from '../../contract/analysis/tag.ts'
import type { CustomTag } from '../../contract/analysis/classifier.ts'
import type { Classifier, Embedding } from './classifier.ts'
import { limitChance, limitShares, scoreClasses, scoreTag } from './linear-head.ts'

/** Confidences (0 to 100) of a classifier's classes, in their order, for one unit embedding of its model. */
function scoreClassesOf({ kind, classes }: Classifier, unit: Float32Array): number[] {
  const examples = classes.map(({ positives }) => positives.length)
  const chances =
    kind === 'categorizer'
      ? limitShares(scoreClasses(classes, unit), examples)
      : classes.map((head, k) => limitChance(scoreTag(head, unit), examples[k]!))
  return chances.map((chance) => 100 * chance)
}

/**
 * Applies a classifier to a photo. Returns, highest confidence first, the tags above the minimum confidence, or all
 * categories of a categorizer, which sum to 100. The embedding is a unit vector, as the embedding step makes it. Throws
 * `bad-params` if the models differ or the embedding is damaged.
 */
export function applyClassifier(classifier: Classifier, embedding: Embedding): CustomTag[] {
  requireModel(classifier, embedding)
  const confidences = scoreClassesOf(classifier, embedding.vector)
  if (confidences.some((confidence) => !Number.isFinite(confidence)))
    throw new AppError('bad-params', say('classifiers.vectorNotFinite'))
  return classifier.classes
    .map(({ name }, k) => ({ name, confidence: confidences[k]! }))
    .filter(({ confidence }) => classifier.kind === 'categorizer' || confidence > LOWEST_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
}

/** Throws `bad-params` if the classifier was trained with another embedding model. */
function requireModel({ id, modelId, dimensions }: Classifier, embedding: Embedding): void {
  if (modelId === embedding.modelId && dimensions === embedding.vector.length) return
  throw new AppError(
    'bad-params',
    say('classifiers.otherModel', {
      id,
      model: modelId,
      values: dimensions,
      otherModel: embedding.modelId,
      otherValues: embedding.vector.length,
    }),
  )
}
