import { dayOf, monthOf } from './calendar.ts'

export type Counts = { processed: number; requests: number }

/** Usage of an account on one UTC day; `day` counts from 1970, `lastMs` is the time of its latest request. */
export type UsageDay = Counts & { day: number; lastMs: number }

/** Sums of an account's usage, day by day. */
export class UsageTally {
  readonly #byDay = new Map<number, Counts>()
  readonly #total: Counts = { processed: 0, requests: 0 }
  #lastMs = 0

  constructor(days: Iterable<UsageDay>) {
    for (const day of days) this.add(day)
  }

  /** Adds to the usage of a day. */
  add({ day, processed, requests, lastMs }: UsageDay): void {
    const sums = this.#byDay.get(day) ?? { processed: 0, requests: 0 }
    this.#byDay.set(day, { processed: sums.processed + processed, requests: sums.requests + requests })
    this.#total.processed += processed
    this.#total.requests += requests
    this.#lastMs = Math.max(this.#lastMs, lastMs)
  }

  /** Sums of the days from `first` to `next`, exclusive. */
  between(first: number, next: number): Counts {
    const sums: Counts = { processed: 0, requests: 0 }
    for (let day = first; day < next; day++) {
      const counts = this.#byDay.get(day)
      sums.processed += counts?.processed ?? 0
      sums.requests += counts?.requests ?? 0
    }
    return sums
  }

  total(): Counts {
    return { ...this.#total }
  }

  /** Days in a range with usage, oldest first. */
  days(first: number, next: number): { day: number; processed: number }[] {
    return [...this.#byDay]
      .filter(([day]) => day >= first && day < next)
      .map(([day, { processed }]) => ({ day, processed }))
      .sort((a, b) => a.day - b.day)
  }

  /** Time of the latest request in milliseconds since 1970; 0 before the first. */
  lastMs(): number {
    return this.#lastMs
  }

  /** Usage in the UTC day and the UTC month of a time. */
  usedAt(at: number): { daily: number; monthly: number } {
    const [day, month] = [dayOf(at), monthOf(at)]
    return {
      daily: this.between(day, day + 1).processed,
      monthly: this.between(month.first, month.next).processed,
    }
  }
}
