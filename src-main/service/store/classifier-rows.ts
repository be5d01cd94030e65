import { z } from 'zod'
import { ClassifierKind } from '../../contract/analysis/classifier.ts'
import type { ClassifierClass } from '../../analysis/classifiers/classifier.ts'
import { decodeVector, encodeVector } from '../../sqlite/vector-blob.ts'
import type { ExamplePicture, TitledClassifier, ClassifierStore } from '../classifiers/classifier-store.ts'
import { feedbackRows, removeFeedbackOf } from './feedback-rows.ts'
import type { Db } from '../../sqlite/connect.ts'
import { durably } from '../../sqlite/durably.ts'

type ClassifierRow = {
  id: string
  kind: string
  title: string
  version: number
  model: string
  dimensions: number
  created_ms: number
  updated_ms: number
}
type ClassRow = { name: string; bias: number; weights: Buffer; positives: string; negatives: string }
type PictureRow = { number: number; vector: Buffer }

const Numbers = z.array(z.int().positive())

/** Taggers, categorizers and feedback of the accounts. What was taught is on the disk when a call returns. */
export function classifierRows(db: Db): ClassifierStore {
  const all = db.prepare<[string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? ORDER BY id')
  const one = db.prepare<[string, string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? AND id = ?')
  const classes = db.prepare<[string, string], ClassRow>(
    'SELECT name, bias, weights, positives, negatives FROM taught_classes WHERE owner = ? AND tagger = ? ORDER BY number',
  )
  const pictures = db.prepare<[string, string], PictureRow>(
    'SELECT number, vector FROM taught_pictures WHERE owner = ? AND tagger = ? ORDER BY number',
  )
  const countTaggers = db
    .prepare<[string, string], number>('SELECT count(*) FROM taught WHERE owner = ? AND id <> ?')
    .pluck()
  const countPictures = db
    .prepare<[string, string], number>('SELECT count(*) FROM taught_pictures WHERE owner = ? AND tagger <> ?')
    .pluck()
  const read = (owner: string, row: ClassifierRow) => readClassifier(row, classes.all(owner, row.id).map(readClass))
  const write = writer(db)
  return {
    // one transaction, so that a tagger and its classes are of the same version
    list: (owner) => db.transaction(() => all.all(owner).map((row) => read(owner, row)))(),
    find: (owner, id) =>
      db.transaction(() => {
        const row = one.get(owner, id)
        return row ? read(owner, row) : null
      })(),
    pictures: (owner, id) =>
      pictures.all(owner, id).map(({ number, vector }) => ({ number, vector: decodeVector(vector) })),
    totals: (owner, without) => ({
      taggers: countTaggers.get(owner, without) ?? 0,
      pictures: countPictures.get(owner, without) ?? 0,
    }),
    save: (owner, tagger, given) => write.save(owner, tagger, given),
    remove: (owner, id) => write.remove(owner, id),
    feedback: (owner) => feedbackRows(db, owner),
    removeOwner: (owner) => db.transaction(() => (write.removeOwner(owner), removeFeedbackOf(db, owner))).immediate(),
  }
}

function writer(db: Db) {
  const insert = db.prepare(
    'INSERT INTO taught (owner, id, kind, title, version, model, dimensions, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertClass = db.prepare(
    'INSERT INTO taught_classes (owner, tagger, number, name, bias, weights, positives, negatives) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertPicture = db.prepare('INSERT INTO taught_pictures (owner, tagger, number, vector) VALUES (?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM taught WHERE owner = ? AND id = ?')
  const dropClasses = db.prepare('DELETE FROM taught_classes WHERE owner = ? AND tagger = ?')
  const dropPictures = db.prepare('DELETE FROM taught_pictures WHERE owner = ? AND tagger = ?')
  const dropOwner = ['taught', 'taught_classes', 'taught_pictures'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE owner = ?`),
  )
  const save = (owner: string, tagger: TitledClassifier, pictures?: readonly ExamplePicture[]) => {
    const { id, kind, title, version, modelId, dimensions, createdMs, updatedMs } = tagger
    drop.run(owner, id)
    dropClasses.run(owner, id)
    insert.run(owner, id, kind, title, version, modelId, dimensions, createdMs, updatedMs)
    tagger.classes.forEach(({ name, bias, weights, positives, negatives }, n) =>
      insertClass.run(
        owner,
        id,
        n,
        name,
        bias,
        encodeVector(weights),
        JSON.stringify(positives),
        JSON.stringify(negatives),
      ),
    )
    if (pictures === undefined) return
    dropPictures.run(owner, id)
    for (const { number, vector } of pictures) insertPicture.run(owner, id, number, encodeVector(vector))
  }
  return {
    save: (...given: Parameters<typeof save>) => durably(db, () => save(...given)),
    remove: (owner: string, id: string) =>
      db
        .transaction(() => {
          dropClasses.run(owner, id)
          dropPictures.run(owner, id)
          return drop.run(owner, id).changes > 0
        })
        .immediate(),
    removeOwner: (owner: string) => dropOwner.forEach((statement) => statement.run(owner)),
  }
}

function readClassifier(
  { id, kind, title, version, model, dimensions, created_ms, updated_ms }: ClassifierRow,
  classes: ClassifierClass[],
): TitledClassifier {
  return {
    id,
    kind: ClassifierKind.parse(kind),
    title,
    version,
    modelId: model,
    dimensions,
    classes,
    createdMs: created_ms,
    updatedMs: updated_ms,
  }
}

function readClass({ name, bias, weights, positives, negatives }: ClassRow): ClassifierClass {
  return {
    name,
    bias,
    weights: decodeVector(weights),
    positives: Numbers.parse(JSON.parse(positives)),
    negatives: Numbers.parse(JSON.parse(negatives)),
  }
}
