import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isAbsent } from '../../../base/files/file-errors.ts'

/** Beside a backup the same space again stays free, plus this, so that the library itself can grow. */
const RESERVE_BYTES = 50_000_000

/** Maximum bytes of a database's copy: its file, and the content of its write-ahead log. */
export async function bytesOfCopy(path: string): Promise<number> {
  const sizes = await Promise.all([path, `${path}-wal`].map(async (each) => (await stat(each).catch(() => null))?.size))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

/** Whether a backup of this size fits below a folder, which need not exist yet. */
export async function hasRoomFor(bytes: number, folder: string): Promise<boolean> {
  return (await freeBytes(folder)) >= 2 * bytes + RESERVE_BYTES
}

/** Free bytes on the disk of a folder, or of its nearest existing parent. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (!isAbsent(error) || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}
