import { isDiskFull } from '../../../contract/errors.ts'

/** Why the system refused an operation on a file or folder, and what to do, by error code. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied. Choose another place, or change its permissions.',
  EPERM: 'the system does not permit it. Choose another place, or change its permissions.',
  EROFS: 'it is on a disk that cannot be written to. Choose another place.',
  ENOSPC: 'the disk is full. Free some space, or choose another disk.',
  EDQUOT: 'your quota on that disk is used up. Free some space, or choose another disk.',
  EMFILE: 'too many files are open. Close other programs, or raise the limit ("ulimit -n").',
  EISDIR: 'it is a folder, and a file is needed. Name a file.',
  ENOTDIR: 'a part of the path is a file, not a folder. Name another place.',
  EEXIST: 'a file is in the place of the needed folder. Name another place.',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one.',
}

/** A sentence for a file system error that a person can solve; null for any other. */
export function explainFileError(error: unknown): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (isDiskFull(error) && path === undefined) return `a ${reasons['ENOSPC']}`
  const reason = reasons[code]
  return reason === undefined || path === undefined ? null : `${path} cannot be used: ${reason}`
}
