import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { AppError, isDiskFull } from '../../contract/errors.ts'

/** Why a path that a person named cannot be used, by the code of the system's error. */
export const pathReasons: Readonly<Record<string, SentenceKey>> = {
  ENOENT: 'folders.absent',
  EACCES: 'files.pathForbidden',
  EPERM: 'files.pathForbidden',
  EROFS: 'files.pathReadOnly',
  ENOTDIR: 'files.pathBelowFile',
  EEXIST: 'files.folderNeeded',
  EISDIR: 'files.fileNeeded',
}

/** Works with a path that a person named, and words the system's errors for them; others are passed on. */
export async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isDiskFull(error))
      throw new AppError('disk-full', say('errors.notFinished', { path }), {
        cause: error,
      })
    const reason = pathReasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new AppError('bad-params', say(reason, { path }), { cause: error })
  }
}
