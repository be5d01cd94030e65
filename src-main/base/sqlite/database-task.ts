/** Work on a whole database file. It takes seconds for large files, so it runs in its own thread. */
export type DatabaseTask = CopyTask | CheckTask | MergeTask

/** Copies a database at one moment, whatever is written meanwhile, and checks the copy. */
export type CopyTask = {
  kind: 'copy'
  from: string
  /** The file of the copy; an existing one is replaced. */
  to: string
  /** Queries with a single value, run on the copy, by name. */
  figures: Readonly<Record<string, string>>
}

/** Checks a database for damage, open or not. */
export type CheckTask = { kind: 'check'; path: string }

/** Merges the segments of a full-text table; others may write meanwhile. */
export type MergeTask = { kind: 'merge'; path: string; table: string }

export type DatabaseCopy = {
  bytes: number
  /** Of the copy's bytes, as hexadecimal digits. */
  sha256: string
  figures: Record<string, string | number | null>
  /** SQLite's findings about the copy's content; empty if it is sound. */
  damage: string[]
}

/**
 * What is damaged: tables whose rows may be lost, a full-text table by its name; indexes, which can be rebuilt; and
 * SQLite's own findings. Empty if there is no damage.
 */
export type DamageReport = { tables: string[]; indexes: string[]; findings: string[] }

export type TaskResult = { copy: DatabaseCopy; check: DamageReport; merge: null }

/** Sent before the thread's answer: the copied moment is fixed from now on. */
export type TaskBegun = { begun: true }

/** The thread's answer; an error as far as it can be passed on. */
export type TaskReply =
  | { ok: true; result: DatabaseCopy | DamageReport | null }
  | { ok: false; name: string; message: string; code?: string }
