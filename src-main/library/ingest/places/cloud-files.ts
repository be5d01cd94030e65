import { stat } from 'node:fs/promises'

/** Smaller files may be stored in the file system's own records, without a block of their own. */
const MIN_BYTES = 16 * 1024

/**
 * Whether a file is only a placeholder of a cloud (OneDrive, iCloud, Dropbox): opening it would download it. macOS and
 * Windows give such files a size and no blocks. On Linux that is a sparse file, and no cloud client works so.
 */
export function isInCloud(stats: { size: number; blocks: number }, platform: NodeJS.Platform): boolean {
  return (platform === 'darwin' || platform === 'win32') && stats.blocks === 0 && stats.size > MIN_BYTES
}

/** The same for a path; false if it cannot be checked. Costs nothing on Linux. */
export async function isFileInCloud(file: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform === 'linux') return false
  const stats = await stat(file).catch(() => null)
  return stats !== null && stats.isFile() && isInCloud(stats, platform)
}
