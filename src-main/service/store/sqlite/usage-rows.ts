import type { Db } from '../../../sqlite/connect.ts'
import type { UsageDay } from '../../accounts/usage-tally.ts'

export type UsageRows = {
  of(accountId: string): UsageDay[]
  add(used: { accountId: string; day: number; processed: number; requests: number; at: number }): void
}

/** Usage of accounts by day. */
export function usageRows(db: Db): UsageRows {
  const of = db.prepare<[string], UsageDay>(
    'SELECT day, processed, requests, last_ms AS lastMs FROM usage WHERE account_id = ? ORDER BY day',
  )
  // An account may be deleted while a request of it is under way: then nothing is left to count.
  const add = db.prepare(`
    INSERT INTO usage (account_id, day, processed, requests, last_ms)
    SELECT @accountId, @day, @processed, @requests, @at WHERE EXISTS (SELECT 1 FROM accounts WHERE id = @accountId)
    ON CONFLICT (account_id, day) DO UPDATE SET processed = processed + @processed, requests = requests + @requests, last_ms = max(last_ms, @at)`)
  return {
    of: (accountId) => of.all(accountId),
    add: (used) => void add.run(used),
  }
}
