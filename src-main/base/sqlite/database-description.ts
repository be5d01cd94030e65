import type { Text } from '../../contract/sentences/text.ts'
import type { Migration } from './migration.ts'

/** Describes a database of this program: its path, its layout, its settings and its words for errors. */
export type DatabaseDescription = {
  path: string
  /** Marks an SQLite file as this kind of database: four letters as one number (`PRAGMA application_id`). */
  applicationId: number
  /** Every migration, oldest first; the last version is the one this program writes. */
  migrations: readonly Migration[]
  /**
   * SQL that creates a new file in one step and sets its `user_version`; later migrations follow. All run when absent.
   */
  schema?: URL | undefined
  /** Whether each commit is flushed to the disk (`FULL`), or a power cut may lose the last moments (`NORMAL`). */
  synchronous: 'NORMAL' | 'FULL'
  /** Further settings of the connection, each `name = value`. */
  pragmas?: readonly string[]
  /** Files up to this size in bytes are checked completely on opening; none when absent. */
  checkedBytes?: number
  /** True if the caller has copied the file, so that no copy is made before a migration. */
  isCopied?: boolean
  /** True if a lock gives the file to one process at a time. */
  hasOneOwner?: boolean
  /** True if empty pages are returned to the disk (`give-back.ts`). */
  givesBack?: boolean
  words: DatabaseWords
}

/**
 * Sentences for a person about a file that cannot be opened; each names the file and gives advice. A string is the same
 * in every language.
 */
export type DatabaseWords = {
  newer(version: number, latest: number): Text | string
  foreign: Text | string
  damaged(reason: Text): Text | string
  /** The disk is full. */
  full: Text | string
  /** The file cannot be read or written now; the reason is SQLite's message. */
  failing(reason: Text): Text | string
}

/** The version this program writes. */
export const latestVersion = ({ migrations }: DatabaseDescription): number => migrations.at(-1)?.version ?? 0
