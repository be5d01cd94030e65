import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { codeOf, isAbsent } from '../../base/files/file-errors.ts'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import { FolderSidecars, sidecarKeyOf } from '../metadata/sidecar-paths.ts'
import { isForbidden } from './places/describe-access.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { listedName } from './places/listed-name.ts'
import { isPhotoName, isSidecarName, isSkippedPath } from './places/supported.ts'
import { emptyBatch, type FoundFile, foundFileOf, type PlacedFile, type WalkBatch } from './reconcile/found-file.ts'
import { walk } from './walk.ts'
import { type Reconciled, Reconciler, type ReconcilerOptions } from './reconciler.ts'

export type ExamineOptions = Pick<
  ReconcilerOptions,
  'readers' | 'isRootThere' | 'isSettled' | 'isPatient' | 'isThorough'
> & {
  excluded: ExcludedFolders
  mayFollow: MayFollow
  signal?: AbortSignal
}

/** With places to check once more. */
export type Examined = Reconciled &
  Pick<Reconciler, 'again' | 'postponed' | 'unverified'> & {
    isRootGone: boolean
    /** Photo files whose sidecar was added, changed or removed. */
    sidecarsOf: string[]
    found: FoundFile[]
    /** Links that are not followed; relative to the root. */
    outside: string[]
  }

/**
 * Updates the catalogue for places of a root that events named. Other places are checked only if one of their files may
 * be among the found ones.
 */
export async function examine(
  catalog: Catalog,
  root: RootRow,
  paths: readonly string[],
  options: ExamineOptions,
): Promise<Examined> {
  const sorted = await sortPaths(root.path, paths, options.mayFollow)
  const reconciler = new Reconciler(catalog, root, { ...options, isInScope: scopeOf(sorted) })
  const { again, postponed, unverified } = reconciler
  const examined: Examined = {
    again,
    postponed,
    unverified,
    changed: [],
    hasWork: false,
    isRootGone: false,
    sidecarsOf: [],
    found: [],
    outside: sorted.outside,
  }
  if (sorted.absent.length + sorted.folders.length > 0 && !(await options.isRootThere(root)))
    return { ...examined, isRootGone: true }
  const report = ({ changed, hasWork }: Reconciled) => {
    for (const id of changed) examined.changed.push(id)
    examined.hasWork ||= hasWork
  }
  const hidden = new Hidden(sorted.hidden)
  for (const from of sorted.folders) {
    for await (const batch of walk(root.path, { ...options, from })) {
      hidden.add(batch.unreadable)
      examined.outside.push(...batch.outside)
      for (const file of batch.files) examined.found.push(file)
      report(await reconciler.take(batch))
    }
    await reconciler.folders.collectUnentered(from, (folder) => hidden.hides(folder))
  }
  for (const file of sorted.files) examined.found.push(file)
  report(await reconciler.take({ ...emptyBatch(), files: sorted.files }))
  await reconciler.folders.expectNothing(sorted.absent)
  for await (const result of reconciler.finish((file) => hidden.hidesFile(catalog, file))) report(result)
  examined.sidecarsOf = (await Promise.all(sorted.sidecars.map(photosOfSidecar))).flat()
  return examined
}

/** Photo files that a sidecar belongs to, or belonged to. */
async function photosOfSidecar(sidecar: string): Promise<string[]> {
  const folder = path.dirname(sidecar)
  const base = path.basename(sidecar)
  const names = await readdir(folder).catch(() => [])
  // A removed sidecar no longer belongs to them.
  const sidecars = new FolderSidecars([...names.filter((name) => !isSidecarName(name)), base])
  return names
    .filter((name) => isPhotoName(name) && Object.values(sidecars.of(name)).includes(base))
    .map((name) => path.join(folder, name))
}

/** The places that are checked in any case. */
function scopeOf({ files, folders }: SortedPaths): (place: PlacedFile) => boolean {
  const placeOf = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)
  const named = new Set(files.map(({ folder, name }) => placeOf(folder, name)))
  return ({ relative, name }) => {
    const place = placeOf(relative, name)
    return named.has(place) || folders.some((folder) => isWithin(folder, place))
  }
}

/** Named places of a root, sorted by what is there now, relative to it; sidecars are absolute. */
type SortedPaths = {
  files: FoundFile[]
  folders: string[]
  absent: string[]
  /** Places behind links that are not followed; they count as absent, too. */
  outside: string[]
  /** Places without read access are not gone. */
  hidden: string[]
  sidecars: string[]
}

const relativeTo = (root: string, target: string) => path.relative(root, target).split(path.sep).join('/')

/** Whether a place is this folder or below it; `''` is the root. */
const isWithin = (folder: string, place: string): boolean =>
  folder === '' || place === folder || place.startsWith(`${folder}/`)

