import type { ServiceLog } from '../ports/service-log.ts'
import type { SourceSide, TargetSide } from '../store/transfer/side.ts'
import { keepSamePictures, type ServicePlace } from './service-place.ts'

/** Opens the side that is moved. Neither engine is loaded where the other is used. */
export async function openSource({ dataDir, database }: ServicePlace): Promise<SourceSide> {
  if (database !== undefined) {
    const { openPostgresSource } = await import('../store/postgres/transfer/postgres-source.ts')
    return openPostgresSource(database)
  }
  const { openSqliteSource } = await import('../store/sqlite/transfer/sqlite-source.ts')
  return openSqliteSource(dataDir)
}

/** Opens the side that it is moved to. */
export async function openTarget(from: ServicePlace, to: ServicePlace, log: ServiceLog): Promise<TargetSide> {
  if (to.database !== undefined) {
    const { openPostgresTarget } = await import('../store/postgres/transfer/postgres-target.ts')
    const { openJobWriter } = await import('../jobs/postgres/write-jobs.ts')
    return openPostgresTarget({ url: to.database, log, openJobs: openJobWriter })
  }
  const { openSqliteTarget } = await import('../store/sqlite/transfer/sqlite-target.ts')
  return openSqliteTarget(to.dataDir, { keepsPictures: keepSamePictures(from, to) })
}
