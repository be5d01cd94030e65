import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { ClassExamples } from '../../contract/analysis/classifier.ts'
import type { Background } from './background.ts'
import type { LinearHead } from './linear-head.ts'
import { trainSoftmaxHead } from './train-softmax-head.ts'
import { trainTagHead } from './train-tag-head.ts'
import { checkTrainingRequest, nameKey, type Classifier, type ClassifierClass } from './classifier.ts'

/** Input of training: the background and embeddings of the present model, and the time in milliseconds since 1970. */
export type TrainingOptions = {
  background: Background
  /** A photo's embedding by the background's model, or null if it has none (yet). */
  embeddingOf(photoId: number): Float32Array | null
  now(): number
}

/**
 * Trains a custom classifier, as version 1. Photos without an embedding count at the next training. Throws `bad-params`
 * or `not-analysed`.
 */
export function trainClassifier(input: unknown, options: TrainingOptions): Classifier {
  const { id, kind, classes } = checkTrainingRequest(input)
  const given = classes.map(({ name, positives, negatives }) => ({
    name,
    positives: inOrder(positives),
    negatives: inOrder(negatives),
  }))
  const now = options.now()
  return { id, kind, version: 1, createdMs: now, updatedMs: now, ...train(kind, given, options) }
}

/**
 * Adds examples and trains the next version. A photo that is named now leaves its previous list; a new name adds a
 * class.
 */
export function addExamples(
  classifier: Classifier,
  added: readonly ClassExamples[],
  options: TrainingOptions,
): Classifier {
  const { classes } = checkTrainingRequest({
    id: classifier.id,
    kind: classifier.kind,
    classes: mergeExamples(classifier, added),
  })
  const next = train(classifier.kind, classes, options)
  return { ...classifier, ...next, version: classifier.version + 1, updatedMs: options.now() }
}

/**
 * Trains again with the same photos, for example for a new embedding model. Returns the same classifier if nothing
 * changed.
 */
export function retrainClassifier(classifier: Classifier, options: TrainingOptions): Classifier {
  const next = train(classifier.kind, classifier.classes, options)
  const isSame =
    next.modelId === classifier.modelId && next.classes.every((one, k) => isSameHead(one, classifier.classes[k]!))
  return isSame ? classifier : { ...classifier, ...next, version: classifier.version + 1, updatedMs: options.now() }
}

type Examples = Pick<ClassifierClass, 'name' | 'positives' | 'negatives'>

function mergeExamples(classifier: Classifier, added: readonly ClassExamples[]): Examples[] {
  const merged = new Map(classifier.classes.map((one) => [nameKey(one.name), one as Examples]))
  for (const { name, positives, negatives } of added) {
    const before = merged.get(nameKey(name)) ?? { name, positives: [], negatives: [] }
    merged.set(nameKey(name), {
      name: before.name,
      positives: inOrder([...before.positives.filter((id) => !negatives.includes(id)), ...positives]),
      negatives: inOrder([...before.negatives.filter((id) => !positives.includes(id)), ...negatives]),
    })
    if (classifier.kind === 'categorizer') leaveOthers(merged, nameKey(name), positives)
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

function train(
  kind: Classifier['kind'],
  classes: readonly Examples[],
  options: TrainingOptions,
): Pick<Classifier, 'modelId' | 'dimensions' | 'classes'> {
  const { background } = options
  const dimensions = background.mean.length
  const heads = kind === 'tagger' ? trainEach(classes, options) : trainTogether(classes, options)
  const one = classes.map(({ name, positives, negatives }, k) => ({ name, positives, negatives, ...heads[k]! }))
  return { modelId: background.modelId, dimensions, classes: one }
}

function trainEach(classes: readonly Examples[], options: TrainingOptions): LinearHead[] {
  return classes.map((one) =>
    trainTagHead(
      {
        positives: vectorsOf(one, one.positives, options),
        negatives: embeddingsOf([...one.negatives, ...examplesOfOthers(one, classes)], options),
      },
      options.background,
    ),
  )
}

/** More would only cost time: it grows with the cube of their number. */
const MAX_OF_OTHERS = 60

/**
 * Photos of the tagger's other tags, evenly drawn from them, for which this one is wrong. A tag that shares a photo
 * with this one may fit together with it, so that its photos say nothing.
 */
function examplesOfOthers(one: Examples, classes: readonly Examples[]): number[] {
  const [own, against] = [new Set(one.positives), new Set(one.negatives)]
  const others = classes
    .filter((other) => other !== one && !other.positives.some((id) => own.has(id)))
    .map(({ positives }) => positives.filter((id) => !against.has(id)))
    .filter((ids) => ids.length > 0)
  const each = Math.max(1, Math.floor(MAX_OF_OTHERS / Math.max(1, others.length)))
  const drawn = others.flatMap((ids) => ids.filter((_, n) => n % Math.ceil(ids.length / each) === 0))
  return inOrder(drawn).slice(0, MAX_OF_OTHERS)
}

function trainTogether(classes: readonly Examples[], options: TrainingOptions): LinearHead[] {
  return trainSoftmaxHead(
    classes.map((one) => vectorsOf(one, one.positives, options)),
    options.background.mean.length,
  )
}

function vectorsOf({ name }: Examples, photoIds: readonly number[], options: TrainingOptions): Float32Array[] {
  if (photoIds.length === 0) throw new AppError('bad-params', say('classifiers.noExample', { name }))
  const vectors = embeddingsOf(photoIds, options)
  if (vectors.length === 0)
    throw new AppError(
      'not-analysed',
      say('classifiers.examplesNotAnalysed', { name, model: options.background.modelId }),
    )
  return vectors
}

const embeddingsOf = (photoIds: readonly number[], { embeddingOf }: TrainingOptions): Float32Array[] =>
  photoIds.flatMap((id) => embeddingOf(id) ?? [])

const isSameHead = (a: LinearHead, b: LinearHead): boolean =>
  a.bias === b.bias && a.weights.length === b.weights.length && a.weights.every((value, j) => value === b.weights[j])
