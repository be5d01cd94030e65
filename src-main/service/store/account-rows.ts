import type { Db } from '../../sqlite/connect.ts'
import { durably } from '../../sqlite/durably.ts'

/** An account as stored; the secret only as a hash. */
export type AccountRow = { id: string; name: string; key: string; secretHash: string; plan: string; createdMs: number }

const columns = 'id, name, key, secret_hash AS secretHash, plan, created_ms AS createdMs'

/** Accounts; their changes are on the disk when a call returns. */
export function accountRows(db: Db) {
  const all = db.prepare<[], AccountRow>(`SELECT ${columns} FROM accounts ORDER BY created_ms, id`)
  const find = db.prepare<[string], AccountRow>(`SELECT ${columns} FROM accounts WHERE key = ?`)
  const revision = db.prepare<[], number>("SELECT number FROM revisions WHERE name = 'accounts'").pluck()
  const add = db.prepare(
    'INSERT INTO accounts (id, name, key, secret_hash, plan, created_ms) VALUES (@id, @name, @key, @secretHash, @plan, @createdMs)',
  )
  const change = db.prepare('UPDATE accounts SET secret_hash = @secretHash, plan = @plan WHERE key = @key')
  const remove = db.prepare('DELETE FROM accounts WHERE id = ?')
  const addDeletionRecord = db.prepare('INSERT INTO removed_accounts (id, removed_ms) VALUES (?, ?)')
  const deletionRecords = db.prepare<[], string>('SELECT id FROM removed_accounts').pluck()
  const removeDeletionRecord = db.prepare('DELETE FROM removed_accounts WHERE id = ?')
  return {
    all: (): AccountRow[] => all.all(),
    find: (key: string): AccountRow | undefined => find.get(key),
    /** Rises with every change of an account, also by another process. */
    revision: (): number => revision.get() ?? 0,
    add: (row: AccountRow): void => durably(db, () => void add.run(row)),
    /** False where no account has the key. */
    change: (to: { key: string; secretHash: string; plan: string }): boolean =>
      durably(db, () => change.run(to).changes > 0),
    /**
     * Removes an account with its usage and leaves a deletion record: its data is still to be deleted. Undefined where
     * no account has the key.
     */
    remove: (key: string, at: number): AccountRow | undefined =>
      durably(db, () => {
        const row = find.get(key)
        if (row === undefined) return undefined
        addDeletionRecord.run(row.id, at)
        remove.run(row.id)
        return row
      }),
    /** Ids of removed accounts whose data is still to be deleted. */
    listDeletionRecords: (): string[] => deletionRecords.all(),
    removeDeletionRecord: (id: string): void => void removeDeletionRecord.run(id),
  }
}
