import type { ServiceStore } from '../store/service-store.ts'
import { dayOf, monthOf } from './calendar.ts'

export type Counts = { processed: number; requests: number }

/** What an account used, day by day. Memory and database change together, so that reading costs no query. */
export type Counter = {
  add(used: Counts, at: number): void
  /** Sums of the days from `first` up to but not including `next`. */
  between(first: number, next: number): Counts
  total(): Counts
  /** Days in a range that were used, oldest first. */
  days(first: number, next: number): { day: number; processed: number }[]
  /** Time of the latest request in milliseconds since 1970; 0 before the first. */
  lastMs(): number
}

/** Reads what an account used before. One process counts for an account at a time. */
export function openCounter(rows: ServiceStore['usage'], accountId: string): Counter {
  const byDay = new Map<number, Counts>()
  const total: Counts = { processed: 0, requests: 0 }
  let lastMs = 0
  const note = (day: number, { processed, requests }: Counts, at: number) => {
    const sums = byDay.get(day) ?? { processed: 0, requests: 0 }
    byDay.set(day, { processed: sums.processed + processed, requests: sums.requests + requests })
    total.processed += processed
    total.requests += requests
    lastMs = Math.max(lastMs, at)
  }
  for (const row of rows.of(accountId)) note(row.day, row, row.lastMs)
  return {
    add(used, at) {
      rows.add({ accountId, day: dayOf(at), ...used, at })
      note(dayOf(at), used, at)
    },
    between(first, next) {
      const sums: Counts = { processed: 0, requests: 0 }
      for (let day = first; day < next; day++) {
        const counts = byDay.get(day)
        sums.processed += counts?.processed ?? 0
        sums.requests += counts?.requests ?? 0
      }
      return sums
    },
    total: () => ({ ...total }),
    days: (first, next) =>
      [...byDay]
        .filter(([day]) => day >= first && day < next)
        .map(([day, { processed }]) => ({ day, processed }))
        .sort((a, b) => a.day - b.day),
    lastMs: () => lastMs,
  }
}

/** What was used in the UTC day and month of a time. */
export function usedNow(counter: Counter, at: number): { daily: number; monthly: number } {
  const { first, next } = monthOf(at)
  return { daily: counter.between(dayOf(at), dayOf(at) + 1).processed, monthly: counter.between(first, next).processed }
}
