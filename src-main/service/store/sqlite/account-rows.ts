import type { Db } from '../../../base/sqlite/connect.ts'
import { durably } from '../../../base/sqlite/durably.ts'
import { Listeners } from '../listeners.ts'
import type { AccountRow, AccountStore } from '../../ports/account-store.ts'

/**
 * How often the file is checked for changes by another process; without a query, and without a read if nothing changed.
 */
const POLL_MS = 500

const columns = 'id, name, key, secret_hash AS secretHash, plan, created_ms AS createdMs'

/** Accounts; their changes are on the disk when a call returns. Another process may change them at any time. */
export function accountRows(db: Db): AccountStore {
  const list = db.prepare<[], AccountRow>(`SELECT ${columns} FROM accounts ORDER BY created_ms, id`)
  const find = db.prepare<[string], AccountRow>(`SELECT ${columns} FROM accounts WHERE key = ?`)
  const findById = db.prepare<[string], AccountRow>(`SELECT ${columns} FROM accounts WHERE id = ?`)
  const add = db.prepare(
    `INSERT INTO accounts (id, name, key, secret_hash, plan, created_ms) VALUES (@id, @name, @key, @secretHash, @plan, @createdMs)
     ON CONFLICT (key) DO NOTHING`,
  )
  const change = db.prepare(
    'UPDATE accounts SET secret_hash = coalesce(@secretHash, secret_hash), plan = coalesce(@plan, plan) WHERE key = @key',
  )
  return {
    list: async () => list.all(),
    find: async (key) => find.get(key),
    findById: async (id) => findById.get(id),
    add: async (row) => durably(db, () => add.run(row).changes > 0),
    change: async (key, { secretHash = null, plan = null }) =>
      durably(db, () => change.run({ key, secretHash, plan }).changes > 0),
    ...removal(db, (key) => find.get(key)),
  }
}

type Removal = Pick<AccountStore, 'remove' | 'listDeletionRecords' | 'removeDeletionRecord' | 'onRemoved'>

/** Removes accounts, and handles their deletion records and listeners. */
function removal(db: Db, find: (key: string) => AccountRow | undefined): Removal {
  const remove = db.prepare('DELETE FROM accounts WHERE id = ?')
  const addDeletionRecord = db.prepare('INSERT INTO removed_accounts (id, removed_ms) VALUES (?, ?)')
  const deletionRecords = db.prepare<[], string>('SELECT id FROM removed_accounts').pluck()
  const removeDeletionRecord = db.prepare('DELETE FROM removed_accounts WHERE id = ?')
  const listeners = new Listeners()
  return {
    remove: async (key, at) => {
      const removed = durably(db, () => {
        const row = find(key)
        if (row === undefined) return undefined
        addDeletionRecord.run(row.id, at)
        remove.run(row.id)
        return row
      })
      listeners.tell()
      return removed
    },
    listDeletionRecords: async () => deletionRecords.all(),
    removeDeletionRecord: async (id) => void removeDeletionRecord.run(id),
    onRemoved(listener) {
      const ends = [listeners.add(listener), watchOthers(db, listener)]
      return () => ends.forEach((end) => end())
    },
  }
}

/** Calls the listener when another connection has changed the file. */
function watchOthers(db: Db, listener: () => void): () => void {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = version.get()
  const timer = setInterval(() => {
    if (!db.open) return clearInterval(timer) // the store was closed first
    const now = version.get()
    if (now === seen) return
    seen = now
    listener()
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
