import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import { readDatabaseUrl } from '../../../src-main/service/store/postgres/read-database-url.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'

/** A node that prints `taken` when it has a job, and works on it until it is killed: `node victim.ts FOLDER_OR_URL`. */
const [place = ''] = process.argv.slice(2)
const log = { error: () => {}, warn: () => {} }

const jobs = place.startsWith('postgres:')
  ? await openPostgresJobs({ connection: readDatabaseUrl(place).connection, log, pollSeconds: 0.5 })
  : new EmbeddedJobs({ rows: openServiceStore(place).jobs, log })
await jobs.work('test', {
  concurrency: 1,
  run: () => {
    process.stdout.write('taken\n')
    return new Promise(() => setInterval(() => {}, 1000))
  },
  giveUp: async () => {},
})
