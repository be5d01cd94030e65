import type { UploadRow, UploadStore } from '../../ports/upload-store.ts'
import type { Query } from './database.ts'

/** The columns of an upload in answers. */
export const uploadColumns =
  'id, account_id AS "accountId", filename, file, bytes, picture_id AS "pictureId", created_ms AS "createdMs", expires_ms AS "expiresMs", gone_ms AS "goneMs"'

/** Uploads in PostgreSQL. */
export function uploadRows({ query, repeat }: { query: Query; repeat: Query }): UploadStore {
  const list = (where: string, values: unknown[]) =>
    repeat<UploadRow>(
      `SELECT ${uploadColumns} FROM uploads WHERE gone_ms IS NULL AND ${where} ORDER BY created_ms, id`,
      values,
    )
  return {
    add: async ({ id, accountId, filename, file, bytes, pictureId, createdMs, expiresMs }, maxBytes) => {
      const values = [id, accountId, filename, file, bytes, pictureId, createdMs, expiresMs, maxBytes]
      const [row] = await query<{ isAdded: boolean }>(
        'SELECT add_upload($1, $2, $3, $4, $5, $6, $7, $8, $9) AS "isAdded"',
        values,
      )
      return row!.isAdded
    },
    find: async (accountId, id) =>
      (
        await repeat<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = $1 AND account_id = $2`, [
          id,
          accountId,
        ])
      )[0],
    known: async (accountId, ids) =>
      (
        await repeat<{ id: string }>('SELECT id FROM uploads WHERE account_id = $1 AND id = ANY($2)', [accountId, ids])
      ).map(({ id }) => id),
    present: () => list('true', []),
    presentOf: (accountId) => list('account_id = $1', [accountId]),
    bytesOf: async (accountId) => {
      const [row] = await repeat<{ bytes: number }>('SELECT bytes FROM kept_uploads WHERE account_id = $1', [accountId])
      return row?.bytes ?? 0
    },
    expired: (now) => list('expires_ms <= $1', [now]),
    markGone: async (id, at) =>
      (await query('UPDATE uploads SET gone_ms = $2 WHERE id = $1 AND gone_ms IS NULL RETURNING id', [id, at])).length >
      0,
    forgetBefore: async (time) =>
      void (await repeat('DELETE FROM uploads WHERE gone_ms IS NOT NULL AND created_ms < $1', [time])),
    removeAccount: async (accountId) => {
      await repeat('DELETE FROM uploads WHERE account_id = $1', [accountId])
      await repeat('DELETE FROM kept_uploads WHERE account_id = $1', [accountId])
    },
  }
}
