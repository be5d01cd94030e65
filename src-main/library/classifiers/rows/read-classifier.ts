import { ClassifierKind } from '../../../contract/analysis/classifier.ts'
import type { Classifier, ClassifierClass } from '../../../analysis/classifiers/classifier.ts'
import { decodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

export type ClassifierRow = {
  id: string
  kind: string
  version: number
  model: string
  dimensions: number
  created_ms: number
  updated_ms: number
}
type ClassRow = { id: number; name: string; bias: number; weights: Buffer }
type ExampleRow = { photo_id: number; is_positive: number }

/** A classifier by its id, or null. */
export function findClassifier(db: Db, id: string): Classifier | null {
  const row = db.prepare<[string], ClassifierRow>('SELECT * FROM taggers WHERE id = ?').get(id)
  return row === undefined ? null : readClassifier(db, row)
}

/** A classifier with its classes and their examples. */
export function readClassifier(db: Db, row: ClassifierRow): Classifier {
  const classes = db
    .prepare<[string], ClassRow>(
      'SELECT id, name, bias, weights FROM taught_classes WHERE tagger_id = ? ORDER BY number',
    )
    .all(row.id)
  return {
    id: row.id,
    kind: ClassifierKind.parse(row.kind),
    version: row.version,
    modelId: row.model,
    dimensions: row.dimensions,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    classes: classes.map((each) => readClass(db, each)),
  }
}

function readClass(db: Db, { id, name, bias, weights }: ClassRow): ClassifierClass {
  const examples = db
    .prepare<[number], ExampleRow>(
      'SELECT photo_id, is_positive FROM taught_examples WHERE class_id = ? ORDER BY photo_id',
    )
    .all(id)
  const idsWhere = (isPositive: number) =>
    examples.filter((row) => row.is_positive === isPositive).map((row) => row.photo_id)
  return { name, bias, weights: decodeVector(weights), positives: idsWhere(1), negatives: idsWhere(0) }
}
