import { say } from '../../contract/sentences/say.ts'
import { AppError, isDiskFull } from '../../contract/errors.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be used: check its permissions',
  EPERM: 'may not be used: check its permissions',
  EROFS: 'is on a disk that cannot be written to',
  ENOTDIR: 'lies below a file, not in a folder',
  EEXIST: 'is a file, and a folder is needed',
  EISDIR: 'is a folder, and a file is needed',
}

/**
 * Does work with a path that a person named, and words the errors of the system for them; others pass as they are.
 */
export async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isDiskFull(error))
      throw new AppError('disk-full', say('errors.notFinished', { path }), {
        cause: error,
      })
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new AppError('bad-params', `${path} ${reason}.`, { cause: error })
  }
}
