import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'

type StoredClass = { name: string; weights: string; bias: number; positives: number[]; negatives: number[] }

/** A classifier as JSON: its weights in base64 of what the catalogue stores, its examples in rising order. */
export type StoredClassifier = Omit<Classifier, 'classes'> & { classes: StoredClass[] }

/** The same classifier always gives the same JSON. */
export function storeClassifier(classifier: Classifier): StoredClassifier {
  const { id, kind, version, modelId, dimensions, createdMs, updatedMs } = classifier
  const classes = classifier.classes.map(({ name, weights, bias, positives, negatives }) => ({
    name,
    weights: encodeVector(weights).toString('base64'),
    bias,
    positives: positives.toSorted(inOrder),
    negatives: negatives.toSorted(inOrder),
  }))
  return { id, kind, version, modelId, dimensions, createdMs, updatedMs, classes }
}

export function restoreClassifier({ classes, ...classifier }: StoredClassifier): Classifier {
  const restored = classes.map((each) => ({ ...each, weights: decodeVector(Buffer.from(each.weights, 'base64')) }))
  return { ...classifier, classes: restored }
}

const inOrder = (a: number, b: number) => a - b
