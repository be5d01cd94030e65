import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { ValidationError } from '@orpc/contract'
import { implement, type ImplementerInternalWithMiddlewares, ORPCError } from '@orpc/server'
import { AppError, stackOf, type ErrorCode } from '../../../contract/errors.ts'
import { textOfIssues } from '../../../contract/issues.ts'
import { say } from '../../../contract/sentences/say.ts'
import { libraryContract } from '../../../contract/library/library-contract.ts'
import { hostContract } from '../../../contract/library/host-contract.ts'
import type { Log } from '../../host/log.ts'

const statuses: Partial<Record<ErrorCode, number>> = {
  'bad-params': 400,
  'wrong-passphrase': 403,
  'too-many-tries': 429,
  'library-locked': 403,
  'photo-not-found': 404,
  'picture-not-found': 404,
  'folder-not-found': 404,
  'target-not-found': 404,
  'job-not-found': 404,
  'backup-not-found': 404,
  'model-not-found': 404,
  'tagger-not-found': 404,
  'feedback-not-found': 404,
  'change-not-found': 404,
  'file-missing': 404,
  'outside-roots': 403,
  'not-analysed': 409,
  'folder-overlaps': 409,
  'library-in-use': 409,
  'disk-full': 507,
  'disk-failing': 503,
}

/**
 * The error a caller sees: an AppError keeps its code and sentence, anything unexpected goes to the log and leaves as
 * `internal`.
 */
export function toCallerError(error: unknown, call: string, log: Log): ORPCError<ErrorCode, unknown> {
  const leave = (code: ErrorCode, text: Text) =>
    new ORPCError(code, { message: inEnglish(text), data: { text }, status: statuses[code] ?? 500, cause: error })
  if (error instanceof AppError) return leave(error.code, error.text)
  const isBadInput = error instanceof ORPCError && error.code === 'BAD_REQUEST'
  if (isBadInput && error.cause instanceof ValidationError) return leave('bad-params', textOfIssues(error.cause.issues))
  const cause =
    error instanceof ORPCError && error.cause instanceof ValidationError
      ? inEnglish(textOfIssues(error.cause.issues))
      : undefined
  log.error(`${call} failed`, { error: stackOf(error), cause })
  return leave('internal', say('errors.unexpected'))
}

/**
 * Runs one call so that every error leaves in the same way. It runs before input validation, so it words those errors
 * too.
 */
async function guard<T>(path: readonly string[], log: Log, run: () => PromiseLike<T> | T): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toCallerError(error, path.join('.'), log)
  }
}

/** Named, since the type that would be inferred lists every call and is too long for the compiler to write down. */
export type LibraryImplementer = ImplementerInternalWithMiddlewares<
  typeof libraryContract,
  Record<never, never>,
  Record<never, never>
>

/** The only dispatch of the library's calls: every shell's transport ends here. */
export function implementLibrary(log: Log): LibraryImplementer {
  return implement(libraryContract).use(({ next, path }) => guard(path, log, () => next()))
}

/** The only dispatch of the host's calls. */
export function implementHost(log: Log) {
  return implement(hostContract).use(({ next, path }) => guard(path, log, () => next()))
}
