import { say } from '../../../contract/sentences/say.ts'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { holdLock, type HeldLock } from '../../../base/sqlite/hold-lock.ts'

/** The file whose lock locks the library; the owner's name is beside it. */
export const lockPath = (libraryDir: string): string => path.join(libraryDir, 'owner.lock')

/** A file of earlier versions; nothing reads it any more. */
const OLD_FILES = ['library.lock', 'library.lock.new', 'library.lock.guard']

/**
 * Locks the library for this process, also after an owner that was killed. Throws AppError `library-in-use` naming the
 * owner, or `disk-failing` if the folder is read-only. `owner` is this process's name.
 */
export function acquireLibraryLock(
  libraryDir: string,
  { owner, address }: { owner: string; address?: string },
): HeldLock {
  const lock = orReadOnly(libraryDir, () =>
    holdLock({
      path: lockPath(libraryDir),
      name: owner,
      address,
      refusal: (holder) => say('opening.inUse', { path: libraryDir, owner: holder }),
    }),
  )
  for (const name of OLD_FILES) rmSync(path.join(libraryDir, name), { recursive: true, force: true })
  return lock
}

const READ_ONLY = /^(EROFS|EACCES|EPERM|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*)$/

function orReadOnly<T>(libraryDir: string, take: () => T): T {
  try {
    return take()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (error instanceof AppError || !READ_ONLY.test(code)) throw error
    throw new AppError('disk-failing', say('opening.notWritable', { path: libraryDir, code }), { cause: error })
  }
}