/** Sorts places. Places below a folder that is itself named are covered by the folder. */
async function sortPaths(root: string, paths: readonly string[], mayFollow: MayFollow): Promise<SortedPaths> {
  const sorted: SortedPaths = { files: [], folders: [], absent: [], outside: [], hidden: [], sidecars: [] }
  const covered = new Set<string>()
  // Shorter paths come first, so that a folder precedes everything below it.
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

/** True if everything below the place is covered by it. */
async function sortPath({ root, target, place, mayFollow }: Named, sorted: SortedPaths): Promise<boolean> {
  if (place !== '' && isSkippedPath(root, target)) return false
  const name = path.basename(target)
  if (isSidecarName(name)) return sorted.sidecars.push(target) < 0
  const stats = await stat(target, { bigint: true }).catch(absentOrHidden)
  if (stats === 'absent') sorted.absent.push(place)
  else if (stats === 'hidden') sorted.hidden.push(place)
  else if (!(await mayFollow(target))) {
    if (stats.isDirectory() || isPhotoName(name)) sorted.outside.push(place)
    sorted.absent.push(place)
  } else if (stats.isDirectory()) sorted.folders.push(place)
  else {
    if (stats.isFile() && isPhotoName(name)) sorted.files.push(await placeIn(root, target, stats))
    return false
  }
  return true
}

async function placeIn(root: string, target: string, stats: BigIntStats): Promise<FoundFile> {
  const folder = path.dirname(target)
  return foundFileOf(relativeTo(root, folder), await listedName(folder, path.basename(target)), stats)
}

/** Any other error comes from the disk: the examination must be repeated. */
function absentOrHidden(error: unknown): 'absent' | 'hidden' {
  if (isAbsent(error)) return 'absent'
  if (isForbidden(error) || codeOf(error) === 'ELOOP' || codeOf(error) === 'ENAMETOOLONG') return 'hidden'
  throw error
}

// A complete root

export type ScanOptions = Pick<ReconcilerOptions, 'readers' | 'isRootThere' | 'isSettled' | 'isPatient'> & {
  excluded: ExcludedFolders
  mayFollow: MayFollow
  signal: AbortSignal
  /** Called with each batch once its rows are in the catalogue. */
  onBatch(result: Reconciled, files: readonly FoundFile[]): void
  /** Called with each folder's stats from before it was listed. */
  onFolder(folder: string, stats: BigIntStats): void
}

/**
 * Places below a root, relative to it, that could not be read, names that are not valid UTF-8, links `outside` that are
 * not followed, and places to check once more.
 */
export type ScanReport = { unreadable: string[]; unusable: string[]; outside: string[] } & Pick<
  Reconciler,
  'again' | 'postponed' | 'unverified'
>

/** Scans a complete root. Null if the root went away in the meantime: then nothing is marked as missing. */
export async function scan(catalog: Catalog, root: RootRow, options: ScanOptions): Promise<ScanReport | null> {
  const { excluded, mayFollow, signal, onBatch, onFolder, isRootThere } = options
  const reconciler = new Reconciler(catalog, root, options)
  const { again, postponed, unverified } = reconciler
  const report: ScanReport = { unreadable: [], unusable: [], outside: [], again, postponed, unverified }
  for await (const batch of walk(root.path, { excluded, mayFollow, signal, onFolder })) {
    onBatch(await reconciler.take(batch), batch.files)
    compareSidecars(catalog, root, batch)
    report.unreadable.push(...batch.unreadable)
    report.unusable.push(...batch.unusable)
    report.outside.push(...batch.outside)
    await setImmediate() // Calls and pictures go first.
    signal.throwIfAborted()
  }
  if (!(await isRootThere(root))) return null
  const hidden = new Hidden(report.unreadable)
  await reconciler.folders.collectUnentered('', (folder) => hidden.hides(folder))
  for await (const result of reconciler.finish((file) => hidden.hidesFile(catalog, file))) {
    onBatch(result, [])
    signal.throwIfAborted()
  }
  return report
}

/** Marks photos to be read again if their sidecars changed unwatched, in the folders that a walk has left. */
function compareSidecars(
  catalog: Pick<Catalog, 'files' | 'folders'>,
  root: RootRow,
  { left, sidecars }: Pick<WalkBatch, 'left' | 'sidecars'>,
): void {
  const byFolder = Map.groupBy(sidecars, ({ folder }) => folder)
  for (const folder of left) {
    const id = catalog.folders.find(root.id, folder)?.id
    if (id === undefined) continue
    let sidecarsHere: FolderSidecars | undefined
    const times = new Map(byFolder.get(folder)?.map(({ name, modifiedMs }) => [name, modifiedMs]))
    const keyOf = (name: string, photos: readonly string[]) => {
      sidecarsHere ??= new FolderSidecars([...times.keys(), ...photos])
      return sidecarKeyOf(sidecarsHere.of(name), (sidecar) => times.get(sidecar))
    }
    catalog.files.rereadOutdatedSidecars(id, times.size > 0, keyOf)
  }
}

// Places that could not be read

/** Places of one root that could not be read: known files there are not missing. Relative paths. */
class Hidden {
  readonly #places = new Set<string>()

  constructor(places: readonly string[]) {
    this.add(places)
  }

  add(places: readonly string[]): void {
    for (const place of places) this.#places.add(place)
  }

  /** Whether a place, or a folder above it, could not be read. */
  hides(place: string): boolean {
    if (this.#places.size === 0) return false
    if (this.#places.has('')) return true
    for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
      if (this.#places.has(place.slice(0, end))) return true
    return false
  }

  hidesFile(catalog: Catalog, fileId: number): boolean {
    if (this.#places.size === 0) return false
    const file = catalog.files.byId(fileId)
    const folder = file === undefined ? undefined : catalog.folders.byId(file.folderId)
    if (file === undefined || folder === undefined) return false
    return this.hides(folder.relativePath === '' ? file.name : `${folder.relativePath}/${file.name}`)
  }
}
