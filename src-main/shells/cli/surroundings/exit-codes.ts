import { TextError } from '../../../contract/errors.ts'

/** What exit codes tell a script; a number never changes its meaning. */
export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  nothingFound: 3,
  inUse: 4,
  partlyDone: 5,
  interrupted: 130,
} as const

/** The meanings of all exit codes, as the manual page and `docs/command-line.md` have them. */
export const exitMeanings: readonly (readonly [code: number, meaning: string])[] = [
  [exits.done, 'all was done'],
  [exits.failed, 'nothing was done, or a check found something wrong'],
  [exits.usage, 'the command line is wrong, and nothing was tried'],
  [exits.nothingFound, 'no photo fits the search, or what was named is not there'],
  [exits.inUse, 'another process has the library, or the output of a batch'],
  [exits.partlyDone, 'a part was done; the rest is named on standard error'],
  [exits.interrupted, 'interrupted, by Ctrl+C or a request to end'],
]

/** Refuses an unknown name, such as that of an album. */
export class NothingFound extends TextError {
  override name = 'NothingFound'
  readonly code = 'name-not-found'
}

/** The exit code of a command that failed with an error of the library, of the command line or of the system. */
export function exitOf(error: unknown): number {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'bad-params') return exits.usage
  if (code === 'library-in-use') return exits.inUse
  return String(code).endsWith('-not-found') ? exits.nothingFound : exits.failed
}

/** The exit code after work on several things, of which some failed. */
export function exitAfter({ done, failed }: { done: number; failed: number }): number {
  if (failed === 0) return exits.done
  return done > 0 ? exits.partlyDone : exits.failed
}
