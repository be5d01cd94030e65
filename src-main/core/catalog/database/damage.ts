import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError, isDiskFull } from '../../../contract/errors.ts'
import { WHAT_TO_DO } from './file-version.ts'

/** True for what SQLite says when a file's content is broken. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/**
 * Runs work on a database file and says `library-damaged` or `disk-full` in words a person can act on where SQLite finds
 * damage or no room.
 */
export function namingDamage<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (isDiskFull(error)) {
      const text = `The disk of the library ${dirname(path)} is full, so that nothing can be saved. Free some space.`
      throw new AppError('disk-full', text, { cause: error })
    }
    if (!isDamage(error)) throw error
    throw new AppError(
      'library-damaged',
      `The catalogue ${path} is damaged (${(error as Error).message}). ${WHAT_TO_DO}`,
      { cause: error },
    )
  }
}

type Calls = Record<string, unknown>

/** The same calls, one level of groups deep, each naming damage when it meets it. */
export function guardCalls<T extends object>(path: string, calls: T): T {
  const guarded: Calls = {}
  for (const [name, value] of Object.entries(calls as Calls)) {
    if (typeof value === 'function')
      guarded[name] = (...parameters: unknown[]) => namingDamage(path, () => value(...parameters) as unknown)
    else guarded[name] = value !== null && typeof value === 'object' ? guardCalls(path, value) : value
  }
  return guarded as T
}
