import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import type { UploadRow, UploadStore } from '../../ports/upload-store.ts'

const columns =
  'id, account_id AS accountId, filename, file, bytes, picture_id AS pictureId, created_ms AS createdMs, expires_ms AS expiresMs, gone_ms AS goneMs'

/** Uploads, including those that are gone but whose ids are still known. */
export function uploadRows(db: Db): UploadStore {
  const { find, known, present, presentOf, expired, bytesOf } = queries(db)
  const add = db.prepare(`
    INSERT INTO uploads (id, account_id, filename, file, bytes, picture_id, created_ms, expires_ms)
    VALUES (@id, @accountId, @filename, @file, @bytes, @pictureId, @createdMs, @expiresMs)`)
  const markGone = db.prepare('UPDATE uploads SET gone_ms = ? WHERE id = ? AND gone_ms IS NULL')
  const forget = db.prepare('DELETE FROM uploads WHERE gone_ms IS NOT NULL AND created_ms < ?')
  const removeAccount = db.prepare('DELETE FROM uploads WHERE account_id = ?')
  return {
    add: async (row, maxBytes) =>
      durably(db, () => {
        if (maxBytes !== null && bytesOf.get(row.accountId)! + row.bytes > maxBytes) return false
        add.run(row)
        return true
      }),
    find: async (accountId, id) => find.get(id, accountId),
    known: async (accountId, ids) => known.all(accountId, JSON.stringify(ids)),
    present: async () => present.all(),
    presentOf: async (accountId) => presentOf.all(accountId),
    bytesOf: async (accountId) => bytesOf.get(accountId)!,
    expired: async (now) => expired.all(now),
    markGone: async (id, at) => markGone.run(at, id).changes > 0,
    forgetBefore: async (time) => void forget.run(time),
    removeAccount: async (accountId) => void removeAccount.run(accountId),
  }
}

function queries(db: Db) {
  const here = `SELECT ${columns} FROM uploads WHERE gone_ms IS NULL`
  return {
    find: db.prepare<[string, string], UploadRow>(`SELECT ${columns} FROM uploads WHERE id = ? AND account_id = ?`),
    known: db
      .prepare<[string, string], string>(
        'SELECT id FROM uploads WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))',
      )
      .pluck(),
    present: db.prepare<[], UploadRow>(here),
    presentOf: db.prepare<[string], UploadRow>(`${here} AND account_id = ?`),
    expired: db.prepare<[number], UploadRow>(`${here} AND expires_ms <= ?`),
    bytesOf: db
      .prepare<[string], number>('SELECT coalesce(sum(bytes), 0) FROM uploads WHERE gone_ms IS NULL AND account_id = ?')
      .pluck(),
  }
}
