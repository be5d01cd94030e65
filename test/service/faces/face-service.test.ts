import { describe } from 'vitest'
import { openServiceStore } from '../../../src-main/service/store/sqlite/service-store.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'
import { testFaceTickets } from './face-tickets-contract.ts'
import { testKnownFaces } from './known-faces-contract.ts'
import { openFaces, type OpenFaces } from './open-faces.ts'
import { testPeople } from './people-contract.ts'

const sqlite: OpenFaces = () => {
  const folder = tempFolder('faces')
  return openFaces(() => openServiceStore(folder))
}
const postgres: OpenFaces = async () => {
  const { url } = await createTestDatabase()
  return openFaces(async () => (await openPostgres({ url, log: silentLog })).store)
}

describe.each([
  ['SQLite', sqlite, true],
  ['PostgreSQL', postgres, hasPostgres],
] as const)('faces in %s', (_name, open, isHere) => {
  describe.runIf(isHere)('by id', () => testKnownFaces(open))
  describe.runIf(isHere)('as people', () => testPeople(open))
  describe.runIf(isHere)('by ticket', () => testFaceTickets(open))
})
