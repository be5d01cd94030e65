import type { AccountRow, AccountStore } from '../../ports/account-store.ts'
import { CachedLookup } from './cached-lookup.ts'
import type { Query } from './database.ts'

const columns = 'id, name, key, secret_hash AS "secretHash", plan, created_ms AS "createdMs"'

/** The channel on which the database tells of changed accounts. */
export const ACCOUNTS_CHANNEL = 'lumafold_accounts'

/** Accounts in PostgreSQL. `isListening` tells whether changes are heard of, which `forget` is called at. */
export function accountRows(
  { query, repeat }: { query: Query; repeat: Query },
  isListening: () => boolean,
): { store: AccountStore; forget(): void } {
  const readBy = (column: 'key' | 'id') => async (value: string) =>
    (await repeat<AccountRow>(`SELECT ${columns} FROM accounts WHERE ${column} = $1`, [value]))[0]
  const byKey = new CachedLookup(readBy('key'), isListening)
  const byId = new CachedLookup(readBy('id'), isListening)
  const forget = () => {
    byKey.forget()
    byId.forget()
  }
  /** Whoever changed something must not see what was before, however late the notification comes. */
  const changing = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change
    } finally {
      forget()
    }
  }
  const store: AccountStore = {
    list: () => repeat<AccountRow>(`SELECT ${columns} FROM accounts ORDER BY created_ms, id`),
    find: (key) => byKey.find(key),
    findById: (id) => byId.find(id),
    add: async ({ id, name, key, secretHash, plan, createdMs }) =>
      (
        await changing(
          query(
            'INSERT INTO accounts (id, name, key, secret_hash, plan, created_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING RETURNING id',
            [id, name, key, secretHash, plan, createdMs],
          ),
        )
      ).length > 0,
    change: async (key, { secretHash = null, plan = null }) =>
      (
        await changing(
          query(
            'UPDATE accounts SET secret_hash = coalesce($2, secret_hash), plan = coalesce($3, plan) WHERE key = $1 RETURNING id',
            [key, secretHash, plan],
          ),
        )
      ).length > 0,
    remove: async (key, at) =>
      (await changing(query<AccountRow>(`SELECT ${columns} FROM remove_account($1, $2)`, [key, at])))[0],
    listDeletionRecords: async () =>
      (await repeat<{ id: string }>('SELECT id FROM removed_accounts ORDER BY removed_ms')).map(({ id }) => id),
    removeDeletionRecord: async (id) => void (await repeat('DELETE FROM removed_accounts WHERE id = $1', [id])),
  }
  return { store, forget }
}
