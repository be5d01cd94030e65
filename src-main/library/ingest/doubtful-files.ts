import path from 'node:path'
import type { Catalog, KnownFile, KnownFolder, LikeFiles, RootRow } from '../catalog/catalog.ts'
import { isStrongKey, sameSizeAndTime } from './identity/compare.ts'
import type { KnownListing, ListedFile } from './identity/identity-types.ts'
import { isSameInOtherForm } from './identity/name-form.ts'
import {
  fileKeyOf,
  folderName,
  type FoundFile,
  foundFileOf,
  listingOf,
  type PlacedFile,
  placeFile,
} from './reconcile/found-file.ts'
import { isListed, isOnePlace, listNames, statPlace } from './reconcile/stat-place.ts'
import { keyAt } from './folder-tracker.ts'

/** A known file that may be a found one, and its row. */
export type Candidate = KnownListing & { known: KnownFile }

/** Found files that may be known ones, and those known ones: the input of a decision about the whole batch. */
export class DoubtfulFiles {
  readonly #catalog: Catalog
  readonly #formerPlaces: FormerPlaces
  /** Whether the scan itself checks this place; others are checked only if needed. */
  readonly #isInScope: (place: PlacedFile) => boolean
  /** Places already checked: files that exchanged their names lead back to each other. */
  readonly #asked = new Set<string>()
  readonly #found = new Map<string, PlacedFile>()
  readonly #known = new Map<number, Candidate>()
  readonly #groups = new LargeGroups()
  /** Known files that moved with their folder: whatever is at their former place is another file. */
  readonly #moved = new Set<number>()
  /** For each folder with found files, the records of the folder that is there now and was elsewhere. */
  readonly #movedHere = new Map<string, Promise<readonly KnownFolder[]>>()

  constructor(catalog: Catalog, isRootThere: IsRootThere, isInScope: (place: PlacedFile) => boolean) {
    this.#catalog = catalog
    this.#formerPlaces = new FormerPlaces(catalog, isRootThere)
    this.#isInScope = isInScope
  }

