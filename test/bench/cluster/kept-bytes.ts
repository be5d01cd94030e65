import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { BatchFindings } from '../../../src-main/contract/analysis/operations/batch.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'

/** Enough for the last page of a table not to matter. */
const ROWS = 20_000
const DIMENSIONS = 256
const AT_ONCE = 500

/** Thirty tags in one language. */
const findings: BatchFindings = {
  results: {
    tags: { tags: Array.from({ length: 30 }, (_, n) => ({ confidence: 97.12 - n, tag: { en: `tag number ${n}` } })) },
  },
  errors: {},
}

/**
 * PostgreSQL's storage of an upload, an index entry and a picture of a batch: bytes of table and indexes for each. The
 * database must be empty except for a service's tables.
 */
export async function measureKeptBytes(url: string, log: Parameters<typeof openPostgres>[0]['log']) {
  const { store, indexes } = await openPostgres({ url, log })
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    for (let n = 0; n < ROWS; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => store.uploads.add(uploadRow(n + i), null)))
    const key = { owner: 'bench', kind: 'categories', categorizerId: 'general_v3', indexId: 'bench' } as const
    for (let n = 0; n < ROWS; n += AT_ONCE) {
      const entries = Array.from({ length: AT_ONCE }, (_, i) => ({
        entryId: `photo-${n + i}`,
        vector: Float32Array.from(randomBytes(DIMENSIONS)),
        picture: randomBytes(32).toString('base64url'),
      }))
      const traits = { dimensions: DIMENSIONS, model: 'bench', featuresType: null }
      await indexes.entries.save(key, entries, () => traits, Date.now())
    }
    const batch = { id: 'bench', accountId: 'bench', operations: {}, callbackUrl: null, createdMs: Date.now() }
    const pictures = Array.from({ length: ROWS }, () => ({ image_upload_id: randomBytes(12).toString('hex') }))
    await store.batches.add(batch as Parameters<typeof store.batches.add>[0], pictures, 1)
    await client.query('UPDATE batch_pictures SET findings = $1', [JSON.stringify(findings)])
    await client.query('VACUUM FULL batch_pictures')
    const { rows } = await client.query<{ table: string; bytes: string }>(
      `SELECT relname AS table, pg_total_relation_size(oid) AS bytes FROM pg_class
       WHERE relname IN ('uploads', 'entries', 'alterations', 'batch_pictures') AND relkind = 'r'`,
    )
    return Object.fromEntries(
      rows.map(({ table, bytes }) => [table, { 'bytes a row': Math.round(Number(bytes) / ROWS) }]),
    )
  } finally {
    await client.end()
    await store.close()
  }
}

function uploadRow(n: number) {
  const at = Date.now()
  return {
    id: randomBytes(12).toString('hex'),
    accountId: `account-${n % 100}`,
    filename: `DSC_${n}.jpg`,
    file: `uploads/${randomBytes(16).toString('hex')}`,
    bytes: 5_000_000,
    pictureId: randomBytes(32).toString('base64url'),
    createdMs: at,
    expiresMs: at + 86_400_000,
  }
}
