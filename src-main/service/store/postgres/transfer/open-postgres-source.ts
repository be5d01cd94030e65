import { AppError } from '../../../../contract/errors.ts'
import type { Counter, SourceSide } from '../../transfer/side.ts'
import { tables } from '../../transfer/tables.ts'
import { Database } from '../database.ts'
import { readDatabaseUrl, SCHEMA } from '../read-database-url.ts'
import { explainDatabase } from '../explain-database.ts'
import { migrations } from '../migrations/migrations.ts'
import { holdDatabase, type HeldDatabase } from './hold-database.ts'
import { JOBS, postgresReader } from './postgres-reader.ts'

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/**
 * Takes a service's database and opens it read-only, as of one moment. Throws AppError: `bad-params` if it has no
 * service or one of another version, `library-in-use` if nodes are running, `service-unreachable`.
 */
export async function openPostgresSource(url: string): Promise<SourceSide> {
  const database = new Database({ address: readDatabaseUrl(url), log: silentLog })
  try {
    const held = await open(database)
    const { client } = held
    const { rows } = await client.query<{ job: string | null }>('SELECT to_regclass($1) AS job', [`${JOBS}.job`])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return {
      title: `the database ${database.place}`,
      ...postgresReader(client, () => rows[0]!.job !== null),
      counters: () => countersOf(held),
      // Checks now, outside the transaction, which cannot see nodes that started later.
      checkIdle: () => checkNow(database),
      close: async () => {
        await held.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw explainDatabase(error, database)
  }
}

async function open(database: Database): Promise<HeldDatabase> {
  await checkLayout(database)
  return holdDatabase(database)
}

async function checkLayout(database: Database): Promise<void> {
  const [found] = await database.query<{ list: string | null }>('SELECT to_regclass($1) AS list', [
    `${SCHEMA}.migrations`,
  ])
  if (found!.list === null)
    throw new AppError('bad-params', `There is no service in the database ${database.place}. Check its address.`)
  const names = (await database.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.migrations`)).map(
    ({ name }) => name,
  )
  if (names.some((name) => !migrations.some((known) => known.name === name)))
    throw new AppError(
      'library-too-new',
      `The database ${database.place} was used by a newer version of this program. Update the program.`,
    )
  if (names.length < migrations.length)
    throw new AppError(
      'bad-params',
      `The database ${database.place} was used by an earlier version of this program. Start a node with this version once and stop it again, then migrate.`,
    )
}

async function checkNow(database: Database): Promise<void> {
  const [row] = await database.query<{ alive: number }>(
    'SELECT count(*) AS alive FROM nodes WHERE alive_until > clock_timestamp()',
  )
  if (row!.alive > 0)
    throw new AppError(
      'library-in-use',
      `A node of the service was started on the database ${database.place} meanwhile, so that nothing was moved. Stop it, and migrate again.`,
    )
}

async function countersOf({ client }: HeldDatabase): Promise<Counter[]> {
  const counters: Counter[] = []
  for (const table of tables) {
    if (table.counted === undefined) continue
    const { column, sequence } = table.counted
    const name = sequence ?? (await sequenceOf(client, table.name, column))
    const { rows } = await client.query<{ last: number }>(
      `SELECT greatest(CASE WHEN is_called THEN last_value ELSE 0 END, (SELECT coalesce(max(${column}), 0) FROM ${table.name})) AS last FROM ${name}`,
    )
    counters.push({ table, last: rows[0]!.last })
  }
  return counters
}

/** The name of the sequence that fills a column. */
export async function sequenceOf(client: HeldDatabase['client'], table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT pg_get_serial_sequence($1, $2) AS name', [
    `${SCHEMA}.${table}`,
    column,
  ])
  return rows[0]!.name
}
