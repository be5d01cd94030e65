import type { AccountRow, AccountStore } from '../../ports/account-store.ts'
import { Listeners } from '../listeners.ts'
import type { Query } from './database.ts'
import { LRUCache } from 'lru-cache'

type Queries = { query: Query; repeat: Query }

const columns = 'id, name, key, secret_hash AS "secretHash", plan, created_ms AS "createdMs"'

/** The channel on which the database announces changed accounts. */
export const ACCOUNTS_CHANNEL = 'lumafold_accounts'

/** Notices for the store: accounts changed or may have changed, or changes are no longer announced. */
export type AccountNews = { changed(): void; forget(): void }

/** Accounts in PostgreSQL. `isListening` says whether changes are announced to `news`. */
export function accountRows(queries: Queries, isListening: () => boolean): { store: AccountStore; news: AccountNews } {
  const { repeat } = queries
  const readBy = (column: 'key' | 'id') => async (value: string) =>
    (await repeat<AccountRow>(`SELECT ${columns} FROM accounts WHERE ${column} = $1`, [value]))[0]
  const byKey = new CachedLookup(readBy('key'), isListening)
  const byId = new CachedLookup(readBy('id'), isListening)
  const forget = () => {
    byKey.forget()
    byId.forget()
  }
  const listeners = new Listeners()
  const changed = () => {
    forget()
    listeners.tell()
  }
  const store: AccountStore = {
    ...changes(queries, forget),
    list: () => repeat<AccountRow>(`SELECT ${columns} FROM accounts ORDER BY created_ms, id COLLATE "C"`),
    find: (key) => byKey.find(key),
    findById: (id) => byId.find(id),
    listDeletionRecords: async () =>
      (await repeat<{ id: string }>('SELECT id FROM removed_accounts ORDER BY removed_ms')).map(({ id }) => id),
    removeDeletionRecord: async (id) => void (await repeat('DELETE FROM removed_accounts WHERE id = $1', [id])),
    onRemoved: (listener) => listeners.add(listener),
  }
  return { store, news: { changed, forget } }
}

/** A caller that changed something must not read the old state, however late the notification comes. */
function changes({ query }: Queries, forget: () => void): Pick<AccountStore, 'add' | 'change' | 'remove'> {
  const run = async <R extends object>(text: string, values: readonly unknown[]): Promise<R[]> => {
    try {
      return await query<R>(text, values)
    } finally {
      forget()
    }
  }
  return {
    add: async ({ id, name, key, secretHash, plan, createdMs }) => {
      const added = await run(
        'INSERT INTO accounts (id, name, key, secret_hash, plan, created_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING RETURNING id',
        [id, name, key, secretHash, plan, createdMs],
      )
      return added.length > 0
    },
    change: async (key, { secretHash = null, plan = null }) => {
      const changed = await run(
        'UPDATE accounts SET secret_hash = coalesce($2, secret_hash), plan = coalesce($3, plan) WHERE key = $1 RETURNING id',
        [key, secretHash, plan],
      )
      return changed.length > 0
    },
    remove: async (key, at) => (await run<AccountRow>(`SELECT ${columns} FROM remove_account($1, $2)`, [key, at]))[0],
  }
}

const MAX_REMEMBERED = 10_000

/**
 * Remembers accounts by key until `forget` says that they may have changed. Reads in progress at that moment are not
 * remembered.
 */
class CachedLookup<T extends object> {
  readonly #load: (key: string) => Promise<T | undefined>
  readonly #isCurrent: () => boolean
  readonly #known = new LRUCache<string, T>({ max: MAX_REMEMBERED })
  #generation = 0

  /** `isCurrent` says whether changes are announced; while they are not, each lookup reads. */
  constructor(load: (key: string) => Promise<T | undefined>, isCurrent: () => boolean) {
    this.#load = load
    this.#isCurrent = isCurrent
  }

  async find(key: string): Promise<T | undefined> {
    const known = this.#isCurrent() ? this.#known.get(key) : undefined
    if (known !== undefined) return known
    const generation = this.#generation
    const wasCurrent = this.#isCurrent()
    const found = await this.#load(key)
    if (found !== undefined && wasCurrent && this.#isCurrent() && generation === this.#generation)
      this.#known.set(key, found)
    return found
  }

  forget(): void {
    this.#generation++
    this.#known.clear()
  }
}
