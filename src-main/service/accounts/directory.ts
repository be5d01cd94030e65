import type { AccountRow } from '../store/account-rows.ts'
import type { ServiceStore } from '../store/service-store.ts'

/**
 * Accounts by key, kept in memory and read again whenever any process changed one: looking takes microseconds and is
 * never out of date.
 */
export function createDirectory(rows: ServiceStore['accounts']) {
  let revision = -1
  let byKey: ReadonlyMap<string, AccountRow> = new Map()
  const refresh = () => {
    const present = rows.revision()
    if (present === revision) return
    byKey = new Map(rows.all().map((row) => [row.key, row]))
    revision = present
  }
  return {
    find: (key: string): AccountRow | undefined => {
      refresh()
      return byKey.get(key)
    },
    all: (): AccountRow[] => {
      refresh()
      return [...byKey.values()]
    },
  }
}
