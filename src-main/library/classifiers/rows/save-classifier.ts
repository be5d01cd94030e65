import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Classifier, ClassifierClass } from '../../../analysis/classifiers/classifier.ts'
import { encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { tagKey } from '../../catalog/vocabulary/tag-levels.ts'
import { noteRun } from './due-runs.ts'
import { keepResults, removeResults } from './classifier-results.ts'

/** Saves a classifier. Suggestions of classes that it no longer has are withdrawn. */
export function saveClassifier(context: Context, classifier: Classifier): void {
  const { db } = context
  requireOwnTags(db, classifier)
  const before = db
    .prepare<[string], string>('SELECT name FROM taught_classes WHERE tagger_id = ?')
    .pluck()
    .all(classifier.id)
  const kept = new Set(classifier.classes.map(({ name }) => tagKey(name)))
  const dropped = before.filter((name) => !kept.has(tagKey(name)))
  removeResults(context, classifier.id, dropped)
  db.prepare('DELETE FROM taggers WHERE id = ?').run(classifier.id)
  insertClassifier(db, classifier)
  keepResults(context, classifier)
  noteRun(db, classifier.id)
}

/** Removes a classifier with its suggestions (see `removeResults`). */
export function removeClassifier(context: Context, { id, classes }: Classifier): void {
  const names = classes.map(({ name }) => name)
  removeResults(context, id, names)
  context.db.prepare('DELETE FROM taggers WHERE id = ?').run(id)
}

/** Two taggers with the same tag would alternate in changing it. */
function requireOwnTags(db: Db, { id, kind, classes }: Classifier): void {
  if (kind !== 'tagger') return
  const owner = db
    .prepare<[string, string], string>(
      `SELECT t.id FROM taught_classes c JOIN taggers t ON t.id = c.tagger_id WHERE c.name_key = ? AND t.id <> ? AND t.kind = 'tagger'`,
    )
    .pluck()
  for (const { name } of classes) {
    const other = owner.get(tagKey(name), id)
    if (other !== undefined) throw new AppError('bad-params', say('errors.tagTaught', { name, other }))
  }
}

function insertClassifier(db: Db, { classes, ...classifier }: Classifier): void {
  db.prepare(
    `INSERT INTO taggers (id, kind, version, model, dimensions, created_ms, updated_ms)
     VALUES (@id, @kind, @version, @modelId, @dimensions, @createdMs, @updatedMs)`,
  ).run(classifier)
  classes.forEach((each, number) => insertClass(db, classifier.id, each, number))
}

function insertClass(db: Db, classifierId: string, each: ClassifierClass, number: number): void {
  const { name, bias, weights, positives, negatives } = each
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO taught_classes (tagger_id, number, name, name_key, bias, weights)
       VALUES (@classifierId, @number, @name, @key, @bias, @bytes)`,
    )
    .run({ classifierId, number, name, key: tagKey(name), bias, bytes: encodeVector(weights) })
  const insert = db.prepare(
    'INSERT INTO taught_examples (class_id, photo_id, is_positive) SELECT ?, id, ? FROM photos WHERE id = ?',
  )
  for (const photoId of positives) insert.run(lastInsertRowid, 1, photoId)
  for (const photoId of negatives) insert.run(lastInsertRowid, 0, photoId)
}
