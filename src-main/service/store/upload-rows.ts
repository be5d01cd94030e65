import type { Db } from '../../sqlite/connect.ts'
import { durably } from '../../sqlite/durably.ts'

/** An upload as stored; `file` is its name in the folder of uploads, `goneMs` when it was deleted or expired. */
export type UploadRow = {
  id: string
  accountId: string
  filename: string
  file: string
  bytes: number
  pictureId: string
  createdMs: number
  expiresMs: number
  goneMs: number | null
}

const columns =
  'id, account_id AS accountId, filename, file, bytes, picture_id AS pictureId, created_ms AS createdMs, expires_ms AS expiresMs, gone_ms AS goneMs'

/** Uploads, also those that are gone and whose ids are still known. */
export function uploadRows(db: Db) {
  const add = db.prepare(`
    INSERT INTO uploads (id, account_id, filename, file, bytes, picture_id, created_ms, expires_ms)
    VALUES (@id, @accountId, @filename, @file, @bytes, @pictureId, @createdMs, @expiresMs)`)
  const find = db.prepare<[string, string], UploadRow>(`SELECT ${columns} FROM uploads WHERE id = ? AND account_id = ?`)
  const present = db.prepare<[], UploadRow>(`SELECT ${columns} FROM uploads WHERE gone_ms IS NULL`)
  const expired = db.prepare<[number], UploadRow>(
    `SELECT ${columns} FROM uploads WHERE gone_ms IS NULL AND expires_ms <= ?`,
  )
  const presentOf = db.prepare<[string], UploadRow>(
    `SELECT ${columns} FROM uploads WHERE gone_ms IS NULL AND account_id = ?`,
  )
  const bytesOf = db
    .prepare<[string], number>('SELECT coalesce(sum(bytes), 0) FROM uploads WHERE gone_ms IS NULL AND account_id = ?')
    .pluck()
  const markGone = db.prepare('UPDATE uploads SET gone_ms = ? WHERE id = ? AND gone_ms IS NULL')
  const forget = db.prepare('DELETE FROM uploads WHERE gone_ms IS NOT NULL AND created_ms < ?')
  const removeAccount = db.prepare('DELETE FROM uploads WHERE account_id = ?')
  return {
    /** On the disk when this returns: whoever is told its id relies on it. */
    add: (row: Omit<UploadRow, 'goneMs'>): void => durably(db, () => void add.run(row)),
    find: (accountId: string, id: string): UploadRow | undefined => find.get(id, accountId),
    /** Those that are not gone. */
    present: (): UploadRow[] => present.all(),
    presentOf: (accountId: string): UploadRow[] => presentOf.all(accountId),
    /** Bytes of those of an account that are not gone. */
    bytesOf: (accountId: string): number => bytesOf.get(accountId) ?? 0,
    /** Those whose time has passed and that are not marked as gone. */
    expired: (now: number): UploadRow[] => expired.all(now),
    /** False where it was gone already. */
    markGone: (id: string, at: number): boolean => markGone.run(at, id).changes > 0,
    /** Forgets ids of uploads that are gone and were made before a time. */
    forgetBefore: (time: number): number => forget.run(time).changes,
    removeAccount: (accountId: string): void => void removeAccount.run(accountId),
  }
}
