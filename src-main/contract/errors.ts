import { foreign } from './sentences/say.ts'
import type { Text } from './sentences/text.ts'
import { inEnglish } from './sentences/write-text.ts'

/** The codes of all errors that leave the library: a closed list, so that a window can have words for each. */
export const errorCodes = [
  'bad-params',
  'wrong-passphrase',
  'too-many-tries',
  'library-locked',
  'photo-not-found',
  'picture-not-found',
  'folder-not-found',
  'target-not-found',
  'job-not-found',
  'backup-not-found',
  'model-not-found',
  'tagger-not-found',
  'feedback-not-found',
  'change-not-found',
  'index-not-found',
  'ticket-not-found',
  'ticket-expired',
  'file-missing',
  'file-unreadable',
  'not-analysed',
  'not-a-folder',
  'folder-overlaps',
  'outside-roots',
  'target-not-writable',
  'disk-full',
  'disk-failing',
  'not-supported-here',
  'library-in-use',
  'library-too-new',
  'library-damaged',
  'download-failed',
  'checksum-mismatch',
  'service-unreachable',
  'service-refused',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error that says in a text what is wrong; its message is the same in English. */
export class TextError extends Error {
  readonly text: Text
  /** A string is the same in every language; `test/architecture` says which parts may give one. */
  constructor(text: Text | string, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : inEnglish(text), options)
    this.text = typeof text === 'string' ? foreign(text) : text
  }
}

/** An error whose text a person can act on. Anything else that escapes is reported as `internal`. */
export class AppError extends TextError {
  override name = 'AppError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, text: Text | string, options?: ErrorOptions) {
    super(text, options)
    this.code = code
  }
}

/** The text for people of anything thrown: its own text, or its message. */
export function textOf(error: unknown): Text {
  return error instanceof TextError ? error.text : foreign(messageOf(error))
}

/** The message of anything thrown; a text for anything that is not an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The stack of anything that was thrown, for the log; without a stack, its message or text. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** SQLite reports the last one when it has no space for the file that its connections share. */
const fullDiskCodes: ReadonlySet<unknown> = new Set([
  'disk-full',
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
])

/** Whether the system, SQLite or the library reported a full disk. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return fullDiskCodes.has(code)
}
