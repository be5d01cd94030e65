import type { Db } from '../../sqlite/connect.ts'

/** What an account used in one UTC day; `day` counts from 1970, `lastMs` is the time of its latest request. */
export type UsageRow = { day: number; processed: number; requests: number; lastMs: number }

/** Usage of accounts by day. */
export function usageRows(db: Db) {
  const of = db.prepare<[string], UsageRow>(
    'SELECT day, processed, requests, last_ms AS lastMs FROM usage WHERE account_id = ? ORDER BY day',
  )
  // An account may be deleted while a request of it is under way: then nothing is left to count.
  const add = db.prepare(`
    INSERT INTO usage (account_id, day, processed, requests, last_ms)
    SELECT @accountId, @day, @processed, @requests, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, day) DO UPDATE SET processed = processed + @processed, requests = requests + @requests, last_ms = max(last_ms, @at)`)
  return {
    of: (accountId: string): UsageRow[] => of.all(accountId),
    add: (used: { accountId: string; day: number; processed: number; requests: number; at: number }): void =>
      void add.run(used),
  }
}
