import type { Db } from '../../../base/sqlite/connect.ts'
import { runDatabaseTask } from '../../../base/sqlite/run-database-task.ts'

/**
 * SQLite writes words in parts and merges these beside other writes: a word of a million photos then keeps windows
 * waiting for tenths of a second. Large work holds that back, and has a thread merge now and then and at its end.
 */
export type FullTextMerging = {
  /** Nothing is merged beside writes until as many calls of `release`. */
  hold(): void
  release(): void
  /**
   * Merges in a thread what there is to merge; write nothing large meanwhile, since that would wait for it. Resolves
   * also where it was stopped, or where the disk stands in the way: that much is merged beside later writes.
   */
  merge(signal?: AbortSignal): Promise<void>
}

/** As many parts of about the same size are merged into one; SQLite's own number. */
const USUAL = 4
const NEVER = 0

export function createFullTextMerging(db: Db, { refusal }: { readonly refusal: string | null }): FullTextMerging {
  const set = (parts: number) =>
    void db.prepare("INSERT INTO photo_text (photo_text, rank) VALUES ('automerge', CAST(? AS INTEGER))").run(parts)
  // A process that was killed held it back.
  if (refusal === null && isHeld(db)) set(USUAL)
  let holders = 0
  return {
    hold: () => {
      if (holders === 0) set(NEVER)
      holders++
    },
    release: () => {
      holders--
      if (holders === 0) set(USUAL)
    },
    merge: (signal) => mergeInThread(db, signal),
  }
}

const isHeld = (db: Db): boolean =>
  db.prepare("SELECT 1 FROM photo_text_config WHERE k = 'automerge' AND v = 0").get() !== undefined

async function mergeInThread(db: Db, signal?: AbortSignal): Promise<void> {
  const task = { kind: 'merge', path: db.name, table: 'photo_text' } as const
  try {
    await runDatabaseTask<'merge'>(task, signal === undefined ? {} : { signal })
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException
    if (name !== 'AbortError' && !HINDRANCES.some((each) => code.startsWith(each))) throw error
  }
}

/** Whoever writes next meets them too, and tells. */
const HINDRANCES = ['SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY']
