import { createSnapshot, shapeOf } from '../../../src-main/indexes/named/snapshot.ts'
import {
  buildVectorTable,
  dropVectorTable,
  searchVectorTable,
  type VectorTable,
} from '../../../src-main/service/store/postgres/vector-tables.ts'
import { SEARCH_SETTINGS, type Query } from '../../../src-main/service/store/postgres/database.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { numberedNoisyVectors, numberedPhotoVectors } from '../../fixtures/photo-vectors.ts'

/**
 * Similar search in a node's memory against PostgreSQL with pgvector. Needs a server with the extension: `npm run
 * bench:vectors -- postgres://... [entries] [dimensions] [usual|noisy]`.
 */
const [url, entriesText = '100000', dimensionsText = '256', kind = 'usual'] = process.argv.slice(2)
const [entries, dimensions] = [Number(entriesText), Number(dimensionsText)]
const SEARCHES = 200
const PAGE = 1000

const fill = kind === 'noisy' ? numberedNoisyVectors(dimensions) : numberedPhotoVectors(dimensions)
const vectorOf = (n: number): Float32Array => {
  const vector = new Float32Array(dimensions)
  fill(n, vector)
  return normalise(vector)
}

async function* pages() {
  for (let from = 0; from < entries; from += PAGE)
    yield Array.from({ length: Math.min(PAGE, entries - from) }, (_, i) => ({
      entryId: String(from + i),
      vector: vectorOf(from + i),
    }))
}

function fillMemory() {
  const shape = shapeOf(dimensions, entries)
  const snapshot = createSnapshot('categories', shape)
  for (let from = 0; from < entries; from += shape.rowsPerBlock) {
    const length = Math.min(shape.rowsPerBlock, entries - from)
    const vectors = new Float32Array(length * dimensions)
    for (let i = 0; i < length; i++) vectors.set(vectorOf(from + i), i * dimensions)
    snapshot.add({ names: Array.from({ length }, (_, i) => String(from + i)), vectors })
  }
  return snapshot
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1)
const say = (line: string) => void process.stdout.write(`${line}\n`)

if (url === undefined) throw new Error('Give the address of a PostgreSQL server with pgvector: postgres://...')
const { default: pg } = await import('pg')
const db = new pg.Client({ connectionString: url, options: SEARCH_SETTINGS })
await db.connect()
const query: Query = async (text, values = []) => (await db.query(text, [...values])).rows
await db.query('CREATE EXTENSION IF NOT EXISTS vector')
const table: VectorTable = { name: 'vectors_bench', kind: 'categories', dimensions }
const began = performance.now()
const insertedAt = { ms: 0 }
await buildVectorTable(query, table, pages(), {
  signal: new AbortController().signal,
  onProgress: () => (insertedAt.ms = performance.now()),
})
say(`${entries} entries of ${dimensions} numbers, ${kind}`)
say(`rows written in ${((insertedAt.ms - began) / 1000).toFixed(0)} s`)
say(`graph made in ${((performance.now() - insertedAt.ms) / 1000).toFixed(0)} s`)
const { rows } = await db.query(
  `SELECT pg_table_size('vectors_bench') AS of_table, pg_indexes_size('vectors_bench') AS of_graph`,
)
say(`table ${(rows[0].of_table / 1e6).toFixed(0)} MB, graph ${(rows[0].of_graph / 1e6).toFixed(0)} MB`)

const snapshot = fillMemory()
say(`memory of a node ${(snapshot.bytes() / 1e6).toFixed(0)} MB`)
const queries = Array.from({ length: SEARCHES }, (_, n) => vectorOf(entries + n))
const exact = queries.map((query) => {
  const start = performance.now()
  return { hits: snapshot.search(query, { offset: 0, count: 10 }), ms: performance.now() - start }
})
say(
  `memory: p50 ${at(
    exact.map(({ ms }) => ms),
    0.5,
  )} ms, p99 ${at(
    exact.map(({ ms }) => ms),
    0.99,
  )} ms`,
)
for (const round of ['first', 'second']) {
  const times: number[] = []
  let found = 0
  for (const [n, sought] of queries.entries()) {
    const start = performance.now()
    const hits = await searchVectorTable(query, table, sought, { offset: 0, count: 10 })
    times.push(performance.now() - start)
    const ids = new Set(exact[n]!.hits.map(({ id }) => id))
    found += hits.filter(({ id }) => ids.has(id)).length
  }
  const recall = (found / (10 * SEARCHES)).toFixed(4)
  say(`pgvector, ${round} round: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, recall@10 ${recall}`)
}
await dropVectorTable(query, table.name)
await db.end()
