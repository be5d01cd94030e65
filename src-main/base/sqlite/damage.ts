import type { Text } from '../../contract/sentences/text.ts'
import { AppError, isDiskFull, messageOf, textOf } from '../../contract/errors.ts'
import { isSqliteError } from './connect.ts'
import type { DatabaseWords } from './database-description.ts'

/** True for SQLite's errors about broken content. */
export const isDamage = (error: unknown): boolean => isSqliteError(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB')

/** True for SQLite's errors when the system refuses it a file, or another program has the file. */
const isFailing = (error: unknown): boolean =>
  isSqliteError(error, 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_BUSY', 'SQLITE_LOCKED')

/** The error for a damaged file, in words that a person can act on. */
export const damagedError = (words: DatabaseWords, reason: Text, cause?: unknown): AppError =>
  new AppError('library-damaged', words.damaged(reason), { cause })

/** Receives damage that a call meets, and knows why a database must not be written. */
export type DamageListener = {
  noteDamage(reason: string): void
  /** The sentence for a refused write; null while writes are allowed. */
  readonly refusal: Text | null
}

/**
 * Runs work on a database file. If SQLite finds damage, refuses to write, finds no room or cannot use the file, it
 * throws `library-damaged`, `disk-full` or `disk-failing`, in words that a person can act on.
 */
export function withPlainErrors<T>(words: DatabaseWords, work: () => T, listener?: DamageListener): T {
  try {
    return work()
  } catch (error) {
    throw plainError(words, error, listener)
  }
}

function plainError(words: DatabaseWords, error: unknown, listener?: DamageListener): unknown {
  if (isDiskFull(error) || isSqliteError(error, 'SQLITE_IOERR_SHMSIZE'))
    return new AppError('disk-full', words.full, { cause: error })
  if (isDamage(error)) listener?.noteDamage(messageOf(error))
  const refusal = isSqliteError(error, 'SQLITE_READONLY') ? listener?.refusal : null
  if (refusal) return new AppError('library-damaged', refusal, { cause: error })
  if (isFailing(error)) return new AppError('disk-failing', words.failing(textOf(error)), { cause: error })
  return isDamage(error) ? damagedError(words, textOf(error), error) : error
}

type Calls = Record<string, unknown>

/**
 * Wraps calls, in groups or classes to any depth, so that each throws the errors of `withPlainErrors`; so do the calls
 * that one resolves to.
 */
export function guardCalls<T extends object>(words: DatabaseWords, calls: T, listener?: DamageListener): T {
  const guarded: Calls = {}
  for (const [name, value] of [...methodsOf(calls), ...Object.entries(calls as Calls)]) {
    if (typeof value === 'function')
      guarded[name] = (...parameters: unknown[]) => {
        const given = withPlainErrors(words, () => value.apply(calls, parameters) as unknown, listener)
        if (!(given instanceof Promise)) return given
        return given.then(
          (answer: unknown) => (isGroup(answer) ? guardCalls(words, answer, listener) : answer),
          (error: unknown) => {
            throw plainError(words, error, listener)
          },
        )
      }
    else guarded[name] = value !== null && typeof value === 'object' ? guardCalls(words, value, listener) : value
  }
  return guarded as T
}

/** True for an object that has calls and nothing else. */
function isGroup(answer: unknown): answer is object {
  if (answer === null || typeof answer !== 'object' || Object.getPrototypeOf(answer) !== Object.prototype) return false
  const values: unknown[] = Object.values(answer)
  return values.length > 0 && values.every((value) => typeof value === 'function')
}

/** The methods that an object has from its class. */
function methodsOf(calls: object): [string, unknown][] {
  const made = Object.getPrototypeOf(calls) as object | null
  if (made === null || made === Object.prototype) return []
  return Object.entries(Object.getOwnPropertyDescriptors(made)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [[name, value] satisfies [string, unknown]] : [],
  )
}
