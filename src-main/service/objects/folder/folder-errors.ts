import { ObjectStoreError } from '../../ports/object-store.ts'

const MISSING = new Set(['ENOENT', 'ENOTDIR'])
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Whether the error of a file system says that a name is not there. */
export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error))

/** The error of a file system as that of a store; an abort and what is no error of a file system stay as they are. */
export function toFolderError(error: unknown, key: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (codeOf(error) === '' || (error as NodeJS.ErrnoException).syscall === undefined) return error
  if (isMissing(error)) return new ObjectStoreError('not-found', `There is no object "${key}".`, { cause: error })
  const code = REFUSED.has(codeOf(error)) ? 'refused' : 'away'
  return new ObjectStoreError(code, `The folder of objects cannot be used at "${key}": ${codeOf(error)}.`, {
    cause: error,
  })
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
