import type { Migration } from './migration.ts'

/** What a database of this program is: where it lies, its layout, its settings and its words for errors. */
export type DatabaseDescription = {
  path: string
  /** Marks an SQLite file as this kind of database: four letters as one number (`PRAGMA application_id`). */
  applicationId: number
  /** Every migration, oldest first; the last one's version is the version this program writes. */
  migrations: readonly Migration[]
  /** SQL that makes a new file in one step and sets its `user_version`; later migrations follow. All run when absent. */
  schema?: URL | undefined
  /** Whether each commit is flushed to the disk (`FULL`), or a power cut may take the last moments (`NORMAL`). */
  synchronous: 'NORMAL' | 'FULL'
  /** Further settings of the connection, each `name = value`. */
  pragmas?: readonly string[]
  /** A file up to this size in bytes is checked whole when it is opened; no file when absent. */
  checkedBytes?: number
  /** True where the caller has copied the file, so that no copy is made before a migration. */
  isCopied?: boolean
  /** True where one process at a time has the file, by a lock of its own. */
  hasOneOwner?: boolean
  /** True where pages that become empty are to be given back to the disk (`give-back.ts`). */
  givesBack?: boolean
  words: DatabaseWords
}

/** Sentences for a person about a file that cannot be opened; each names the file and says what to do. */
export type DatabaseWords = {
  newer(version: number, latest: number): string
  foreign: string
  damaged(reason: string): string
  /** The disk is full. */
  full: string
  /** The file cannot be read or written now; the reason is what SQLite says. */
  failing(reason: string): string
}

/** The version this program writes. */
export const latestVersion = ({ migrations }: DatabaseDescription): number => migrations.at(-1)?.version ?? 0
