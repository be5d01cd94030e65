import { expect, test } from 'vitest'
import { openIndexDb } from '../../../src-main/indexes/store/sqlite/open-index-db.ts'
import { openServiceDb } from '../../../src-main/service/store/sqlite/open-service-db.ts'
import { Database } from '../../../src-main/service/store/postgres/database.ts'
import { readDatabaseUrl } from '../../../src-main/service/store/postgres/read-database-url.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { tables } from '../../../src-main/service/store/transfer/tables.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'

/** Tables that do not move, each with the reason. */
const unmoved: Record<'sqlite' | 'postgres', Readonly<Record<string, string>>> = {
  sqlite: {
    jobs: 'moves as jobs, see `waiting-jobs.ts`',
    revisions: 'tells other processes of changes',
    sqlite_sequence: 'numbers go on behind the largest, see `counted`',
  },
  postgres: {
    migrations: 'the layout of this database',
    account_meters: 'made with each account; counts the requests of the last second',
    recent_arrivals: 'requests of the last second',
    nodes: 'nodes that live, of which there are none',
    admissions: 'requests under way, of which there are none',
    kept_uploads: 'sums of uploads, kept by triggers',
    batch_turns: 'start again, made from the batches',
  },
}

type Layout = Record<string, string[]>

/** Differences between a layout and the list of tables to move, in both directions. */
function differences(layout: Layout, known: Layout, left: Readonly<Record<string, string>>): string[] {
  const moved = Object.entries(layout).filter(([name]) => !Object.hasOwn(left, name))
  const unknown = moved.flatMap(([name, columns]) =>
    columns.filter((column) => !known[name]?.includes(column)).map((column) => `${name}.${column} is not moved`),
  )
  const gone = Object.entries(known).flatMap(([name, columns]) =>
    columns.filter((column) => !layout[name]?.includes(column)).map((column) => `${name}.${column} is not there`),
  )
  return [...unknown, ...gone]
}

const HINT =
  'lumafold service migrate: say in src-main/service/store/transfer/tables.ts how this moves, or here why not'

test('every table and column of SQLite is moved, or listed as staying', () => {
  const folder = tempFolder()
  const service = openServiceDb(folder)
  const indexes = openIndexDb(folder)
  const layout: Layout = {}
  for (const db of [service, indexes.db])
    for (const name of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[])
      layout[name] = (db.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name)
  service.close()
  indexes.close()
  const known = Object.fromEntries(
    tables.map(({ sqlite, columns, only }) => [
      sqlite,
      [...columns.map((one) => one.sqlite ?? one.name), ...only.sqlite],
    ]),
  )
  expect(differences(layout, known, unmoved.sqlite), HINT).toEqual([])
})

test.runIf(hasPostgres)('every table and column of PostgreSQL is moved, or listed as staying', async () => {
  const { url, drop } = await createTestDatabase({ isEmpty: true })
  const { store } = await openPostgres({ url, log: silentLog })
  const database = new Database({ address: readDatabaseUrl(url), log: silentLog })
  const rows = await database.query<{ table_name: string; column_name: string }>(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'lumafold'",
  )
  await database.close()
  await store.close()
  await drop()
  const layout: Layout = {}
  for (const { table_name, column_name } of rows) (layout[table_name] ??= []).push(column_name)
  const known = Object.fromEntries(
    tables.map(({ name, columns, only }) => [name, [...columns.map((one) => one.name), ...only.postgres]]),
  )
  expect(differences(layout, known, unmoved.postgres), HINT).toEqual([])
})
