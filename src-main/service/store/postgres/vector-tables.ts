import { setImmediate } from 'node:timers/promises'
import { colorDistance, contentDistance } from '../../../indexes/distances.ts'
import { unitRow } from '../../../indexes/scan/quantise.ts'
import type { IndexKind } from '../../../contract/analysis/index.ts'
import type { NamedHit, SnapshotSearch } from '../../../indexes/named/snapshot.ts'
import type { Query } from './database.ts'

/** A trained state in a table; `kind` determines the measure of its distances. */
export type VectorTable = { name: string; kind: IndexKind; dimensions: number }

/** Maximum length of vectors for which the extension can build a graph, in half-precision numbers. */
export const MAX_DIMENSIONS = 4000

/**
 * The graph of Malkov and Yashunin (arXiv:1603.09320): neighbours per vector, and candidates considered when one is
 * added.
 */
const GRAPH = 'm = 16, ef_construction = 128'
/** Candidates from the graph per requested hit, because half-precision numbers rank close ones wrongly. */
const CANDIDATES = 4
const MIN_CANDIDATES = 100
/** With more candidates, a graph is slower than reading everything. */
const MAX_CANDIDATES = 4000

/**
 * Creates a table of vectors with its graph, after dropping the remains of an earlier attempt. Nothing refers to it
 * until it is complete.
 */
export async function buildVectorTable(
  query: Query,
  { name, dimensions }: VectorTable,
  pages: AsyncIterable<readonly { entryId: string; vector: Float32Array }[]>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(rows: number): void },
): Promise<void> {
  const table = quote(name)
  await query(`DROP TABLE IF EXISTS ${table}`)
  await query(
    `CREATE TABLE ${table} (place bigint PRIMARY KEY, entry_id text NOT NULL, v vector(${dimensions}) NOT NULL)`,
  )
  let rows = 0
  for await (const page of pages) {
    signal.throwIfAborted()
    const vectors = page.map(({ vector }) => writeVector(unitRow(vector, dimensions)))
    const ids = page.map(({ entryId }) => entryId)
    await query(
      `INSERT INTO ${table} SELECT $1 + n, id, v::vector FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS _ (id, v, n)`,
      [rows, ids, vectors],
    )
    rows += page.length
    onProgress(rows)
    await setImmediate()
  }
  signal.throwIfAborted()
  await query(`CREATE INDEX ON ${table} USING hnsw ((v::halfvec(${dimensions})) halfvec_l2_ops) WITH (${GRAPH})`)
  await query(`CREATE INDEX ON ${table} USING hash (entry_id)`)
  await query(`ANALYZE ${table}`)
}

/**
 * Entries by rising distance. The graph finds candidates by half-precision numbers, which are ranked again by their
 * full vectors: distances are exact, and few of the nearest are missed. A page far from the start, or one restricted to
 * some entries, reads all of them.
 */
export async function searchVectorTable(
  query: Query,
  { name, kind, dimensions }: VectorTable,
  vector: Float32Array,
  { offset, count, maxDistance = Infinity, allowed }: SnapshotSearch,
): Promise<NamedHit[]> {
  if (count === 0) return []
  const candidates = candidatesFor(offset + count)
  const source =
    candidates > MAX_CANDIDATES || allowed
      ? quote(name)
      : `(SELECT * FROM ${quote(name)} ORDER BY v::halfvec(${dimensions}) <-> $1::vector::halfvec(${dimensions}) LIMIT ${candidates}) AS near`
  // half the squared distance of unit vectors is 1 minus their cosine; a zero vector is unrelated to everything
  const rows = await query<{ id: string; unlikeness: number }>(
    `SELECT entry_id AS id, CASE WHEN vector_norm(v) = 0 OR vector_norm($1::vector) = 0 THEN 1
       ELSE (v <-> $1::vector) ^ 2 / 2 END AS unlikeness
     FROM ${source} ${allowed ? 'WHERE entry_id = ANY ($4)' : ''} ORDER BY unlikeness, place OFFSET $2 LIMIT $3`,
    [writeVector(unitRow(vector, dimensions)), offset, count, ...(allowed ? [[...allowed]] : [])],
  )
  const distanceOf = kind === 'colors' ? colorDistance : contentDistance
  return rows
    .map(({ id, unlikeness }) => ({ id, distance: distanceOf(unlikeness) }))
    .filter(({ distance }) => distance <= maxDistance)
}

/** In steps, so that few statements are prepared on each connection. */
const candidatesFor = (hits: number): number =>
  MIN_CANDIDATES * 2 ** Math.max(0, Math.ceil(Math.log2((CANDIDATES * hits) / MIN_CANDIDATES)))

/** The unit vector of an entry as it was trained, or null. */
export async function readTrainedVector(query: Query, name: string, entryId: string): Promise<Float32Array | null> {
  const rows = await query<{ v: string }>(`SELECT v::text FROM ${quote(name)} WHERE entry_id = $1`, [entryId])
  return rows[0] ? Float32Array.from(JSON.parse(rows[0].v) as number[]) : null
}

/** Drops a trained state that nothing refers to any more. */
export async function dropVectorTable(query: Query, name: string): Promise<void> {
  await query(`DROP TABLE IF EXISTS ${quote(name)}`)
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Nine digits identify every 32-bit number. */
const writeVector = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toPrecision(9)).join()}]`
