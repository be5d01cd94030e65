import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { Side } from '../../transfer/side.ts'
import type { Row, Table } from '../../transfer/table.ts'
import { jobTable, REPEATED, toRow, type WaitingJob } from '../../transfer/waiting-jobs.ts'
import { fromGiven, selectRows } from './table-sql.ts'

const PAGE_ROWS = 500
/** The schema of the library's jobs, and the suffix of queues of given-up jobs. */
export const JOBS = 'lumafold_jobs'
const GIVEN_UP = '-given-up'

/** Waiting jobs of the library's table; of two with the same key, the one that has already run. */
const selectJobs = `
  SELECT queue, key, owner, data, attempt, failures, "dueMs" FROM (
    SELECT DISTINCT ON (queue, key) * FROM (
      SELECT queue, key || CASE WHEN failures >= 2 AND key NOT LIKE '%/given-up' THEN '/given-up' ELSE '' END AS key,
        owner, data, attempt, failures, "dueMs", state
      FROM (
        SELECT regexp_replace(name, '${GIVEN_UP}$', '') AS queue, coalesce(singleton_key, id::text) AS key,
          coalesce(data->>'owner', '') AS owner, data->'data' AS data, (data->>'attempt')::integer AS attempt,
          CASE WHEN name LIKE '%${GIVEN_UP}' THEN 2 ELSE retry_count + (state = 'active')::integer END AS failures,
          floor(extract(epoch FROM start_after) * 1000)::bigint AS "dueMs", state
        FROM ${JOBS}.job WHERE state < 'completed' AND name NOT LIKE '${REPEATED}%' AND data ? 'attempt'
      ) AS waiting
    ) AS named ORDER BY queue, key, state DESC
  ) AS one ORDER BY queue COLLATE "C", key COLLATE "C"`

/** Reads the content of a database over one connection. */
export function postgresReader(client: Client, hasJobs: () => boolean): Pick<Side, 'count' | 'read' | 'hasUpload'> {
  return {
    async count(table) {
      if (table === jobTable && !hasJobs()) return 0
      const source = table === jobTable ? `(${selectJobs}) AS jobs` : table.name
      const { rows } = await client.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${source}`)
      return rows[0]!.rows
    },
    read: (table) => (table === jobTable && !hasJobs() ? none() : readPages(client, table)),
    async hasUpload(id) {
      return (await client.query('SELECT FROM uploads WHERE id = $1', [id])).rowCount === 1
    },
  }
}

async function* none(): AsyncGenerator<readonly Row[]> {}

async function* readPages(client: Client, table: Table): AsyncGenerator<readonly Row[]> {
  const cursor = `rows_${randomBytes(6).toString('hex')}`
  await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${table === jobTable ? selectJobs : selectRows(table)}`)
  for (;;) {
    const page = await fetchPage(client, cursor, table)
    if (page.length > 0) yield page
    if (page.length < PAGE_ROWS) break
  }
  await client.query(`CLOSE ${cursor}`)
}

async function fetchPage(client: Client, cursor: string, table: Table): Promise<Row[]> {
  const text = `FETCH ${PAGE_ROWS} FROM ${cursor}`
  if (table === jobTable) return (await client.query<WaitingJob>(text)).rows.map(toRow)
  const { rows } = await client.query({ text, rowMode: 'array' })
  return rows.map((row) => fromGiven(table, row as unknown[] as Parameters<typeof fromGiven>[1]))
}
