import type { Db } from '../../../base/sqlite/connect.ts'

/** The catalogue's state that the saved index belongs to, and the photos that changed since. */
export type IndexLog = {
  /** The token of the usable file; null if there is none. */
  token(): string | null
  /** Photos that changed since the file was written, each once, by ascending id, including removed ones. */
  changed(): number[]
  /** How many these are. */
  count(): number
  /** This file now has the present state, and changes are logged from here. */
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
