import type { Db } from '../../../base/sqlite/connect.ts'

/** Which state of the catalogue the kept index is of, and the photos that changed since. */
export type IndexLog = {
  /** The token of the file that may be used; null where there is none. */
  token(): string | null
  /** Photos that changed since the file was written, each once, by rising id; those that are gone among them. */
  changed(): number[]
  /** How many these are. */
  count(): number
  /** From now on this file is of the present state, and what changes is logged anew. */
  settle(token: string): void
}

/** Tables `kept_index` and `index_log`; triggers write the log, whoever changes a photo. */
export function createIndexLog(db: Db): IndexLog {
  return {
    token: () => db.prepare<[], string>('SELECT token FROM kept_index').pluck().get() ?? null,
    changed: () => db.prepare<[], number>('SELECT photo FROM index_log ORDER BY photo').pluck().all(),
    count: () => db.prepare<[], number>('SELECT count(*) FROM index_log').pluck().get() ?? 0,
    settle: db.transaction((token: string) => {
      db.exec('DELETE FROM kept_index; DELETE FROM index_log')
      db.prepare('INSERT INTO kept_index (token) VALUES (?)').run(token)
    }),
  }
}
