import { ObjectStoreError } from '../../ports/object-store.ts'
import { codeOf, isAbsent } from '../../../base/files/file-errors.ts'

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The error of a file system as that of a store; an abort and what is no error of a file system stay as they are. */
export function toFolderError(error: unknown, key: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (codeOf(error) === '' || (error as NodeJS.ErrnoException).syscall === undefined) return error
  if (isAbsent(error)) return new ObjectStoreError('not-found', `There is no object "${key}".`, { cause: error })
  const code = REFUSED.has(codeOf(error)) ? 'refused' : 'away'
  return new ObjectStoreError(code, `The folder of objects cannot be used at "${key}": ${codeOf(error)}.`, {
    cause: error,
  })
}
