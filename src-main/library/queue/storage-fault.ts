import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { AppError, isDiskFull, textOf } from '../../contract/errors.ts'

/** Codes of SQLite and of the system about the library's disk, its files or other programs, not about a photo. */
const STORAGE_CODES =
  /^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY|BUSY|LOCKED|PROTOCOL|PERM|NOMEM|CORRUPT|NOTADB)\w*|E(IO|ROFS|NOMEM|MFILE|NFILE|STALE|BUSY)|disk-failing|library-damaged)$/

/** Whether an error means that the library cannot be read or written now, regardless of what was to be saved. */
export function isStorageFault(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return isDiskFull(error) || (typeof code === 'string' && STORAGE_CODES.test(code))
}

/** Why nothing can be saved, as a sentence for the person. */
export function describeStorageFault(error: unknown): Text {
  if (error instanceof AppError) return error.text
  if (isDiskFull(error)) return say('analysis.libraryFull')
  return say('analysis.nothingSaved', { reason: textOf(error) })
}
