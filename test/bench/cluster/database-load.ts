import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { PostgresServer } from '../../fixtures/postgres/postgres-server.ts'

/** A PostgreSQL server's work since it started. */
export type DatabaseLoad = {
  /** Processor time of all its processes, in milliseconds. */
  cpuMs: number
  /** Bytes written to the write-ahead log. */
  walBytes: number
  /** Committed and rolled back transactions; a single statement is one. */
  transactions: number
}

export type LoadReader = { read(): Promise<DatabaseLoad>; close(): Promise<void> }

/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10

/** Reads the load of a server on this machine over a separate connection. Works on Linux. */
export async function openLoadReader(server: PostgresServer): Promise<LoadReader> {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  return {
    async read() {
      // an idle connection's counts arrive late
      await client.query('SELECT pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ wal: string; transactions: string }>(
        `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal,
          (SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database) AS transactions`,
      )
      const { wal, transactions } = rows[0]!
      return { cpuMs: cpuOf(server.pid()!), walBytes: Number(wal), transactions: Number(transactions) }
    },
    close: () => client.end(),
  }
}

/** Of a process, of its ended children, and of its running ones. */
function cpuOf(pid: number): number {
  const ticks = (of: number, fields: readonly number[]) => {
    const values = readFileSync(`/proc/${of}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.reduce((sum, field) => sum + Number(values[field]), 0)
  }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const [user, system, childrenUser, childrenSystem] = [11, 12, 13, 14]
  const own = ticks(pid, [user, system, childrenUser, childrenSystem])
  return MS_A_TICK * children.reduce((sum, child) => sum + ticks(Number(child), [user, system]), own)
}
