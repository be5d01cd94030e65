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

const Numbers = z.array(z.int().positive())

/** Taggers, categorizers and feedback of the accounts. What is saved is on the disk when a call returns. */
export function classifierRows(db: Db): ClassifierStore {
  const all = db.prepare<[string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? ORDER BY id')
  const one = db.prepare<[string, string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? AND id = ?')
  const classes = db.prepare<[string, string], ClassRow>(
    'SELECT name, bias, weights, positives, negatives FROM taught_classes WHERE owner = ? AND tagger = ? ORDER BY number',
  )
  const countClassifiers = db
    .prepare<[string, string], number>('SELECT count(*) FROM taught WHERE owner = ? AND id <> ?')
    .pluck()
  const countPictures = db
    .prepare<[string, string], number>('SELECT count(*) FROM taught_pictures WHERE owner = ? AND tagger <> ?')
    .pluck()
  const read = (owner: string, row: ClassifierRow) => readClassifier(row, classes.all(owner, row.id).map(readClass))
  const writer = new ClassifierWriter(db)
  return {
    // one transaction, so that a classifier and its classes are of the same version
    list: (owner) => db.transaction(() => all.all(owner).map((row) => read(owner, row)))(),
    find: (owner, id) =>
      db.transaction(() => {
        const row = one.get(owner, id)
        return row ? read(owner, row) : null
      })(),
    totals: (owner, without) => ({
      classifiers: countClassifiers.get(owner, without) ?? 0,
      pictures: countPictures.get(owner, without) ?? 0,
    }),
    save: (owner, classifier, pictures) => writer.save(owner, classifier, pictures),
    remove: (owner, id) => writer.remove(owner, id),
    feedback: (owner) => feedbackRows(db, owner),
    removeOwner: (owner) => db.transaction(() => (writer.removeOwner(owner), removeFeedbackOf(db, owner))).immediate(),
  }
}

const prepare = (db: Db, sql: string) => db.prepare<unknown[]>(sql)
type Statement = ReturnType<typeof prepare>

/** Writes and removes classifiers with their classes and pictures, each in one transaction. */
class ClassifierWriter {
  readonly #db: Db
  readonly #insert: Statement
  readonly #insertClass: Statement
  readonly #insertPicture: Statement
  readonly #delete: Statement
  readonly #deleteClasses: Statement
  readonly #deletePictures: Statement
  readonly #deleteOwner: Statement[]

  constructor(db: Db) {
    this.#db = db
    this.#insert = prepare(
      db,
      'INSERT INTO taught (owner, id, kind, title, version, model, dimensions, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    this.#insertClass = prepare(
      db,
      'INSERT INTO taught_classes (owner, tagger, number, name, bias, weights, positives, negatives) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    this.#insertPicture = prepare(db, 'INSERT INTO taught_pictures (owner, tagger, number, vector) VALUES (?, ?, ?, ?)')
    this.#delete = prepare(db, 'DELETE FROM taught WHERE owner = ? AND id = ?')
    this.#deleteClasses = prepare(db, 'DELETE FROM taught_classes WHERE owner = ? AND tagger = ?')
    this.#deletePictures = prepare(db, 'DELETE FROM taught_pictures WHERE owner = ? AND tagger = ?')
    this.#deleteOwner = ['taught', 'taught_classes', 'taught_pictures'].map((table) =>
      prepare(db, `DELETE FROM ${table} WHERE owner = ?`),
    )
  }

  /** On the disk when this returns. */
  save(owner: string, classifier: TitledClassifier, pictures: readonly ExamplePicture[]): void {
    const { id, kind, title, version, modelId, dimensions, createdMs, updatedMs } = classifier
    durably(this.#db, () => {
      this.#deleteRows(owner, id)
      this.#insert.run(owner, id, kind, title, version, modelId, dimensions, createdMs, updatedMs)
      classifier.classes.forEach((each, n) => this.#saveClass(owner, id, n, each))
      for (const { number, vector } of pictures) this.#insertPicture.run(owner, id, number, encodeVector(vector))
    })
  }

  /** False where there was none. */
  remove(owner: string, id: string): boolean {
    return this.#db.transaction(() => this.#deleteRows(owner, id)).immediate()
  }

  /** Within a transaction of the caller's. */
  removeOwner(owner: string): void {
    for (const statement of this.#deleteOwner) statement.run(owner)
  }

  #deleteRows(owner: string, id: string): boolean {
    this.#deleteClasses.run(owner, id)
    this.#deletePictures.run(owner, id)
    return this.#delete.run(owner, id).changes > 0
  }

  #saveClass(owner: string, id: string, number: number, saved: ClassifierClass): void {
    const { name, bias, weights } = saved
    const [positives, negatives] = [JSON.stringify(saved.positives), JSON.stringify(saved.negatives)]
    this.#insertClass.run(owner, id, number, name, bias, encodeVector(weights), positives, negatives)
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
