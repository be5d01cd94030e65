import { AppError } from '../../contract/errors.ts'
import type { ClassExamples } from '../../contract/analysis/classifier.ts'
import type { Background } from './background.ts'
import { trainSoftmaxHead } from './train-softmax-head.ts'
import { trainTagHead } from './train-tag-head.ts'
import { checkTrainingRequest, nameKey, type Classifier, type ClassifierClass } from './classifier.ts'

/** What teaching works with: the present embedding model's view of photos, and the time in milliseconds since 1970. */
export type TrainingOptions = {
  background: Background
  /** A photo's embedding by the background's model, or null where it has none (yet). */
  embeddingOf(photoId: number): Float32Array | null
  now(): number
}

/**
 * Makes a tagger or categorizer of version 1. Photos without an embedding count once it is learned again. Throws
 * `bad-params` or `not-analysed`.
 */
export function trainClassifier(input: unknown, parts: TrainingOptions): Classifier {
  const { id, kind, classes } = checkTrainingRequest(input)
  const given = classes.map(({ name, positives, negatives }) => ({
    name,
    positives: inOrder(positives),
    negatives: inOrder(negatives),
  }))
  const now = parts.now()
  return { id, kind, version: 1, createdMs: now, updatedMs: now, ...learn(kind, given, parts) }
}

/**
 * Adds examples and learns again, as the next version. A photo named now leaves the list it stood in before; a new name
 * adds a class.
 */
export function addExamples(tagger: Classifier, added: readonly ClassExamples[], parts: TrainingOptions): Classifier {
  const { classes } = checkTrainingRequest({ id: tagger.id, kind: tagger.kind, classes: mergeExamples(tagger, added) })
  const next = learn(tagger.kind, classes, parts)
  return { ...tagger, ...next, version: tagger.version + 1, updatedMs: parts.now() }
}

/**
 * Learns again from the photos kept, for example with a new embedding model. The same tagger comes back where nothing
 * changed.
 */
export function retrainClassifier(tagger: Classifier, parts: TrainingOptions): Classifier {
  const next = learn(tagger.kind, tagger.classes, parts)
  const isSame =
    next.modelId === tagger.modelId && next.classes.every((taught, k) => isSameHead(taught, tagger.classes[k]!))
  return isSame ? tagger : { ...tagger, ...next, version: tagger.version + 1, updatedMs: parts.now() }
}

type Examples = Pick<ClassifierClass, 'name' | 'positives' | 'negatives'>

function mergeExamples(tagger: Classifier, added: readonly ClassExamples[]): Examples[] {
  const merged = new Map(tagger.classes.map((taught) => [nameKey(taught.name), taught as Examples]))
  for (const { name, positives, negatives } of added) {
    const before = merged.get(nameKey(name)) ?? { name, positives: [], negatives: [] }
    merged.set(nameKey(name), {
      name: before.name,
      positives: inOrder([...before.positives.filter((id) => !negatives.includes(id)), ...positives]),
      negatives: inOrder([...before.negatives.filter((id) => !positives.includes(id)), ...negatives]),
    })
    if (tagger.kind === 'categorizer') leaveOthers(merged, nameKey(name), positives)
  }
  return [...merged.values()]
}

/** A photo belongs to one category: the one it was given last. */
function leaveOthers(merged: Map<string, Examples>, key: string, photoIds: readonly number[]): void {
  for (const [other, examples] of merged) {
    if (other !== key)
      merged.set(other, { ...examples, positives: examples.positives.filter((id) => !photoIds.includes(id)) })
  }
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

function learn(
  kind: Classifier['kind'],
  classes: readonly Examples[],
  parts: TrainingOptions,
): Pick<Classifier, 'modelId' | 'dimensions' | 'classes'> {
  const { background } = parts
  const dimensions = background.mean.length
  const heads = kind === 'tagger' ? learnEach(classes, parts) : learnTogether(classes, parts)
  const taught = classes.map(({ name, positives, negatives }, k) => ({ name, positives, negatives, ...heads[k]! }))
  return { modelId: background.modelId, dimensions, classes: taught }
}

type Head = Pick<ClassifierClass, 'weights' | 'bias'>

function learnEach(classes: readonly Examples[], parts: TrainingOptions): Head[] {
  return classes.map((taught) =>
    trainTagHead(
      { positives: vectorsOf(taught, taught.positives, parts), negatives: embeddingsOf(taught.negatives, parts) },
      parts.background,
    ),
  )
}

function learnTogether(classes: readonly Examples[], parts: TrainingOptions): Head[] {
  const { weights, biases } = trainSoftmaxHead(
    classes.map((taught) => vectorsOf(taught, taught.positives, parts)),
    parts.background.mean.length,
  )
  return weights.map((row, k) => ({ weights: row, bias: biases[k]! }))
}

function vectorsOf({ name }: Examples, photoIds: readonly number[], parts: TrainingOptions): Float32Array[] {
  if (photoIds.length === 0)
    throw new AppError('bad-params', `"${name}" has no example; choose at least one photo that shows it.`)
  const vectors = embeddingsOf(photoIds, parts)
  if (vectors.length === 0)
    throw new AppError(
      'not-analysed',
      `None of the examples of "${name}" is analysed with ${parts.background.modelId} yet; wait until their analysis is done, or choose others.`,
    )
  return vectors
}

const embeddingsOf = (photoIds: readonly number[], { embeddingOf }: TrainingOptions): Float32Array[] =>
  photoIds.flatMap((id) => embeddingOf(id) ?? [])

const isSameHead = (a: Head, b: Head): boolean =>
  a.bias === b.bias && a.weights.length === b.weights.length && a.weights.every((value, j) => value === b.weights[j])
