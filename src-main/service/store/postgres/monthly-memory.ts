import { LRUCache } from 'lru-cache'
import { dayOf } from '../../accounts/calendar.ts'
import { UsageTally } from '../../accounts/usage-tally.ts'

const MOST_ACCOUNTS = 10_000
/** How long what other nodes count may be missing. */
const FRESH_MS = 10_000

/** What accounts used in their month when this node last looked, and what it counted since. */
export class MonthlyMemory {
  readonly #known = new LRUCache<string, { at: number; used: number }>({ max: MOST_ACCOUNTS, ttl: FRESH_MS })

  /** Keeps what was used at a time in milliseconds since 1970. */
  keep(accountId: string, at: number, used: number): void {
    this.#known.set(accountId, { at, used })
  }

  /** What a request counted that entered by then. */
  add(accountId: string, processed: number): void {
    const known = this.#known.get(accountId)
    if (known !== undefined) this.#known.set(accountId, { ...known, used: known.used + processed })
  }

  find(accountId: string): { at: number; tally: UsageTally } | undefined {
    const known = this.#known.get(accountId)
    if (known === undefined) return undefined
    const { at, used } = known
    return { at, tally: new UsageTally([{ day: dayOf(at), processed: used, requests: 0, lastMs: 0 }]) }
  }
}
