import type { Text } from '../../../contract/sentences/text.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { runDatabaseTask } from '../../../base/sqlite/run-database-task.ts'

/**
 * SQLite writes words in parts and merges these beside other writes: a word of a million photos then keeps windows
 * waiting for tenths of a second. Large work suspends that, and lets a thread merge now and then and at its end.
 */
export type FullTextMerging = {
  /** Suspends merging beside writes until the same number of `release` calls. */
  hold(): void
  release(): void
  /**
   * Merges in a thread; write nothing large in the meantime, since that would wait for it. Resolves also if it was
   * stopped, or if the disk prevents it: the rest is merged beside later writes.
   */
  merge(signal?: AbortSignal): Promise<void>
}

/** This many parts of about the same size are merged into one; SQLite's own number. */
const USUAL = 4
const NEVER = 0

export function createFullTextMerging(db: Db, { refusal }: { readonly refusal: Text | null }): FullTextMerging {
  const set = (parts: number) =>
    void db.prepare("INSERT INTO photo_text (photo_text, rank) VALUES ('automerge', CAST(? AS INTEGER))").run(parts)
  // A killed process had suspended it.
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
    if (name !== 'AbortError' && !TRANSIENT_CODES.some((each) => code.startsWith(each))) throw error
  }
}

/** Errors that the next writer meets too, and reports. */
const TRANSIENT_CODES = ['SQLITE_BUSY', 'SQLITE_CANTOPEN', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY']
