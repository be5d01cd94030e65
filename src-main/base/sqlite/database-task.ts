/** Work on a whole database file; it takes seconds for large files, so it runs in a thread of its own. */
export type DatabaseTask = CopyTask | CheckTask | MergeTask

/** Copies a database as it is at one moment, whatever is written meanwhile, and checks the copy. */
export type CopyTask = {
  kind: 'copy'
  from: string
  /** The file of the copy; one that is there is replaced. */
  to: string
  /** Questions with one value as the answer, asked of the copy, by name. */
  facts: Readonly<Record<string, string>>
}

/** Looks for damage in a database, open or not. */
export type CheckTask = { kind: 'check'; path: string }

/** Merges the parts of a table of full text, which are written one after the other; others may write meanwhile. */
export type MergeTask = { kind: 'merge'; path: string; table: string }

export type DatabaseCopy = {
  bytes: number
  /** Of the copy's bytes, as hexadecimal digits. */
  sha256: string
  facts: Record<string, string | number | null>
  /** What SQLite says of the copy's content; empty where it is sound. */
  damage: string[]
}

/**
 * What is damaged: tables whose rows may be lost, a table of full text by its name; indexes, which hold nothing of
 * their own; and SQLite's words. Empty where nothing is.
 */
export type DamageReport = { tables: string[]; indexes: string[]; findings: string[] }

export type TaskResult = { copy: DatabaseCopy; check: DamageReport; merge: null }

/** What the thread says before its answer: from now on the copy holds what was in the database. */
export type TaskBegun = { begun: true }

/** What the thread answers; an error as far as it can be passed on. */
export type TaskReply =
  | { ok: true; result: DatabaseCopy | DamageReport | null }
  | { ok: false; name: string; message: string; code?: string }
