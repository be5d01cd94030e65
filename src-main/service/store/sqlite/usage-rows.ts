import type { Db } from '../../../base/sqlite/connect.ts'
import type { UsageDay } from '../../accounts/usage-tally.ts'

type Used = { accountId: string; day: number; processed: number; requests: number; at: number }

export type UsageRows = {
  of(accountId: string): UsageDay[]
  add(used: Used): void
  /** Like `add`, but also remembers the key; adds nothing and returns false if that was counted before. */
  addOnce(used: Used, key: string): boolean
  /** Whether the key was counted within a day before `at`. */
  isCounted(accountId: string, key: string, at: number): boolean
}

const DAY_MS = 86_400_000

/** Usage of accounts by day, and the keys of counted requests. */
export function usageRows(db: Db): UsageRows {
  const of = db.prepare<[string], UsageDay>(
    'SELECT day, processed, requests, last_ms AS lastMs FROM usage WHERE account_id = ? ORDER BY day',
  )
  // An account may be deleted while its request is active: then nothing is counted.
  const add = db.prepare(`
    INSERT INTO usage (account_id, day, processed, requests, last_ms)
    SELECT @accountId, @day, @processed, @requests, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, day) DO UPDATE SET processed = processed + @processed, requests = requests + @requests, last_ms = max(last_ms, @at)`)
  const keep = db.prepare(`
    INSERT INTO counted_keys (account_id, key, at_ms)
    SELECT @accountId, @key, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, key) DO UPDATE SET at_ms = @at WHERE at_ms <= @at - ${DAY_MS}`)
  const forget = db.prepare<[number]>(`
    DELETE FROM counted_keys WHERE rowid IN (SELECT rowid FROM counted_keys WHERE at_ms < ? ORDER BY at_ms LIMIT 2)`)
  const find = db.prepare<[string, string, number]>(
    'SELECT 1 FROM counted_keys WHERE account_id = ? AND key = ? AND at_ms > ?',
  )
  const addOnce = (used: Used, key: string): boolean => {
    const { accountId, at } = used
    if (keep.run({ accountId, key, at }).changes === 0) return false
    forget.run(at - DAY_MS)
    add.run(used)
    return true
  }
  return {
    of: (accountId) => of.all(accountId),
    add: (used) => void add.run(used),
    addOnce: db.transaction(addOnce),
    isCounted: (accountId, key, at) => find.get(accountId, key, at - DAY_MS) !== undefined,
  }
}
