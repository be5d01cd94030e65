import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isForbidden } from './places/describe-access.ts'
import type { MayFollow } from './places/followed-links.ts'
import { listedName } from './places/listed-name.ts'
import { isPhotoName, isSidecarName, isSkippedPath } from './places/supported.ts'
import { foundFileOf, type FoundFile } from './reconcile/found-file.ts'
import { codeOf, isAbsent } from '../../base/files/file-errors.ts'

/** Named places of a root, sorted by what is there now, relative to it; sidecars are absolute. */
export type SortedPaths = {
  files: FoundFile[]
  folders: string[]
  absent: string[]
  /** What lies behind links that are not followed; it is absent, too. */
  outside: string[]
  /** What may not be looked at is not gone. */
  hidden: string[]
  sidecars: string[]
}

const relativeTo = (root: string, target: string) => path.relative(root, target).split(path.sep).join('/')

/** Whether a place is this folder or lies below it; `''` is the root. */
export const isWithin = (folder: string, place: string): boolean =>
  folder === '' || place === folder || place.startsWith(`${folder}/`)

/** Sorts places. What lies below a folder that is named itself is seen to with the folder. */
export async function sortPaths(root: string, paths: readonly string[], mayFollow: MayFollow): Promise<SortedPaths> {
  const sorted: SortedPaths = { files: [], folders: [], absent: [], outside: [], hidden: [], sidecars: [] }
  const covered = new Set<string>()
  // Shorter paths come first, so that a folder comes before what lies below it.
  for (const target of [...new Set(paths)].toSorted((a, b) => a.length - b.length)) {
    const place = relativeTo(root, target)
    if (isCovered(covered, place)) {
      if (isSidecarName(target)) sorted.sidecars.push(target)
      continue
    }
    if (await sortPath({ root, target, place, mayFollow }, sorted)) covered.add(place)
  }
  return sorted
}

function isCovered(folders: ReadonlySet<string>, place: string): boolean {
  if (folders.size === 0) return false
  if (folders.has('')) return true
  for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1))
    if (folders.has(place.slice(0, end))) return true
  return false
}

type Named = { root: string; target: string; place: string; mayFollow: MayFollow }

/** True where all that lies below the place is seen to with it. */
async function sortPath({ root, target, place, mayFollow }: Named, sorted: SortedPaths): Promise<boolean> {
  if (place !== '' && isSkippedPath(root, target)) return false
  const name = path.basename(target)
  if (isSidecarName(name)) return sorted.sidecars.push(target) < 0
  const facts = await stat(target, { bigint: true }).catch(absentOrHidden)
  if (facts === 'absent') sorted.absent.push(place)
  else if (facts === 'hidden') sorted.hidden.push(place)
  else if (!(await mayFollow(target))) {
    if (facts.isDirectory() || isPhotoName(name)) sorted.outside.push(place)
    sorted.absent.push(place)
  } else if (facts.isDirectory()) sorted.folders.push(place)
  else {
    if (facts.isFile() && isPhotoName(name)) sorted.files.push(await placeIn(root, target, facts))
    return false
  }
  return true
}

async function placeIn(root: string, target: string, facts: BigIntStats): Promise<FoundFile> {
  const folder = path.dirname(target)
  return foundFileOf(relativeTo(root, folder), await listedName(folder, path.basename(target)), facts)
}

/** Any other error than these is the disk's: the examination is to be repeated. */
function absentOrHidden(error: unknown): 'absent' | 'hidden' {
  if (isAbsent(error)) return 'absent'
  if (isForbidden(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENAMETOOLONG') return 'hidden'
  throw error
}
