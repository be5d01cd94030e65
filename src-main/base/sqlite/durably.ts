import type { Db } from './connect.ts'

/**
 * Runs changes and flushes their commit to the disk before it returns, on a connection that otherwise does not flush
 * (`synchronous = NORMAL`).
 */
export function durably<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = FULL')
  try {
    return db.transaction(work).immediate()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}

/** Runners of a database's transactions. */
export type Writes = {
  /** One transaction, or a part of the one that is running; if it fails, nothing is kept, caches included. */
  write<T>(work: () => T): T
  /** The same, flushed to the disk before it returns: for a person's changes, which are confirmed to them. */
  writeDurably<T>(work: () => T): T
}

/**
 * Creates the runners. They call `forget` when the work fails, since caches may name rows that were rolled back.
 * `flushBeside` writes beside the database what a durable commit also promises.
 */
export function createWrites(db: Db, forget: () => void, flushBeside: () => void = () => undefined): Writes {
  const guarded = <T>(run: () => T): T => {
    try {
      return run()
    } catch (error) {
      forget()
      throw error
    }
  }
  return {
    write: (work) => guarded(() => (db.inTransaction ? work() : db.transaction(work).immediate())),
    writeDurably: (work) => {
      const result = guarded(() => durably(db, work))
      flushBeside()
      return result
    },
  }
}
