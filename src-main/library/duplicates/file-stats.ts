import { lstat } from 'node:fs/promises'

/** A file on the disk: `key` identifies it by whatever path. */
export type FileStats = { key: string; bytes: number; modifiedMs: number }

/** Null unless the path is a regular file: for nothing, a folder, or a link. */
export async function readFileStats(path: string): Promise<FileStats | null> {
  const stats = await lstat(path, { bigint: true }).catch(() => null)
  if (stats === null || !stats.isFile()) return null
  return {
    key: `${stats.dev} ${stats.ino}`,
    bytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeNs / 1_000_000n),
  }
}
