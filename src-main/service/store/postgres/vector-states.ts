import { randomUUID } from 'node:crypto'
import type { SharedStates, TrainedState } from '../../../indexes/named/trained-states.ts'
import { AppError, messageOf } from '../../../contract/errors.ts'
import type { Database, Query } from './database.ts'
import {
  buildVectorTable,
  dropVectorTable,
  MAX_DIMENSIONS,
  readTrainedVector,
  searchVectorTable,
} from './vector-tables.ts'

const TABLE = /^vectors_\d+_\d+_[0-9a-f]{32}$/
/** Number of entries sent in one statement. */
const PAGE = 500
/** The share of a build that is spent sending rows; the rest builds the graph, without reporting progress. */
const SHARE_OF_ROWS = 0.25

export type VectorStatesOptions = { database: Database; now: () => number }

/**
 * Opens the tables of pgvector in a database, creating the extension if needed. Throws AppError `bad-params` if the
 * server lacks it, or the user may not create it.
 */
export async function openVectorStates({ database, now }: VectorStatesOptions): Promise<SharedStates> {
  try {
    await database.query('CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public')
  } catch (error) {
    throw new AppError(
      'bad-params',
      `The database ${database.place} cannot use pgvector (${messageOf(error)}). Install it there and run "CREATE EXTENSION vector" as its owner, or start without --large-indexes.`,
      { cause: error },
    )
  }
  return vectorStates({
    query: database.repeat,
    now,
    build: async (work) => {
      const client = await database.connect()
      try {
        return await work(async (text, values = []) => (await client.query(text, [...values])).rows)
      } finally {
        await client.end()
      }
    },
  })
}

type VectorStatesPorts = {
  /** For searches. */
  query: Query
  /** For building, which takes long: a separate connection, closed when the work ends. */
  build<T>(work: (query: Query) => Promise<T>): Promise<T>
  now: () => number
}

/**
 * Trained states as tables of pgvector, for indexes that are too large for the memory of a node. They are the same for
 * all nodes, and nothing is downloaded.
 */
export function vectorStates({ query, build, now }: VectorStatesPorts): SharedStates {
  return {
    has: (name) => TABLE.test(name),
    async build({ indexRow, kind, dimensions, entries, pages }, { signal, onProgress }) {
      if (dimensions > MAX_DIMENSIONS)
        throw new Error(`vectors of ${dimensions} numbers are too long for pgvector, which takes ${MAX_DIMENSIONS}.`)
      const name = `vectors_${indexRow}_${now()}_${randomUUID().replaceAll('-', '')}`
      const onRows = (rows: number) => onProgress((rows / entries) * SHARE_OF_ROWS)
      await build((own) =>
        buildVectorTable(own, { name, kind, dimensions }, pages(PAGE), { signal, onProgress: onRows }),
      )
      return name
    },
    async open(name, kind): Promise<TrainedState | null> {
      const [table] = await query<{ entries: number; dimensions: number }>(
        `SELECT c.reltuples::bigint AS entries, a.atttypmod AS dimensions FROM pg_class c
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'v' WHERE c.oid = to_regclass($1)`,
        [name],
      )
      if (table === undefined) return null
      const { entries, dimensions } = table
      return {
        shape: { dimensions, entries },
        search: (vector, page) => searchVectorTable(query, { name, kind, dimensions }, vector, page),
        vectorOf: (entryId) => readTrainedVector(query, name, entryId),
      }
    },
    letGo: () => undefined,
    remove: (name) => dropVectorTable(query, name),
    sweep: async () => {},
    async *madeBefore(timeMs) {
      const rows = await query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'vectors\\_%'`,
      )
      const madeAt = (name: string) => Number(name.split('_')[2])
      for (const { name } of rows) if (TABLE.test(name) && madeAt(name) < timeMs) yield name
    },
  }
}
