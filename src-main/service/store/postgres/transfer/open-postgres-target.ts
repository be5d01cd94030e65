import type { Client } from 'pg'
import { AppError, messageOf } from '../../../../contract/errors.ts'
import type { JobWriter } from '../../../jobs/postgres/job-writer.ts'
import type { ServiceLog } from '../../../ports/service-log.ts'
import type { Counter, TargetSide } from '../../transfer/side.ts'
import { nameOfRow, type Row, type Table } from '../../transfer/table.ts'
import { tables } from '../../transfer/tables.ts'
import { jobTable, REPEATED } from '../../transfer/waiting-jobs.ts'
import { Database } from '../database.ts'
import { readDatabaseUrl, type DatabaseAddress } from '../read-database-url.ts'
import { explainDatabase } from '../explain-database.ts'
import { migrate } from '../migrate.ts'
import { holdDatabase, type HeldDatabase } from './hold-database.ts'
import { JOBS, postgresReader } from './postgres-reader.ts'
import { sequenceOf } from './open-postgres-source.ts'
import { insertRows, toArrays } from './table-sql.ts'

export type PostgresTargetOptions = {
  url: string
  log: ServiceLog
  /** Opens a writer for the queue's own tables, which are created if needed. */
  openJobs(connection: DatabaseAddress['connection']): Promise<JobWriter>
}

/**
 * Takes an empty database and migrates it. All rows are written in one transaction, so that a move that ends early
 * leaves it empty. Throws AppError: `bad-params` if it has content, `library-in-use` if nodes are running.
 */
export async function openPostgresTarget({ url, log, openJobs }: PostgresTargetOptions): Promise<TargetSide> {
  await using opening = new AsyncDisposableStack()
  const address = readDatabaseUrl(url)
  const database = new Database({ address, log })
  opening.defer(() => database.close())
  try {
    await migrate(database, log)
    const held = await holdDatabase(database)
    opening.defer(() => held.close())
    const jobs = await openJobs(address.connection)
    opening.defer(() => jobs.close())
    await refuseUsed(held.client, database.place)
    const open = opening.move()
    return {
      title: `the database ${database.place}`,
      ...target(held, jobs, database.place),
      close: () => open.disposeAsync(),
    }
  } catch (error) {
    throw explainDatabase(error, database)
  }
}

function target(held: HeldDatabase, jobs: JobWriter, place: string): Omit<TargetSide, 'title' | 'close'> {
  const { client } = held
  let isBegun = false
  /** Readers and writers of other programs, should any have bypassed the locks, wait from here on. */
  const begin = async () => {
    if (isBegun) return
    isBegun = true
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`)
    await refuseUsed(client, place)
  }
  const reader = postgresReader(client, () => true)
  return {
    ...reader,
    async *read(table) {
      await begin()
      yield* reader.read(table)
    },
    async write(table, rows) {
      await begin()
      if (table === jobTable) await jobs.write(rows, client)
      else await writeRows(client, table, rows)
    },
    derive: (counters) => derive(client, counters),
    async finish() {
      await held.checkIdle()
      await client.query('COMMIT')
    },
  }
}

async function refuseUsed(client: Client, place: string): Promise<void> {
  const checks = tables.map(({ name, title }) => `SELECT '${title}' AS title WHERE EXISTS (SELECT FROM ${name})`)
  checks.push(
    `SELECT 'waiting jobs' WHERE EXISTS (SELECT FROM ${JOBS}.job WHERE state < 'completed' AND name NOT LIKE '${REPEATED}%' AND data ? 'attempt')`,
  )
  const { rows } = await client.query<{ title: string }>(checks.join(' UNION ALL '))
  if (rows.length === 0) return
  throw new AppError(
    'bad-params',
    `The database ${place} holds a service already (${rows.map(({ title }) => title).join(', ')}), and a migration never mixes two. Make an empty database, and name that one.`,
  )
}

async function writeRows(client: Client, table: Table, rows: readonly Row[]): Promise<void> {
  refuseImpossibleText(table, rows)
  try {
    await client.query(insertRows(table), toArrays(table, rows))
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('23')) throw error
    throw new AppError(
      'library-damaged',
      `The ${table.title} do not fit together (${messageOf(error)}). Nothing was moved.`,
      { cause: error },
    )
  }
}

/** PostgreSQL cannot store U+0000. */
function refuseImpossibleText(table: Table, rows: readonly Row[]): void {
  const isImpossible = (value: Row[number], i: number) =>
    typeof value === 'string' && (table.columns[i]!.type === 'json' ? /\\u0000/.test(value) : value.includes('\0'))
  const row = rows.find((values) => values.some(isImpossible))
  if (row === undefined) return
  throw new AppError(
    'bad-params',
    `Of the ${table.title}, "${nameOfRow(table, row).replaceAll('\0', '\\u0000')}" has text with the character U+0000, which PostgreSQL cannot keep. Delete it in the service, then migrate again. Nothing was moved.`,
  )
}

/** Counts of entries, turns of batches, statistics for the planner, and sequences. */
async function derive(client: Client, counters: readonly Counter[]): Promise<void> {
  await client.query(`UPDATE indexes SET entry_count = counted.entries FROM (
    SELECT index_row, count(*) AS entries FROM entries GROUP BY index_row) AS counted WHERE index_row = indexes.id`)
  await client.query(`UPDATE indexes SET pending_count = counted.changed FROM (
    SELECT index_row, count(*) AS changed FROM alterations GROUP BY index_row) AS counted WHERE index_row = indexes.id`)
  await client.query(`INSERT INTO batch_turns (account_id) SELECT account_id FROM (
    SELECT account_id FROM batches GROUP BY account_id ORDER BY min(created_ms)) AS oldest`)
  await client.query(`ANALYZE ${tables.map(({ name }) => name).join(', ')}`)
  for (const { table, last } of counters) {
    if (last === 0) continue
    const { column, sequence } = table.counted!
    const name = sequence ?? (await sequenceOf(client, table.name, column))
    await client.query('SELECT setval($1, $2)', [name, last])
  }
}
