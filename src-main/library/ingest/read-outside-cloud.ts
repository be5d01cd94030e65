import { say } from '../../contract/sentences/say.ts'
import type { Reading } from '../metadata/host/metadata-reader.ts'
import { isFileInCloud } from './places/cloud-files.ts'

const inCloud = { ok: false as const, reason: say('reading.inCloud') }

/** Reads local files, in the order of the paths; those in a cloud would be downloaded and are skipped. */
export async function readOutsideCloud<T>(
  paths: readonly string[],
  read: (paths: readonly string[]) => Promise<Reading<T>[]>,
  platform: NodeJS.Platform = process.platform,
): Promise<Reading<T>[]> {
  if (platform === 'linux') return read(paths)
  const isAway = await Promise.all(paths.map((file) => isFileInCloud(file, platform)))
  const near = paths.filter((_, place) => !isAway[place])
  const readings = near.length > 0 ? await read(near) : []
  let next = 0
  return isAway.map((isInCloud) => (isInCloud ? inCloud : readings[next++]!))
}
