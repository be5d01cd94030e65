import type { Db } from '../../../../base/sqlite/connect.ts'
import type { Side } from '../../transfer/side.ts'
import type { Row, Table, Value } from '../../transfer/table.ts'
import { jobTable, REPEATED, toRow, type WaitingJob } from '../../transfer/waiting-jobs.ts'
import { fromStored, selectRows } from './table-sql.ts'

/** Both files of a data folder; `indexes` is null if there is none. */
export type Files = { service: Db; indexes: Db | null }

const PAGE_ROWS = 1000
const PAGE_BYTES = 4 * 1024 * 1024

/** Of two with the same key, one is active and one waits, which replaces it. */
const selectJobs = `
  SELECT queue, job_key || CASE WHEN failures + is_taken >= 2 AND job_key NOT LIKE '%/given-up' THEN '/given-up' ELSE '' END AS key,
    coalesce(owner, '') AS owner, data, attempt, failures + is_taken AS failures, due_ms AS dueMs
  FROM jobs AS one
  WHERE queue NOT LIKE '${REPEATED}%' AND (is_taken = 0 OR NOT EXISTS (
    SELECT 1 FROM jobs WHERE queue = one.queue AND job_key = one.job_key AND is_taken = 0))
  ORDER BY 1, 2`

/** Reads the content of a data folder. */
export function sqliteReader(files: Files): Pick<Side, 'count' | 'read' | 'hasUpload'> {
  const upload = files.service.prepare('SELECT 1 FROM uploads WHERE id = ?')
  return {
    count: async (table) => count(files, table),
    read: (table) => pages(rowsOf(files, table)),
    hasUpload: async (id) => upload.get(id) !== undefined,
  }
}

export const fileOf = (files: Files, { file }: Table): Db | null => files[file]

function count(files: Files, table: Table): number {
  const sql = table === jobTable ? `SELECT count(*) FROM (${selectJobs})` : `SELECT count(*) FROM ${table.sqlite}`
  return (fileOf(files, table)?.prepare(sql).pluck().get() as number | undefined) ?? 0
}

function* rowsOf(files: Files, table: Table): Generator<Row> {
  if (table === jobTable) {
    for (const job of files.service.prepare<[], WaitingJob & { data: string }>(selectJobs).iterate())
      yield toRow({ ...job, data: JSON.parse(job.data) })
    return
  }
  const rows = fileOf(files, table)?.prepare<[], (string | number | Buffer | null)[]>(selectRows(table)).raw()
  for (const stored of rows?.iterate() ?? []) yield fromStored(table, stored)
}

async function* pages(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let page: Row[] = []
  let bytes = 0
  for (const row of rows) {
    page.push(row)
    bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0)
    if (page.length < PAGE_ROWS && bytes < PAGE_BYTES) continue
    yield page
    page = []
    bytes = 0
  }
  if (page.length > 0) yield page
}

const sizeOf = (value: Value): number => (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8)
