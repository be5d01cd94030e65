import { ClassifierKind } from '../../../contract/analysis/classifier.ts'
import { decodeVector, encodeVector } from '../../../base/sqlite/vector-blob.ts'
import type { ClassifierStore, ExamplePicture, TitledClassifier } from '../../ports/classifier-store.ts'
import type { Database, Query } from './database.ts'
import { feedbackRows, removeFeedbackOf } from './feedback-rows.ts'

type ClassRow = { name: string; bias: number; weights: Buffer; positives: number[]; negatives: number[] }
type Row = Omit<TitledClassifier, 'kind' | 'classes'> & { kind: string }
/** A class joined with its classifier; a classifier without classes has one row without a class. */
type JoinedRow = Row & { class: string | null } & Omit<ClassRow, 'name'>

const select = `
  SELECT c.id, c.kind, c.title, c.version, c.model AS "modelId", c.dimensions, c.created_ms AS "createdMs",
    c.updated_ms AS "updatedMs", k.name AS class, k.bias, k.weights, k.positives, k.negatives
  FROM classifiers c LEFT JOIN classifier_classes k ON k.owner = c.owner AND k.classifier = c.id`

/** Taggers, categorizers and feedback of the accounts, in PostgreSQL. */
export function classifierRows(database: Database): ClassifierStore {
  const { repeat } = database
  return {
    list: (owner) => read(repeat, owner),
    find: async (owner, id) => (await read(repeat, owner, id))[0] ?? null,
    place: (owner, id) => readPlace(repeat, owner, id),
    save: (owner, id, pictures, admit) =>
      database.transaction(async (query) => {
        await query("SELECT pg_advisory_xact_lock(hashtextextended('lumafold/classifiers/' || $1, 0))", [owner])
        const classifier = admit(await readPlace(query, owner, id))
        await write(query, owner, classifier, pictures)
        return classifier
      }),
    remove: async (owner, id, kind) =>
      (
        await database.query(
          'DELETE FROM classifiers WHERE owner = $1 AND id = $2 AND ($3::text IS NULL OR kind = $3) RETURNING id',
          [owner, id, kind ?? null],
        )
      ).length > 0,
    feedback: (owner) => feedbackRows(database, owner),
    removeOwner: (owner) =>
      database.transaction(async (query) => {
        await query('DELETE FROM classifiers WHERE owner = $1', [owner])
        await removeFeedbackOf(query, owner)
      }),
  }
}

/** One statement, so that a classifier and its classes have the same version. */
async function read(query: Query, owner: string, id?: string): Promise<TitledClassifier[]> {
  const rows = await query<JoinedRow>(
    `${select} WHERE c.owner = $1 AND ($2::text IS NULL OR c.id = $2) ORDER BY c.id COLLATE "C", k.number`,
    [owner, id ?? null],
  )
  return [...Map.groupBy(rows, (row) => row.id).values()].map(readClassifier)
}

async function readPlace(query: Query, owner: string, id: string): ReturnType<ClassifierStore['place']> {
  const [present = null] = await read(query, owner, id)
  const [others] = await query<{ classifiers: number; pictures: number }>(
    `SELECT (SELECT count(*) FROM classifiers WHERE owner = $1 AND id <> $2) AS classifiers,
      (SELECT count(*) FROM classifier_pictures WHERE owner = $1 AND classifier <> $2) AS pictures`,
    [owner, id],
  )
  return { present, others: others! }
}

async function write(
  query: Query,
  owner: string,
  { id, kind, title, version, modelId, dimensions, classes, createdMs, updatedMs }: TitledClassifier,
  pictures: readonly ExamplePicture[],
): Promise<void> {
  await query('DELETE FROM classifiers WHERE owner = $1 AND id = $2', [owner, id])
  await query(
    `INSERT INTO classifiers (owner, id, kind, title, version, model, dimensions, created_ms, updated_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [owner, id, kind, title, version, modelId, dimensions, createdMs, updatedMs],
  )
  for (const [number, { name, bias, weights, positives, negatives }] of classes.entries())
    await query(
      `INSERT INTO classifier_classes (owner, classifier, number, name, bias, weights, positives, negatives)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [owner, id, number, name, bias, encodeVector(weights), positives, negatives],
    )
  await query(
    `INSERT INTO classifier_pictures (owner, classifier, number, vector)
     SELECT $1, $2, p.number, p.vector FROM unnest($3::integer[], $4::bytea[]) AS p (number, vector)`,
    [owner, id, pictures.map(({ number }) => number), pictures.map(({ vector }) => encodeVector(vector))],
  )
}

function readClassifier(rows: readonly JoinedRow[]): TitledClassifier {
  const { id, kind, title, version, modelId, dimensions, createdMs, updatedMs } = rows[0]!
  return {
    id,
    kind: ClassifierKind.parse(kind),
    title,
    version,
    modelId,
    dimensions,
    classes: rows
      .filter((row) => row.class !== null)
      .map(({ class: name, bias, weights, positives, negatives }) => ({
        name: name!,
        bias,
        weights: decodeVector(weights),
        positives,
        negatives,
      })),
    createdMs,
    updatedMs,
  }
}
