import { lstat } from 'node:fs/promises'

/** What a file is on the disk: `key` names it whatever path leads to it. */
export type FileStats = { key: string; bytes: number; modifiedMs: number }

/** Null where there is no file of its own: nothing, a folder, or a link to one elsewhere. */
export async function readFileStats(path: string): Promise<FileStats | null> {
  const stats = await lstat(path, { bigint: true }).catch(() => null)
  if (stats === null || !stats.isFile()) return null
  return {
    key: `${stats.dev} ${stats.ino}`,
    bytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeNs / 1_000_000n),
  }
}
