import { constants } from 'node:fs'
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { codeOf, isAbsent } from '../../base/files/file-errors.ts'

const ONLY_OWNER = 0o600
const OTHERS = 0o077

/**
 * The bytes of a file that only this user can read, or null if it does not exist. Throws `file-unreadable` if others
 * could read it too.
 */
export async function readPrivateFile(file: string): Promise<Buffer | null> {
  const handle = await openOrNull(file)
  if (handle === null) return null
  try {
    await demandPrivate(handle, file)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Replaces the whole file. Others can never read the content, not even for a moment. */
export async function writePrivateFile(file: string, bytes: Uint8Array | string): Promise<void> {
  const fresh = `${file}.new`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await rm(fresh, { force: true }) // the remains of an interrupted write would keep their own permissions
  await writeFile(fresh, bytes, { mode: ONLY_OWNER, flag: 'wx', flush: true })
  await rename(fresh, file)
}

/** Removes the file; a missing one is not an error. */
export async function removePrivateFile(file: string): Promise<void> {
  await rm(file, { force: true })
  await rm(`${file}.new`, { force: true })
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    // A link could lead to a file that somebody else chose.
    return await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    if (isAbsent(error)) return null
    if (codeOf(error) === 'ELOOP')
      throw new AppError('file-unreadable', say('paths.privateLink', { path: file }), { cause: error })
    throw new AppError(
      'file-unreadable',
      say('paths.privateUnreadable', { path: file, code: codeOf(error) || 'unknown error' }),
      { cause: error },
    )
  }
}

/** Windows has access lists instead of mode bits; there the user's own folder is private. */
async function demandPrivate(handle: FileHandle, file: string): Promise<void> {
  if (process.platform === 'win32') return
  const { mode, uid } = await handle.stat()
  if ((mode & OTHERS) !== 0) throw new AppError('file-unreadable', say('paths.privateShared', { path: file }))
  if (uid !== process.getuid?.()) throw new AppError('file-unreadable', say('paths.privateOfOther', { path: file }))
}
