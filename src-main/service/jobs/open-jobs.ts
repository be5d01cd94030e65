import type { Jobs } from '../ports/jobs.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { JobRows } from '../store/sqlite/job-rows.ts'
import type { DatabaseAddress } from '../store/postgres/read-database-url.ts'
import type { Clock } from '../timers/clock.ts'
import { EmbeddedJobs } from './embedded/embedded-jobs.ts'

/** Where jobs are kept: in the SQLite file of this process, or in a PostgreSQL database shared by nodes. */
export type JobsPlace = { rows: JobRows } | { connection: DatabaseAddress['connection'] }

/** Opens the jobs of a service; jobs of a killed process run again. */
export async function openJobs(place: JobsPlace, log: ServiceLog, clock?: Clock): Promise<Jobs> {
  if ('rows' in place) return new EmbeddedJobs({ rows: place.rows, log, ...(clock && { clock }) })
  const { openPostgresJobs } = await import('./postgres/open-postgres-jobs.ts')
  return openPostgresJobs({ connection: place.connection, log })
}
