import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from '../fixtures/cluster/cluster.ts'
import { until } from '../fixtures/until.ts'
import { runCli } from '../shells/cli/run-cli.ts'
import type { Lane } from './lane.ts'

/** By then all nodes know of it, and active calls have ended. */
const KNOWN_MS = 5000
const FORGOTTEN_MS = 120_000

export type Removal = {
  /** Checks whether the account's calls have stopped, and whether nothing is left of it. */
  check(): Promise<void>
}

/** Deletes an account during its work, as its operator does. */
export async function removeAccount(
  cluster: Cluster,
  { requester, ledger, callbacks, state, name }: Lane,
): Promise<Removal> {
  const { key } = requester.account
  const url = cluster.postgres.url()
  const id = await ask(url, 'SELECT id FROM accounts WHERE key = $1', [key]).then(([row]) => String(row?.['id']))
  requester.isEnding = true
  const data = cluster.nodes[0]!.dataDir
  const { code, stderr } = await runCli(data, 'account', 'delete', key, '--data', data, '--database', url)
  if (code !== 0) state.fault(`${name} could not be deleted: ${stderr}`)
  state.note(`the account of ${name} is deleted`)
  await pause(KNOWN_MS)
  requester.isRemoved = true
  const listed = () =>
    [...ledger.tickets.keys(), ...ledger.batches.keys()].map((ticket) => callbacks.called.get(ticket) ?? 0)
  const before = listed().length === 0 ? [] : listed()
  return {
    async check() {
      const after = listed()
      if (after.join() !== before.join())
        state.fault(`${name} was called after its account was deleted: ${before.join()}, then ${after.join()}`)
      let left: string[] = []
      await until(
        'nothing is left of a deleted account',
        async () => (left = await listRows(url, id)).length === 0,
        FORGOTTEN_MS,
      ).catch(() => state.fault(`${name}: of the deleted account there is left: ${left.join(', ')}`))
    },
  }
}

/** Tables that have rows of an account. */
async function listRows(url: string, id: string): Promise<string[]> {
  const columns = await ask(
    url,
    `SELECT quote_ident(table_name) AS place, quote_ident(column_name) AS owner FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND data_type = 'text'
       AND (column_name IN ('owner', 'account', 'account_id') OR table_name = 'accounts' AND column_name = 'id')`,
  )
  const left: string[] = []
  for (const { place, owner } of columns) {
    const [row] = await ask(url, `SELECT count(*)::int AS rows FROM ${String(place)} WHERE ${String(owner)} = $1`, [id])
    if (row!['rows'] !== 0) left.push(`${String(row!['rows'])} of ${String(place)}`)
  }
  return left
}

async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
