import path from 'node:path'
import type { Catalog, KnownFile, KnownFolder, RootRow } from '../../catalog/catalog.ts'
import { sameSizeAndTime } from '../identity/compare.ts'
import { listingOf, fileKeyOf, foundFileOf, placeFile, type FoundFile, type PlacedFile } from './found-file.ts'
import { listNames, statPlace } from './stat-place.ts'

/**
 * What is at a file's recorded place: the file itself, nothing, another file, or unknown because its root is away or
 * the place cannot be read.
 */
export type FormerPlace = { state: 'home' | 'gone' | 'away' | 'unknown' } | { state: 'replaced'; by: PlacedFile }

/** Whether a root's own folder, with its contents, is at its path now. */
export type IsRootThere = (root: RootRow) => Promise<boolean>

/** Maximum number of cached folder listings. */
const MAX_LISTINGS = 20

type PlaceStats = Awaited<ReturnType<typeof statPlace>>

/** Checks the recorded places of known files, each once. For one scan: its results do not change. */
export class FormerPlaces {
  readonly #catalog: Catalog
  readonly #isRootThere: IsRootThere
  readonly #stats = new Map<string, Promise<PlaceStats>>()
  /** Names in folders where several lead to one file. */
  readonly #listings = new Map<string, Promise<Set<string>>>()
  readonly #roots = new Map<number, Promise<boolean>>()

  constructor(catalog: Catalog, isRootThere: IsRootThere) {
    this.#catalog = catalog
    this.#isRootThere = isRootThere
  }

  /** `found` is the file that may be this one. */
  async find(known: KnownFile, found: FoundFile): Promise<FormerPlace> {
    const folder = this.#catalog.folders.byId(known.folderId)
    // A removed file has no place: its work goes to the same picture if that is added.
    if (folder !== undefined && this.#catalog.folders.isRemoved(folder.rootId)) return { state: 'gone' }
    if (folder === undefined || !(await this.#isThere(folder.rootId))) return { state: 'away' }
    const target = path.join(this.#catalog.folders.pathOf(known.folderId), known.name)
    const stats = await this.#statOnce(target)
    if (stats === 'unreadable') return { state: 'unknown' }
    if (stats === null || !stats.isFile()) return { state: 'gone' }
    const key = fileKeyOf(stats)
    // Both names are one file: either it has two links, or the system treats the names as one.
    if (key !== null && key === known.fileKey && key === found.fileKey)
      return { state: (await this.#isListed(target)) ? 'home' : 'gone' }
    return judge(known, folder, foundFileOf(folder.relativePath, known.name, stats), found)
  }

  #statOnce(target: string): Promise<PlaceStats> {
    const stats = this.#stats.get(target) ?? statPlace(target)
    this.#stats.set(target, stats)
    return stats
  }

  async #isListed(target: string): Promise<boolean> {
    const folder = path.dirname(target)
    const names = this.#listings.get(folder) ?? listNames(folder)
    if (this.#listings.size === MAX_LISTINGS) this.#listings.clear()
    this.#listings.set(folder, names)
    return (await names).has(path.basename(target))
  }

  #isThere(rootId: number): Promise<boolean> {
    const isThere = this.#roots.get(rootId) ?? this.#askForRoot(rootId)
    this.#roots.set(rootId, isThere)
    return isThere
  }

  async #askForRoot(rootId: number): Promise<boolean> {
    const root = this.#catalog.folders.roots().find((each) => each.id === rootId)
    return root !== undefined && root.isAvailable && (await this.#isRootThere(root))
  }
}

/** A file with the same size and time has most likely only a new key, unless its old key is now elsewhere. */
function judge(known: KnownFile, folder: KnownFolder, there: FoundFile, found: FoundFile): FormerPlace {
  const replaced: FormerPlace = { state: 'replaced', by: placeFile(folder.rootId, there) }
  if (known.fileKey !== null && known.fileKey === there.fileKey) return { state: 'home' }
  if (known.fileKey !== null && known.fileKey === found.fileKey) return replaced
  return sameSizeAndTime(listingOf(known), there) ? { state: 'home' } : replaced
}
