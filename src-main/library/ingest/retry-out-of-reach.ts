import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog } from '../catalog/catalog.ts'
import { isFileInCloud } from './places/cloud-files.ts'

const OPENED_AT_ONCE = 16

/**
 * Photos at or below these places that failed because their file was not permitted, or only in a cloud, are analysed
 * again if that is over. Returns them.
 */
export async function retryOutOfReach(
  { analysis }: { analysis: Pick<Catalog['analysis'], 'outOfReach' | 'retry'> },
  places: readonly string[],
): Promise<number[]> {
  const named = new Set(places)
  const photos = analysis.outOfReach().filter((photo) => isAtOrBelow(named, photo.path))
  const ids: number[] = []
  for (let at = 0; at < photos.length; at += OPENED_AT_ONCE) {
    const some = photos.slice(at, at + OPENED_AT_ONCE)
    const isNear = await Promise.all(some.map((photo) => isWithinReach(photo.path)))
    ids.push(...some.filter((_, place) => isNear[place]).map(({ id }) => id))
  }
  if (ids.length > 0) analysis.retry(ids)
  return ids
}

function isAtOrBelow(places: ReadonlySet<string>, file: string): boolean {
  for (let place = file; ; place = path.dirname(place)) {
    if (places.has(place)) return true
    if (place === path.dirname(place)) return false
  }
}

async function isWithinReach(file: string): Promise<boolean> {
  if (await isFileInCloud(file)) return false
  try {
    const handle = await open(file, 'r')
    await handle.close()
    return true
  } catch {
    return false // The photo keeps its reason.
  }
}
