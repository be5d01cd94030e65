import type { Dir } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PictureCount } from '../../contract/shell/browsing.ts'
import { isPhotoName, isSkippedName } from '../../library/ingest/places/supported.ts'
import type { Roots } from './roots.ts'

/** Limits of a count: number of names examined, and levels of folders. */
export type CountLimits = { names: number; levels: number }

const USUAL: CountLimits = { names: 4000, levels: 3 }

/**
 * Counts pictures in some folders, one after another, so that a slow disk has one reader. A missing folder counts as
 * empty; throws `outside-roots` if one of them is not allowed.
 */
export async function countPictures(roots: Roots, paths: readonly string[], limits = USUAL): Promise<PictureCount[]> {
  const folders = await Promise.all(paths.map(async (path) => ({ path, real: await resolveIfThere(roots, path) })))
  const counts: PictureCount[] = []
  for (const { path, real } of folders)
    counts.push({ path, ...(real === null ? { count: 0, isMore: false } : await countInFolder(real, limits)) })
  return counts
}

async function resolveIfThere(roots: Roots, path: string): Promise<string | null> {
  try {
    return await roots.resolveFolder(path)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-a-folder') return null
    throw error
  }
}

/** Counts what a library would list in a folder and below, nearest first; links are not followed. */
async function countInFolder(folder: string, { names, levels }: CountLimits) {
  const waiting = [{ path: folder, level: 1 }]
  let count = 0
  let seen = 0
  let isMore = false
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for await (const entry of await openIfReadable(next.path)) {
      seen += 1
      if (seen > names) return { count, isMore: true }
      if (entry.isFile() && isPhotoName(entry.name)) count += 1
      if (!entry.isDirectory() || isSkippedName(entry.name)) continue
      if (next.level < levels) waiting.push({ path: join(next.path, entry.name), level: next.level + 1 })
      else isMore = true
    }
  }
  return { count, isMore }
}

/** Folders that the person may not read are not counted. */
const openIfReadable = (path: string): Promise<Dir | []> => opendir(path, { bufferSize: 256 }).catch(() => [])
