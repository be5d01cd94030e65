import type { AccountRow } from '../store/account-rows.ts'
import type { ServiceStore } from '../store/service-store.ts'

/**
 * Accounts by key, kept in memory and read again whenever any process changed one: a lookup takes microseconds and is
 * never out of date.
 */
export class AccountDirectory {
  readonly #rows: ServiceStore['accounts']
  #revision = -1
  #byKey: ReadonlyMap<string, AccountRow> = new Map()

  constructor(rows: ServiceStore['accounts']) {
    this.#rows = rows
  }

  find(key: string): AccountRow | undefined {
    this.#refresh()
    return this.#byKey.get(key)
  }

  list(): AccountRow[] {
    this.#refresh()
    return [...this.#byKey.values()]
  }

  #refresh(): void {
    const revision = this.#rows.revision()
    if (revision === this.#revision) return
    this.#byKey = new Map(this.#rows.all().map((row) => [row.key, row]))
    this.#revision = revision
  }
}
