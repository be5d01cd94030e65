import { z } from 'zod'
import { ClassifierKind } from '../../../contract/analysis/classifier.ts'
import type { ClassifierClass } from '../../../analysis/classifiers/classifier.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type {
  ClassifierPlace,
  ClassifierStore,
  ExamplePicture,
  TitledClassifier,
} from '../../ports/classifier-store.ts'
import { feedbackRows, removeFeedbackOf } from './feedback-rows.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'

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

/** Taggers, categorizers and feedback of the accounts. Saved data is on the disk when a call returns. */
export function classifierRows(db: Db): ClassifierStore {
  const { list, find, placeOf, kindOf } = reader(db)
  const writer = new ClassifierWriter(db)
  return {
    // one transaction, so that a classifier and its classes have the same version
    list: async (owner) => db.transaction(() => list(owner))(),
    find: async (owner, id) => db.transaction(() => find(owner, id))(),
    place: async (owner, id) => db.transaction(() => placeOf(owner, id))(),
    save: async (owner, id, pictures, admit) =>
      durably(db, () => {
        const classifier = admit(placeOf(owner, id))
        writer.save(owner, classifier, pictures)
        return classifier
      }),
    remove: async (owner, id, kind) =>
      db.transaction(() => (kind === undefined || kindOf(owner, id) === kind) && writer.remove(owner, id)).immediate(),
    feedback: (owner) => feedbackRows(db, owner),
    removeOwner: async (owner) =>
      db.transaction(() => (writer.removeOwner(owner), removeFeedbackOf(db, owner))).immediate(),
  }
}

/** Reads classifiers, within the caller's transaction. */
function reader(db: Db) {
  const all = db.prepare<[string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? ORDER BY id')
  const one = db.prepare<[string, string], ClassifierRow>('SELECT * FROM taught WHERE owner = ? AND id = ?')
  const classes = db.prepare<[string, string], ClassRow>(
    'SELECT name, bias, weights, positives, negatives FROM taught_classes WHERE owner = ? AND tagger = ? ORDER BY number',
  )
  const countOthers = db.prepare<[string, string, string, string], { classifiers: number; pictures: number }>(
    `SELECT (SELECT count(*) FROM taught WHERE owner = ? AND id <> ?) AS classifiers,
       (SELECT count(*) FROM taught_pictures WHERE owner = ? AND tagger <> ?) AS pictures`,
  )
  const read = (owner: string, row: ClassifierRow) => readClassifier(row, classes.all(owner, row.id).map(readClass))
  const find = (owner: string, id: string): TitledClassifier | null => {
    const row = one.get(owner, id)
    return row ? read(owner, row) : null
  }
  return {
    list: (owner: string) => all.all(owner).map((row) => read(owner, row)),
    find,
    kindOf: (owner: string, id: string) => one.get(owner, id)?.kind,
    placeOf: (owner: string, id: string): ClassifierPlace => ({
      present: find(owner, id),
      others: countOthers.get(owner, id, owner, id)!,
    }),
  }
}

const prepare = (db: Db, sql: string) => db.prepare<unknown[]>(sql)
type Statement = ReturnType<typeof prepare>

/** Writes and removes classifiers with their classes and pictures, within the caller's transaction. */
class ClassifierWriter {
  readonly #insert: Statement
  readonly #insertClass: Statement
  readonly #insertPicture: Statement
  readonly #delete: Statement
  readonly #deleteClasses: Statement
  readonly #deletePictures: Statement
  readonly #deleteOwner: Statement[]

  constructor(db: Db) {
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

  save(owner: string, classifier: TitledClassifier, pictures: readonly ExamplePicture[]): void {
    const { id, kind, title, version, modelId, dimensions, createdMs, updatedMs } = classifier
    this.remove(owner, id)
    this.#insert.run(owner, id, kind, title, version, modelId, dimensions, createdMs, updatedMs)
    classifier.classes.forEach((each, n) => this.#saveClass(owner, id, n, each))
    for (const { number, vector } of pictures) this.#insertPicture.run(owner, id, number, encodeVector(vector))
  }

  /** False where there was none. */
  remove(owner: string, id: string): boolean {
    this.#deleteClasses.run(owner, id)
    this.#deletePictures.run(owner, id)
    return this.#delete.run(owner, id).changes > 0
  }

  removeOwner(owner: string): void {
    for (const statement of this.#deleteOwner) statement.run(owner)
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
