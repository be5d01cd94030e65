import { describe } from 'vitest'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import { silentLog } from '../temp-data.ts'
import { testFaceNodes } from './face-nodes-contract.ts'
import { testFaceTickets } from './face-tickets-contract.ts'
import { testKnownFaces } from './known-faces-contract.ts'
import { openFaces, type OpenFaces } from './open-faces.ts'
import { testPeople } from './people-contract.ts'

const sqlite: OpenFaces = () => {
  const folder = tempFolder('faces')
  return openFaces(async () => {
    const store = openServiceStore(folder)
    return { store, jobs: new EmbeddedJobs({ rows: store.jobs, log: silentLog, failurePauseMs: 0 }) }
  })
}
const postgres: OpenFaces = async () => {
  const { url } = await createTestDatabase()
  return openFaces(async () => {
    const { store, connection } = await openPostgres({ url, log: silentLog })
    return { store, jobs: await openPostgresJobs({ connection, log: silentLog, pollSeconds: 0.5, failurePauseMs: 0 }) }
  })
}

describe.each([
  ['SQLite', sqlite, true],
  ['PostgreSQL', postgres, hasPostgres],
] as const)('faces in %s', (name, open, isHere) => {
  describe.runIf(isHere)('by id', () => testKnownFaces(open))
  describe.runIf(isHere)('as people', () => testPeople(open))
  describe.runIf(isHere)('by ticket', () => testFaceTickets(open))
  if (name === 'PostgreSQL') describe.runIf(isHere)('on several nodes', () => testFaceNodes(open))
})
