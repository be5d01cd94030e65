import { connect, type Db } from './connect.ts'
import type { MergeTask } from './database-task.ts'

/** Pages of one step: some milliseconds, and some tenths of a second where a word of every row is among them. */
const PAGES = 64
/** Between two steps, so that whoever waits to write comes first. */
const PAUSE_MS = 10

/** Merges the parts of an index of full text until nothing is left to merge. Blocks its thread. */
export async function mergeText({ path, table }: Omit<MergeTask, 'kind'>, mayGoOn: () => void): Promise<void> {
  const db = connect(path, { fileMustExist: true })
  try {
    const merge = db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${PAGES})`)
    for (let changes = 2; changes > 1;) {
      mayGoOn()
      changes = -totalChanges(db)
      merge.run()
      changes += totalChanges(db) // one where there was nothing to merge
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } finally {
    db.close()
  }
}

const totalChanges = (db: Db): number => db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
