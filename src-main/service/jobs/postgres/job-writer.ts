import type { Db } from 'pg-boss'
import { FAILURE_PAUSE_MS, MAX_FAILURES } from '../../ports/jobs.ts'
import type { DatabaseAddress } from '../../store/postgres/read-database-url.ts'
import { fromRow } from '../../store/transfer/waiting-jobs.ts'
import type { Row } from '../../store/transfer/table.ts'
import { createQueues, deadQueue } from './queues.ts'
import { SCHEMA } from './open-postgres-jobs.ts'

/** A connection in whose transaction the jobs are written. */
type Transaction = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/** Stores jobs that waited in another queue. */
export type JobWriter = {
  write(rows: readonly Row[], transaction: Transaction): Promise<void>
  close(): Promise<void>
}

/** Opens the library's tables, which are created if needed; no job runs meanwhile. */
export async function openJobWriter(connection: DatabaseAddress['connection']): Promise<JobWriter> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    ...connection,
    application_name: 'lumafold-migration',
    max: 1,
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    registerInstance: false,
  })
  boss.on('error', () => {}) // the caller gets the error
  await boss.start()
  const made = new Set<string>()
  return {
    async write(rows, transaction) {
      const db: Db = {
        executeSql: async (text, values) => transaction.query(text, values) as ReturnType<Db['executeSql']>,
      }
      for (const row of rows) {
        const { queue, key, owner, data, attempt, failures, dueMs } = fromRow(row)
        if (!made.has(queue)) await createQueues(boss, queue, FAILURE_PAUSE_MS)
        made.add(queue)
        const name = failures >= MAX_FAILURES ? deadQueue(queue) : queue
        const job = { data: { data, attempt, owner }, singletonKey: key, startAfter: new Date(dueMs).toISOString() }
        await boss.insert(name, [job], { db })
      }
    },
    close: () => boss.stop({ graceful: false }),
  }
}
