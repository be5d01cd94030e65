import { onTestFinished } from 'vitest'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import type { Jobs } from '../../../src-main/service/ports/jobs.ts'
import { readDatabaseUrl } from '../../../src-main/service/store/postgres/read-database-url.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { createTestDatabase } from '../../fixtures/postgres/test-database.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { silentLog } from '../temp-data.ts'

/** Opens the jobs of a node, closed when the running test ends. */
export type OpenNode = () => Promise<Jobs>

/** Nodes of a single-process service: one after the other. */
export async function embeddedNodes(): Promise<OpenNode> {
  const store = openServiceStore(tempFolder())
  onTestFinished(() => store.close())
  return async () => {
    const jobs = new EmbeddedJobs({ rows: store.jobs, log: silentLog, failurePauseMs: 0 })
    onTestFinished(() => jobs.close())
    return jobs
  }
}

/** Nodes on a separate database, which look for jobs this often. */
export async function postgresNodes({ pollSeconds = 0.5 } = {}): Promise<OpenNode> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { connection } = readDatabaseUrl(database.url)
  return async () => {
    const jobs = await openPostgresJobs({ connection, log: silentLog, pollSeconds, failurePauseMs: 0 })
    onTestFinished(() => jobs.close())
    return jobs
  }
}
