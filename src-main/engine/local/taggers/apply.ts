import { AppError } from '../../../contract/errors.ts'
import { LOWEST_CONFIDENCE } from '../../../contract/analysis/tag.ts'
import type { TaughtTag } from '../../../contract/analysis/tagger.ts'
import { softmax } from '../learning/learn-classes.ts'
import { dot, logistic } from '../learning/unit-vector.ts'
import type { Embedding, Tagger } from './tagger.ts'

/** Confidences (0 to 100) of a tagger's classes, in their order, for one unit embedding of its model. */
function scoreClassesOf({ kind, classes }: Tagger, unit: Float32Array): number[] {
  const scores = classes.map(({ weights, bias }) => dot(weights, unit) + bias)
  return (kind === 'categorizer' ? softmax(scores) : scores.map(logistic)).map((chance) => 100 * chance)
}

/**
 * What a tagger says of a photo, surest first: tags above the lowest confidence, or all categories of a categorizer, which sum
 * to 100. The embedding is a unit vector, as the embedding step gives it. Throws `bad-params` where the models differ or the
 * embedding is damaged.
 */
export function applyTagger(tagger: Tagger, embedding: Embedding): TaughtTag[] {
  requireModel(tagger, embedding)
  const confidences = scoreClassesOf(tagger, embedding.vector)
  if (confidences.some((confidence) => !Number.isFinite(confidence))) throw new AppError('bad-params', 'The embedding of the photo holds values that are not finite numbers; analyse the photo again.')
  return tagger.classes
    .map(({ name }, k) => ({ name, confidence: confidences[k]! }))
    .filter(({ confidence }) => tagger.kind === 'categorizer' || confidence > LOWEST_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
}

/** Throws `bad-params` where the tagger was learned with another embedding model. */
function requireModel({ id, modelId, dimensions }: Tagger, embedding: Embedding): void {
  if (modelId === embedding.modelId && dimensions === embedding.vector.length) return
  throw new AppError('bad-params', `"${id}" was learned with the model ${modelId} (${dimensions} values) and cannot judge embeddings of ${embedding.modelId} (${embedding.vector.length} values); learn it again from its photos.`)
}
