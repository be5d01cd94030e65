import { TextError } from '../../../contract/errors.ts'

/** What exit codes tell a script. `docs/command-line.md` lists them; a number never changes its meaning. */
export const exits = {
  done: 0,
  /** Nothing was done, or a check found something wrong. */
  failed: 1,
  /** The command line is wrong: nothing was tried. */
  usage: 2,
  /** No photo fits the search, or what was named is not in the library. */
  nothingFound: 3,
  /** Another process has the library, or the output of a batch. */
  inUse: 4,
  /** A part of what was asked for is done; the rest is named on standard error. */
  partlyDone: 5,
  /** Ctrl+C or a request to end. */
  interrupted: 130,
} as const

/** Refuses a name that stands for nothing, such as that of an album. */
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
