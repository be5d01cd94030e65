import { execFile } from 'node:child_process'
import { chmod, chown, lstat, open, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryName } from './requests.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { absentAs } from '../../../base/files/file-errors.ts'
import { hashFile } from '../../../base/files/hash.ts'

/** The new content of a file: `bytes`, or the file `temporary` beside it; with neither the file is deleted. */
export type Replacement = {
  path: string
  /** Hash of the present content; empty without a file. */
  beforeHash: string
  bytes: Uint8Array | null
  temporary: string | null
  /** The photo beside a new sidecar, which gets the same permissions. */
  photo: string
  /** Watched folders: a link that leads out of them is not followed. */
  roots: readonly string[]
  /** Whether a replaced file keeps its time. */
  keepsTimes?: boolean
}

/** The file is not the one that was read: another program has written it in the meantime. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** The file is a link that leads out of the watched folders. */
export class LeadsOutside extends Error {
  override name = 'LeadsOutside'
}

/**
 * Replaces a file atomically: every reader, and every interruption, finds the former content or the new one.
 * Permissions, owner and extended attributes stay if the system allows it. Returns how many further names the former
 * file had (hard links), which keep its content. Rejects with the system's errors.
 */
export async function replaceFile(replacement: Replacement): Promise<number> {
  const { bytes, temporary: given } = replacement
  let temporary = given
  try {
    const place = await followLink(replacement)
    temporary ??= bytes === null ? null : temporaryName(place)
    if (bytes !== null && temporary !== null) await writeFile(temporary, bytes, { mode: OWNER_ONLY.file })
    const names = temporary === null ? 1 : await likeFormer(temporary, place, replacement)
    if ((await hashFile(place).catch(absentAs(''))) !== replacement.beforeHash) throw new ChangedMeanwhile()
    if (temporary === null) await rm(place)
    else await rename(temporary, place)
    await flush(path.dirname(place), 'r')
    return names - 1
  } catch (error) {
    if (temporary !== null) await rm(temporary, { force: true })
    throw error
  }
}

async function followLink({ path: place, roots }: Replacement): Promise<string> {
  const stats = await lstat(place).catch(absentAs(null))
  if (stats === null || !stats.isSymbolicLink()) return place
  const real = await realpath(place)
  if (!roots.some((root) => real.startsWith(root + path.sep))) throw new LeadsOutside(real)
  return real
}

/**
 * Only an administrator may give files away; a writable file of another owner stays readable to them. Returns how many
 * names the former file has.
 */
async function likeFormer(temporary: string, place: string, { photo, keepsTimes }: Replacement): Promise<number> {
  const former = await stat(place).catch(absentAs(null))
  const { mode, uid, gid } = former ?? (await stat(photo))
  await chown(temporary, uid, gid).catch(() => undefined)
  await chmod(temporary, former === null ? mode & 0o666 : mode & 0o7777) // A change of owner takes the set-uid bits.
  if (former !== null) await copyAttributes(place, temporary)
  if (former !== null && keepsTimes) await utimes(temporary, former.atime, former.mtime)
  await flush(temporary, 'r+')
  return former?.nlink ?? 1
}

/** Labels of file managers and access rules are in extended attributes, which Node cannot access. */
async function copyAttributes(from: string, to: string): Promise<void> {
  if (process.platform !== 'linux') return
  const copied = promisify(execFile)('cp', ['--attributes-only', '--preserve=xattr', '--', from, to])
  await copied.catch(() => undefined) // This disk, or this cp, has none.
}

/** After this a power cut does not bring back the former content. Windows cannot flush folders, and need not. */
async function flush(target: string, flags: 'r' | 'r+'): Promise<void> {
  if (flags === 'r' && process.platform === 'win32') return
  const handle = await open(target, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