  get found(): PlacedFile[] {
    return [...this.#found.values()]
  }

  get known(): Candidate[] {
    return [...this.#known.values()]
  }

  /**
   * Keeps a found file for the decision if it may be a known one; false if it is certainly new. `at` is the known file
   * at its place.
   */
  async keep(found: PlacedFile, at: KnownFile | undefined): Promise<boolean> {
    this.#asked.add(placeOf(found))
    const like = await this.#filesLike(found)
    const moved = await this.#findInMovedFolder(found)
    const here = moved ?? at ?? (await this.#findOtherForm(found))
    if (moved !== undefined) this.#moved.add(moved.fileId)
    if (here !== undefined && (here === moved || !this.#moved.has(here.fileId)))
      this.#known.set(here.fileId, this.#atPlace(here, found, like))
    let isDoubtful = here !== undefined || this.#groups.mayHold(found, this.#known)
    for (const known of like.files)
      if (known.fileId !== here?.fileId && (await this.#keepElsewhere(known, found))) isDoubtful = true
    if (isDoubtful) this.#found.set(placeOf(found), found)
    return isDoubtful
  }

  /**
   * Known files that may be the found one. Members of a large group are checked once in a scan; after that only those
   * with the found file's key.
   */
  async #filesLike(found: PlacedFile): Promise<LikeFiles> {
    const { files } = this.#catalog
    if (!this.#groups.has(found)) {
      const like = files.like(found)
      if (!like.hasMore) return like
      const members = this.#groups.begin(found)
      const listing = { ...found, fileKey: null }
      for (const page of inTurn([like.files], files.ofSizeAndTime(spanOf(found))))
        for (const known of page) if (await this.#keepElsewhere(known, listing)) members.push(known.fileId)
    }
    return { files: found.fileKey === null ? [] : files.withKey(found.fileKey), hasMore: true }
  }

  /** Keeps a known file that is missing from its place; false if it is there, or if that is unknown. */
  async #keepElsewhere(known: KnownFile, found: PlacedFile): Promise<boolean> {
    const candidate = await this.#elsewhere(known, found)
    if (candidate !== null && !this.#known.has(candidate.fileId)) this.#known.set(candidate.fileId, candidate)
    return candidate !== null
  }

  /** This known file is at its place: its folder was renamed since the check. */
  noteFound(fileId: number): void {
    this.#known.delete(fileId)
  }

  /** The place of the found file, in whatever form its name is recorded. */
  #atPlace(known: KnownFile, found: PlacedFile, { files, hasMore }: LikeFiles): Candidate {
    const isLike = (each: KnownFile) =>
      each.fileId !== known.fileId && sameSizeAndTime(listingOf(each), listingOf(known))
    const isOneOfMany = hasMore || files.some(isLike)
    return { ...toCandidate(known, found.folder), name: found.name, isOneOfMany }
  }

  async #elsewhere(known: KnownFile, found: PlacedFile): Promise<Candidate | null> {
    const folder = this.#catalog.folders.byId(known.folderId)
    if (folder === undefined) return null
    const former = await this.#formerPlaces.find(known, found)
    if (former.state === 'home' || former.state === 'unknown') return null
    const hasKey = known.fileKey !== null && known.fileKey === found.fileKey
    // A file that only resembles one of a drive that is away is a copy of it.
    if (former.state === 'away' && !(hasKey && isStrongKey(known.fileKey))) return null
    if (former.state === 'replaced' && !this.#isInScope(former.by)) await this.#keepOther(former.by, known)
    const candidate = toCandidate(known, folderName(folder.rootId, folder.relativePath))
    return { ...candidate, isAway: former.state === 'away' }
  }

  /** The file that took a place outside the scan: it may be a known one, too. */
  async #keepOther(found: PlacedFile, at: KnownFile): Promise<void> {
    if (!this.#asked.has(placeOf(found))) await this.keep(found, at)
  }

  /**
   * The known file of this name in the folder that is here now and was elsewhere: folders may swap their names, or one
   * get the name that another had.
   */
  async #findInMovedFolder(found: PlacedFile): Promise<KnownFile | undefined> {
    const place = `${found.rootId}/${found.relative}`
    const moved = this.#movedHere.get(place) ?? this.#foldersMovedHere(found)
    this.#movedHere.set(place, moved)
    for (const folder of await moved) {
      const [known] = this.#catalog.files.at(folder.id, [found.name])
      if (known === undefined) continue
      const { state } = await this.#formerPlaces.find(known, found)
      if (state === 'gone' || state === 'replaced') return known
    }
    return undefined
  }

  async #foldersMovedHere({ rootId, relative }: PlacedFile): Promise<readonly KnownFolder[]> {
    const root = this.#catalog.folders.roots().find(({ id }) => id === rootId)
    const key = root === undefined || relative === '' ? null : await keyAt(path.join(root.path, relative))
    if (key === null || !isStrongKey(key)) return []
    const folders = this.#catalog.folders.withKey(rootId, key)
    return folders.some(({ relativePath }) => relativePath === relative) ? [] : folders
  }

  /** The known file whose name this file system treats as that of the found one. */
  async #findOtherForm(found: PlacedFile): Promise<KnownFile | undefined> {
    const folder = this.#catalog.folders.find(found.rootId, found.relative)
    if (folder === undefined) return undefined
    const absolute = this.#catalog.folders.pathOf(folder.id)
    for (const known of this.#catalog.files.namedAlike(folder.id, found.name)) {
      if (!isSameInOtherForm(known.name, found.name)) continue
      const [before, now] = [path.join(absolute, known.name), path.join(absolute, found.name)]
      if ((await isOnePlace(before, now)) && !(await isListed(before))) return known
    }
    return undefined
  }
}

function* inTurn<T>(...lists: Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list
}

const placeOf = ({ folder, name }: PlacedFile) => `${folder}/${name}`

const toCandidate = (known: KnownFile, folder: string): Candidate => ({
  ...listingOf(known),
  folder,
  fileId: known.fileId,
  isAway: false,
  known,
})

// Files of one size and about one time

/** Maximum difference between the times of a file and its copy: files that may be one are in neighbouring steps. */
const STEP_MS = 2000

const stepOf = ({ modifiedMs }: ListedFile) => Math.floor(modifiedMs / STEP_MS)

/** The size and times of all known files that may be this one. */
const spanOf = (file: ListedFile) => ({
  bytes: file.bytes,
  fromMs: (stepOf(file) - 1) * STEP_MS,
  untilMs: (stepOf(file) + 2) * STEP_MS,
})

/**
 * Groups of known files with one size and about one time that are too large to compare each found file with each
 * member. Each group has the ids of members that were missing from their places when it was checked.
 */
class LargeGroups {
  readonly #members = new Map<string, number[]>()

  has(found: ListedFile): boolean {
    return this.#members.has(groupOf(found))
  }

  /** Starts a group; the caller adds to the returned list. */
  begin(found: ListedFile): number[] {
    const members: number[] = []
    this.#members.set(groupOf(found), members)
    return members
  }

  /** Whether a member of the found file's group is still missing from its place. */
  mayHold(found: ListedFile, known: ReadonlyMap<number, unknown>): boolean {
    const members = this.#members.get(groupOf(found)) ?? []
    while (members.length > 0 && !known.has(members.at(-1)!)) members.pop()
    return members.length > 0
  }
}

const groupOf = (file: ListedFile) => `${file.bytes} ${stepOf(file)}`

// Where known files were

/**
 * What is at a file's recorded place: the file itself, nothing, another file, or unknown because its root is away or
 * the place cannot be read.
 */
type FormerPlace = { state: 'home' | 'gone' | 'away' | 'unknown' } | { state: 'replaced'; by: PlacedFile }

/** Whether a root's own folder, with its contents, is at its path now. */
export type IsRootThere = (root: RootRow) => Promise<boolean>

/** Maximum number of cached folder listings. */
const MAX_LISTINGS = 20

type PlaceStats = Awaited<ReturnType<typeof statPlace>>

/** Checks the recorded places of known files, each once. For one scan: its results do not change. */
class FormerPlaces {
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
