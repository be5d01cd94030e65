import { AppError } from '../../../contract/errors.ts'
import { ClassifierKind } from '../../../contract/analysis/classifier.ts'
import { classifierNotFound, type Classifier, type ClassifierClass } from '../../../analysis/classifiers/classifier.ts'
import type { ClassifierRecords } from '../catalog.ts'
import type { Db } from '../database/connection.ts'
import type { Context } from '../context/context.ts'
import { embeddingSample, embeddingsOf } from './classifier-embeddings.ts'
import { removeResults, saveResults } from './classifier-results.ts'
import { readVector, vectorBytes } from '../codecs/vectors.ts'
import { tagKey } from '../vocabulary/vocabulary.ts'

type ClassifierRow = {
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

/** A person's own taggers and categorizers: each is written whole, examples and weights, in one transaction. */
export function classifierStore(context: Context): ClassifierRecords {
  const { db, write, changed } = context
  const one = db.prepare<[string], ClassifierRow>('SELECT * FROM taggers WHERE id = ?')
  const all = db.prepare<[], ClassifierRow>('SELECT * FROM taggers ORDER BY id')
  const get = (id: string): Classifier => {
    const row = one.get(id)
    if (!row) throw classifierNotFound(id)
    return readClassifier(db, row)
  }
  const telling = (ids: number[]): number[] => {
    if (ids.length > 0) changed.photos(ids)
    return ids
  }
  return {
    list: () => all.all().map((row) => readClassifier(db, row)),
    get,
    exists: (id) => one.get(id) !== undefined,
    save: (tagger) => telling(write(() => save(context, tagger))),
    remove: (id) =>
      telling(
        write(() => {
          const tagger = get(id)
          const ids = removeResults(context, tagger, tagger.classes)
          db.prepare('DELETE FROM taggers WHERE id = ?').run(id)
          return ids
        }),
      ),
    saveResults: (tagger, results) => telling(write(() => saveResults(context, tagger, results))),
    takenOff: (name) => {
      const tagId = context.vocabulary.findTag(name)
      return tagId === null
        ? []
        : db
            .prepare<[number], number>('SELECT photo_id FROM removed_tags WHERE tag_id = ? ORDER BY photo_id')
            .pluck()
            .all(tagId)
    },
    embeddingsOf: (photoIds, modelId) => embeddingsOf(db, photoIds, modelId),
    embeddingSample: (modelId, limit) => embeddingSample(db, modelId, limit),
  }
}

/** Classes that are no longer taught take back what they said; returns the photos this touched. */
function save(context: Context, tagger: Classifier): number[] {
  const { db } = context
  requireOwnTags(db, tagger)
  const before = db
    .prepare<[string], { name: string }>('SELECT name FROM taught_classes WHERE tagger_id = ?')
    .all(tagger.id)
  const kept = new Set(tagger.classes.map(({ name }) => tagKey(name)))
  const touched = removeResults(
    context,
    tagger,
    before.filter(({ name }) => !kept.has(tagKey(name))),
  )
  db.prepare('DELETE FROM taggers WHERE id = ?').run(tagger.id)
  db.prepare(
    'INSERT INTO taggers (id, kind, version, model, dimensions, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(tagger.id, tagger.kind, tagger.version, tagger.modelId, tagger.dimensions, tagger.createdMs, tagger.updatedMs)
  tagger.classes.forEach((taught, number) => insertClass(db, tagger.id, taught, number))
  return touched
}

/** Two taggers that teach one tag would take turns in changing it. */
function requireOwnTags(db: Db, { id, kind, classes }: Classifier): void {
  if (kind !== 'tagger') return
  const teacher = db
    .prepare<[string, string], string>(
      `SELECT t.id FROM taught_classes c JOIN taggers t ON t.id = c.tagger_id WHERE c.name_key = ? AND t.id <> ? AND t.kind = 'tagger'`,
    )
    .pluck()
  for (const { name } of classes) {
    const other = teacher.get(tagKey(name), id)
    if (other !== undefined)
      throw new AppError(
        'bad-params',
        `"${name}" is taught by the tagger "${other}" already; add the photos there, or choose another name.`,
      )
  }
}

function insertClass(
  db: Db,
  taggerId: string,
  { name, bias, weights, positives, negatives }: ClassifierClass,
  number: number,
): void {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO taught_classes (tagger_id, number, name, name_key, bias, weights) VALUES (?, ?, ?, ?, ?, ?)')
    .run(taggerId, number, name, tagKey(name), bias, vectorBytes(weights))
  const insert = db.prepare(
    'INSERT INTO taught_examples (class_id, photo_id, is_positive) SELECT ?, id, ? FROM photos WHERE id = ?',
  )
  for (const photoId of positives) insert.run(lastInsertRowid, 1, photoId)
  for (const photoId of negatives) insert.run(lastInsertRowid, 0, photoId)
}

function readClassifier(db: Db, row: ClassifierRow): Classifier {
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
    classes: classes.map((taught) => readClass(db, taught)),
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
  return { name, bias, weights: readVector(weights), positives: idsWhere(1), negatives: idsWhere(0) }
}
