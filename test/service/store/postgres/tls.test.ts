import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../../src-main/service/store/postgres/open-postgres.ts'
import { canMakeCertificates, makeCertificate, type TestCertificate } from '../../../fixtures/certificates.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { startPostgres, type PostgresServer } from '../../../fixtures/postgres/postgres-server.ts'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { silentLog } from '../../temp-data.ts'

describe.skipIf(!hasPostgres || !canMakeCertificates)('PostgreSQL over TLS', () => {
  let server: PostgresServer
  let folder: string
  let own: TestCertificate
  let other: TestCertificate
  beforeAll(async () => {
    folder = makeTempFolder('certificates')
    own = makeCertificate({ folder })
    other = makeCertificate({ folder, name: 'other' })
    server = await startPostgres({ tls: own })
  })
  afterAll(async () => {
    await server.remove()
    removeFolder(folder)
  })

  /** Whether the connections of an opened store were encrypted. */
  async function isEncrypted(query: string): Promise<boolean> {
    const { store } = await openPostgres({ url: `${server.url()}?${query}`, log: silentLog })
    const client = new Client({ connectionString: server.url() })
    await client.connect()
    const { rows } = await client.query<{ all: boolean }>(
      "SELECT bool_and(s.ssl) AS all FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'lumafold'",
    )
    await client.end()
    await store.close()
    return rows[0]!.all
  }

  test('connections are encrypted if sslmode requires it', { tags: 'night' }, async () => {
    expect(await isEncrypted('sslmode=disable')).toBe(false)
    expect(await isEncrypted('sslmode=require')).toBe(true)
    expect(await isEncrypted(`sslmode=verify-full&sslrootcert=${own.certFile}`)).toBe(true)
  })

  test('a server without a trusted certificate is refused', async () => {
    await expect(isEncrypted('sslmode=verify-full')).rejects.toMatchObject({ code: 'service-unreachable' })
    await expect(isEncrypted(`sslmode=verify-ca&sslrootcert=${other.certFile}`)).rejects.toMatchObject({
      code: 'service-unreachable',
    })
  })
})
