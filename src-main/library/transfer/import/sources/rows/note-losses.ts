import type { Db } from '../../../../../base/sqlite/connect.ts'
import type { LeftOut, Loss } from '../../foreign/left-out.ts'
import type { Layout } from './layout.ts'

/** A loss that a query finds: it returns a name for each. Databases without these columns have none. */
export type StoredLoss = { loss: Loss; needs: Readonly<Record<string, readonly string[]>>; names: string }

/** Notes data of a database that is not imported. */
export function noteLosses(db: Db, layout: Layout, losses: readonly StoredLoss[], left: LeftOut): void {
  for (const { loss, needs, names } of losses) {
    const isThere = Object.entries(needs).every(([table, columns]) => columns.every((name) => layout.has(table, name)))
    if (!isThere) continue
    for (const name of db.prepare<[], string | null>(names).pluck().iterate()) left.add(loss, name)
  }
}
