import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, KnownFile } from '../catalog/catalog.ts'
import type { FoundFile } from './walk.ts'

type Facts = Pick<FoundFile, 'name' | 'bytes' | 'modifiedMs' | 'fileKey'>

/** What the catalogue knows of one root's files, and where a file of any root may have moved from. */
export type KnownFiles = {
  at(folderId: number, name: string): KnownFile | undefined
  all(): Iterable<KnownFile>
  /**
   * A known file that this new one was before: the same by key, or by size, time and name; only if nothing is at its
   * old place.
   */
  findMoved(file: Facts): Promise<KnownFile | null>
}

const placeKey = (folderId: number, name: string) => `${folderId}/${name}`
const factsKey = (file: Facts) => `${file.bytes} ${file.modifiedMs} ${file.name}`
const hasSameContent = (a: Facts, b: Facts) => a.bytes === b.bytes && a.modifiedMs === b.modifiedMs

/** Loads what is known below a root; what moved files need is loaded when the first new file asks. */
export function loadKnownFiles(catalog: Catalog, rootId: number, folderIds?: readonly number[]): KnownFiles {
  const byPlace = new Map(
    catalog.files.known(rootId, folderIds).map((file) => [placeKey(file.folderId, file.name), file]),
  )
  const claimed = new Set<number>()
  let origins: Origins | null = null

  return {
    at: (folderId, name) => byPlace.get(placeKey(folderId, name)),
    all: () => byPlace.values(),
    async findMoved(file) {
      origins ??= loadOrigins(catalog)
      for (const candidate of origins.candidates(file)) {
        if (claimed.has(candidate.fileId) || !(await isGone(catalog, candidate))) continue
        claimed.add(candidate.fileId)
        return candidate
      }
      return null
    },
  }
}

type Origins = { candidates(file: Facts): KnownFile[] }

/** Files of unplugged drives are no origins: they will be back. */
function loadOrigins(catalog: Catalog): Origins {
  const byKey = new Map<string, KnownFile>()
  const byFacts = new Map<string, KnownFile[]>()
  for (const root of catalog.folders.roots()) {
    if (!root.isAvailable) continue
    for (const file of catalog.files.known(root.id)) {
      if (file.fileKey !== null) byKey.set(file.fileKey, file)
      const alike = byFacts.get(factsKey(file))
      if (alike === undefined) byFacts.set(factsKey(file), [file])
      else alike.push(file)
    }
  }
  return {
    candidates(file) {
      const same = file.fileKey === null ? undefined : byKey.get(file.fileKey)
      const alike = byFacts.get(factsKey(file)) ?? []
      // An inode may be used again: the content must be the same too.
      return same !== undefined && hasSameContent(same, file) ? [same, ...alike] : alike
    },
  }
}

async function isGone(catalog: Catalog, file: KnownFile): Promise<boolean> {
  try {
    await stat(path.join(catalog.folders.pathOf(file.folderId), file.name))
    return false
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return code === 'ENOENT' || code === 'ENOTDIR'
  }
}
