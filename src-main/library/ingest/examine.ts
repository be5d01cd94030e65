import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { codeOf, isAbsent } from '../../base/files/file-errors.ts'
import type { Catalog, KnownFile, KnownFolder, LikeFiles, RootRow, SettledFile } from '../catalog/catalog.ts'
import { FolderSidecars, sidecarKeyOf } from '../metadata/sidecar-paths.ts'
import { isStrongKey, isTouched, isUntouched, sameSizeAndTime } from './identity/compare.ts'
import { decide } from './identity/decide.ts'
import type { Decisions, KnownListing, ListedFile } from './identity/identity-types.ts'
import { isSameInOtherForm } from './identity/name-form.ts'
import { isForbidden } from './places/describe-access.ts'
import type { ExcludedFolders } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { listedName } from './places/listed-name.ts'
import { isPhotoName, isSidecarName, isSkippedPath } from './places/supported.ts'
import {
  emptyBatch,
  type EnteredFolder,
  fileInfoOf,
  fileKeyOf,
  folderName,
  type FoundFile,
  foundFileOf,
  listingOf,
  type PlacedFile,
  placeFile,
  type WalkBatch,
} from './reconcile/found-file.ts'
import { type EvidenceReaders, readEvidence } from './reconcile/read-evidence.ts'
import { isListed, isOnePlace, listNames, statPlace } from './reconcile/stat-place.ts'
import { walk } from './walk.ts'

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
  onFolder(folder: string, facts: BigIntStats): void
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

/**
 * Marks photos to be read again if their sidecars changed unwatched, in the folders that a walk has left; returns their
 * number.
 */
function compareSidecars(
  catalog: Pick<Catalog, 'files' | 'folders'>,
  root: RootRow,
  { left, sidecars }: Pick<WalkBatch, 'left' | 'sidecars'>,
): number {
  const byFolder = Map.groupBy(sidecars, ({ folder }) => folder)
  let outdated = 0
  for (const folder of left) {
    const id = catalog.folders.find(root.id, folder)?.id
    if (id === undefined) continue
    let sidecarsHere: FolderSidecars | undefined
    const times = new Map(byFolder.get(folder)?.map(({ name, modifiedMs }) => [name, modifiedMs]))
    const keyOf = (name: string, photos: readonly string[]) => {
      sidecarsHere ??= new FolderSidecars([...times.keys(), ...photos])
      return sidecarKeyOf(sidecarsHere.of(name), (sidecar) => times.get(sidecar))
    }
    outdated += catalog.files.rereadOutdatedSidecars(id, times.size > 0, keyOf)
  }
  return outdated
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

// Found files and known ones

/** A place of a watched folder, relative to it. */
export type PlaceOfRoot = { rootId: number; place: string }

export type ReconcilerOptions = {
  readers: EvidenceReaders
  /** Whether a root's own folder, with its contents, is at its path now. */
  isRootThere: IsRootThere
  /** Whether the scan covers this place of its root; by default all of them. */
  isInScope?: (place: PlacedFile) => boolean
  /** Whether nothing else is being checked, so that a file that is not found is gone; true by default. */
  isSettled?: () => boolean
  /** False if moving files have been checked often enough: then they are decided as they are. */
  isPatient?: boolean
  /** Whether files that only seem touched are read; otherwise they are listed as `unverified`. */
  isThorough?: boolean
}

type QuickResult = 'unchanged' | 'touched' | 'renumbered' | 'doubtful'

/**
 * Updates the catalogue with what is found below one root. Unchanged and certainly new files are settled with their
 * batch; the identity of the others is decided once all are found.
 */
export class Reconciler {
  readonly folders: FolderTracker
  /** Paths to check once more, since files moved in the meantime. */
  readonly again: string[] = []
  /** Places to check once nothing else is being checked, since they can be decided only then. */
  readonly postponed: PlaceOfRoot[] = []
  /** Places of files that were touched but have the same size and time: their content may have changed. */
  readonly unverified: string[] = []
  readonly #catalog: Catalog
  readonly #root: RootRow
  readonly #options: ReconcilerOptions
  readonly #doubtful: DoubtfulFiles

  constructor(catalog: Catalog, root: RootRow, options: ReconcilerOptions) {
    this.#catalog = catalog
    this.#root = root
    this.#options = options
    this.folders = new FolderTracker(catalog, root)
    const { isRootThere, isInScope = () => true } = options
    this.#doubtful = new DoubtfulFiles(catalog, isRootThere, (place) => place.rootId === root.id && isInScope(place))
  }

  /** Takes a part of a walk, or single files. */
  async take({ entered, files, left }: WalkBatch): Promise<Reconciled> {
    for (const folder of entered) await this.folders.enter(folder)
    const settled: SettledFile[] = []
    const fresh: FoundFile[] = []
    for (const [folder, found] of Map.groupBy(files, (file) => file.folder)) {
      await this.folders.enterNamed(folder)
      await this.#takeFolder(folder, found, { settled, fresh })
    }
    for (const folder of left) await this.folders.leave(folder)
    const { files: store } = this.#catalog
    const touched = await inPieces(settled, (piece) => store.settle(piece))
    const added = await inPieces(fresh, (piece) => store.add(piece.map((file) => this.#fileInfoOf(file))))
    const isLeft = new Set(left)
    for (const { folder, name } of fresh) if (!isLeft.has(folder)) this.folders.seeAdded(folder, name)
    return { changed: [...added, ...touched], hasWork: added.length + touched.length > 0 }
  }

  /** Decides the rest and marks missing files, in pieces; `isHidden` says which files could not be seen. */
  async *finish(isHidden: (fileId: number) => boolean = () => false): AsyncGenerator<Reconciled> {
    const { known, found } = this.#doubtful
    const evidence = readEvidence(this.#catalog, this.#options.readers)
    const { isSettled = () => true, isPatient = true } = this.#options
    const decisions = await decide(known, found, evidence, { isSettled: isSettled(), isPatient })
    const isMoving = evidence.lost.size > 0 && isPatient
    const applied = isMoving ? onlySame(decisions, evidence.lost) : decisions
    yield* applyDecisions(this.#catalog, applied, this.#root, this.folders)
    const claimed = new Set(decisions.same.map((match) => match.known.fileId))
    const undecided = new Set<string>()
    for (const { known: one, found: other } of decisions.postponed) {
      claimed.add(one.fileId)
      this.#postpone(other, one)
      for (const folder of [other.relative, this.#catalog.folders.byId(one.known.folderId)?.relativePath])
        if (folder !== undefined) undecided.add(folder)
    }
    const unseen = this.folders.unseen.filter((fileId) => !claimed.has(fileId) && !isHidden(fileId))
    if (isMoving)
      this.#checkAgain(
        [...evidence.lost, ...decisions.fresh],
        [...unseen, ...decisions.missing.map(({ fileId }) => fileId)],
      )
    else yield* markUnseen(this.#catalog, unseen)
    await this.folders.keepKeys(undecided)
  }

  /** Files moved during the scan: until all are still, it is unknown which of them are missing. */
  #checkAgain(found: readonly ListedFile[], unseen: readonly number[]): void {
    const { files, folders } = this.#catalog
    for (const { rootId, relative, name } of found as readonly PlacedFile[])
      if (rootId === this.#root.id) this.again.push(path.join(this.#root.path, relative, name))
    for (const fileId of unseen) {
      const file = files.byId(fileId)
      const folder = file === undefined ? undefined : folders.byId(file.folderId)
      if (file !== undefined && folder?.rootId === this.#root.id)
        this.again.push(path.join(this.#root.path, folder.relativePath, file.name))
    }
  }

  /** Both places: the known file may be missing from its own. */
  #postpone({ rootId, relative, name }: PlacedFile, { known }: Candidate): void {
    this.postponed.push({ rootId, place: path.join(relative, name) })
    const folder = this.#catalog.folders.byId(known.folderId)
    if (folder !== undefined)
      this.postponed.push({ rootId: folder.rootId, place: path.join(folder.relativePath, known.name) })
  }

  #fileInfoOf(file: FoundFile) {
    return fileInfoOf(this.folders.ensure(file.folder), file)
  }

  async #takeFolder(
    folder: string,
    files: readonly FoundFile[],
    { settled, fresh }: { settled: SettledFile[]; fresh: FoundFile[] },
  ): Promise<void> {
    const known = this.#knownAt(folder, files)
    const renumbered: { file: FoundFile; at: KnownFile }[] = []
    let unchanged = 0
    for (const [count, file] of files.entries()) {
      if (count % PIECE === PIECE - 1) await setImmediate()
      const at = known.get(file.name)
      const result = checkQuickly(file, at)
      if (at !== undefined && result === 'unchanged') {
        unchanged++
        this.#see(folder, at)
        const isNews = at.isMissing || at.fileKey !== file.fileKey || (at.changedMs ?? null) === null
        if (isNews) settled.push(this.#settle(file, at))
      } else if (at !== undefined && result === 'touched' && !this.#isThorough && this.#isAlone(file, at)) {
        unchanged++
        this.#see(folder, at)
        this.unverified.push(path.join(folder, file.name))
      } else if (at !== undefined && result === 'renumbered') renumbered.push({ file, at })
      else if (!(await this.#doubtful.keep(placeFile(this.#root.id, file), at))) fresh.push(file)
    }
    for (const { file, at } of renumbered) {
      if (unchanged === 0 && this.#isAlone(file, at)) {
        this.#see(folder, at)
        settled.push(this.#settle(file, at))
      } else await this.#doubtful.keep(placeFile(this.#root.id, file), at)
    }
  }

  #see(folder: string, { fileId }: KnownFile): void {
    this.folders.see(folder, fileId)
    this.#doubtful.noteFound(fileId)
  }

  #knownAt(folder: string, files: readonly FoundFile[]): Map<string, KnownFile> {
    const id = this.folders.idOf(folder)
    if (id === undefined) return new Map()
    const names = files.map((file) => file.name)
    return new Map(
      this.#catalog.files
        .at(id, names)
        .toReversed()
        .map((file) => [file.name, file]),
    )
  }

  #settle(file: FoundFile, at: KnownFile): SettledFile {
    return { ...fileInfoOf(at.folderId, file), fileId: at.fileId, isChanged: false }
  }

  get #isThorough(): boolean {
    return this.#options.isThorough === true
  }

  /**
   * Whether no other known file has the key, or the size and time: a volume that assigns new keys at each mount has
   * only given it another key. Files with equal stats are distinguished by their content.
   */
  #isAlone(file: FoundFile, at: KnownFile): boolean {
    const { files, hasMore } = this.#catalog.files.like(file, 2)
    return !hasMore && files.every((each) => each.fileId === at.fileId)
  }
}

/** Only recognised files; nothing is decided about the others. */
const onlySame = (
  { same }: Decisions<Candidate, PlacedFile>,
  lost: ReadonlySet<ListedFile>,
): Decisions<Candidate, PlacedFile> => ({
  same: same.filter(({ found }) => !lost.has(found)),
  fresh: [],
  missing: [],
  questions: [],
  postponed: [],
})

function checkQuickly(file: FoundFile, at: KnownFile | undefined): QuickResult {
  if (at === undefined || !isUntouched(listingOf(at), file)) return 'doubtful'
  if (at.fileKey !== null && at.fileKey === file.fileKey) return checkOwn(file, at)
  if (at.isMissing) return 'doubtful'
  return at.fileKey === null || file.fileKey === null ? 'unchanged' : 'renumbered'
}

/** A file that is back was moved, which the system notes as well. */
const checkOwn = (file: FoundFile, at: KnownFile): QuickResult => {
  if (!isTouched(listingOf(at), file)) return 'unchanged'
  return at.isMissing ? 'doubtful' : 'touched'
}

/** Files processed without a break: some 20 ms, the maximum that windows wait. */
const PIECE = 200

function* piecesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PIECE) yield all.slice(at, at + PIECE)
}

/** Processes a list in pieces; calls and pictures are served before each. */
async function inPieces<T, Result>(
  all: readonly T[],
  work: (piece: readonly T[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const piece of piecesOf(all)) {
    await setImmediate()
    results.push(...work(piece))
  }
  return results
}

/** Ids of the photos that a batch changed. `hasWork` is true if something must be read or analysed again. */
export type Reconciled = { changed: number[]; hasWork: boolean }

/** Writes decisions, in pieces between which windows are served. */
async function* applyDecisions(
  catalog: Catalog,
  { same, fresh, missing, questions }: Decisions<Candidate, PlacedFile>,
  root: RootRow,
  folders: FolderTracker,
): AsyncGenerator<Reconciled> {
  const folderIdOf = ({ rootId, relative }: PlacedFile) =>
    rootId === root.id ? folders.ensure(relative) : catalog.folders.ensure(rootId, relative)
  // Their places may be those of new files.
  const gone = missing.filter(({ known }) => !known.isMissing).map(({ fileId }) => fileId)
  yield* markUnseen(catalog, gone)
  for (const piece of piecesOf(same)) {
    const settled = piece.map(({ known, found, isChanged }) => ({
      ...fileInfoOf(folderIdOf(found), found),
      fileId: known.fileId,
      isChanged,
    }))
    const changed = catalog.files.settle(settled)
    yield { changed, hasWork: changed.length > 0 }
    await setImmediate()
  }
  const photos = new Map<PlacedFile, number>()
  for (const piece of piecesOf(fresh)) {
    const changed = catalog.files.add(piece.map((file) => fileInfoOf(folderIdOf(file), file)))
    piece.forEach((file, at) => photos.set(file, changed[at] ?? 0))
    yield { changed, hasWork: true }
    await setImmediate()
  }
  const asked = questions.map(({ known, found, reason }) => ({
    oldPhotoId: known.known.photoId,
    newPhotoId: photos.get(found) ?? 0,
    reason,
  }))
  if (asked.length > 0) catalog.questions.ask(asked)
}

/** Marks files that were not found. */
async function* markUnseen(catalog: Catalog, fileIds: readonly number[]): AsyncGenerator<Reconciled> {
  for (const piece of piecesOf(fileIds)) {
    yield { changed: catalog.files.markMissing(piece), hasWork: false }
    await setImmediate()
  }
}

// Folders

/** `seen` are ids of known files; `added` are names of files recorded during the scan of the folder. */
type Entered = { key: string | null; seen: Set<number>; added: Set<string> }

const nothingFound = { seen: new Set<number>(), added: new Set<string>() }

/** Rows read at once. */
const PAGE = 500
const parentOf = (relative: string) => relative.slice(0, Math.max(0, relative.lastIndexOf('/')))
const nameOf = (relative: string) => relative.slice(relative.lastIndexOf('/') + 1)

/** The folders of one root that a scan enters: their former records, and the known files that it did not see there. */
class FolderTracker {
  readonly #catalog: Catalog
  readonly #root: RootRow
  readonly #entered = new Map<string, Entered>()
  readonly #ids = new Map<string, number>()
  readonly #unseen: number[] = []
  /** Number of renamed folders. */
  renamed = 0

  constructor(catalog: Catalog, root: RootRow) {
    this.#catalog = catalog
    this.#root = root
  }

  /** Known files that should have been in the finished folders, and were not. */
  get unseen(): readonly number[] {
    return this.#unseen
  }

  /** The walk enters a folder. A renamed one keeps its row, and so everything below it. */
  async enter({ folder, key }: EnteredFolder): Promise<void> {
    if (this.#entered.has(folder)) return
    if (this.idOf(folder) === undefined) await this.#adopt(folder, key)
    this.#entered.set(folder, { key, seen: new Set(), added: new Set() })
  }

  /** As `enter` for the folder of a file that an event named. */
  async enterNamed(folder: string): Promise<void> {
    if (this.#entered.has(folder) || this.idOf(folder) !== undefined) return
    const key = await keyAt(path.join(this.#root.path, folder))
    await this.#adopt(folder, key)
  }

  /** The folder's id in the catalogue; undefined if it has no record. */
  idOf(folder: string): number | undefined {
    const id = this.#ids.get(folder) ?? this.#catalog.folders.find(this.#root.id, folder)?.id
    if (id !== undefined) this.#ids.set(folder, id)
    return id
  }

  ensure(folder: string): number {
    const id = this.idOf(folder) ?? this.#catalog.folders.ensure(this.#root.id, folder)
    this.#ids.set(folder, id)
    return id
  }

  see(folder: string, fileId: number): void {
    this.#entered.get(folder)?.seen.add(fileId)
  }

  /** A file of the current folder was recorded: it is known and present from now on. */
  seeAdded(folder: string, name: string): void {
    this.#entered.get(folder)?.added.add(name)
  }

  /** All files of a folder were taken: known files that were not seen are missing. */
  async leave(folder: string): Promise<void> {
    const id = this.idOf(folder)
    const { seen, added } = this.#entered.get(folder) ?? nothingFound
    const isComplete = id === undefined || this.#catalog.files.count(id) === seen.size + added.size
    if (!isComplete) await this.#collect(id, { seen, added })
    seen.clear()
    added.clear()
  }

  /** Nothing is at these places any more: files, or folders with everything below them. */
  async expectNothing(places: readonly string[]): Promise<void> {
    for (const place of places) {
      const parent = this.idOf(parentOf(place))
      const files = parent === undefined ? [] : this.#catalog.files.at(parent, [nameOf(place)])
      for (const file of files) if (!file.isMissing) this.#unseen.push(file.fileId)
      await this.collectUnentered(place, () => false)
    }
  }

  /** Adds known files in folders at a path and below it that were not entered. */
  async collectUnentered(relativePath: string, isHidden: (folder: string) => boolean): Promise<void> {
    const { folders } = this.#catalog
    for (let after: string | null = null; ;) {
      const page: KnownFolder[] = folders.from({ rootId: this.#root.id, relativePath, after, limit: PAGE })
      for (const folder of page)
        if (!this.#entered.has(folder.relativePath) && !isHidden(folder.relativePath))
          await this.#collect(folder.id, nothingFound)
      if (page.length < PAGE) return
      after = page.at(-1)?.relativePath ?? null
      await setImmediate()
    }
  }

  /**
   * Stores the keys of folders that are new or have a new key; not of the undecided ones, since the former key may
   * still tell where a folder's files went.
   */
  async keepKeys(undecided: ReadonlySet<string>): Promise<void> {
    const keys: { id: number; key: string }[] = []
    for (const [folder, { key }] of this.#entered) {
      if (undecided.has(folder)) continue
      const known = key === null ? undefined : this.#catalog.folders.find(this.#root.id, folder)
      if (key !== null && known !== undefined && known.key !== key) keys.push({ id: known.id, key })
    }
    for (let at = 0; at < keys.length; at += PAGE) {
      this.#catalog.folders.setKeys(keys.slice(at, at + PAGE))
      await setImmediate()
    }
  }

  async #collect(folderId: number, { seen, added }: Pick<Entered, 'seen' | 'added'>): Promise<void> {
    for (let after = ''; ;) {
      const page = this.#catalog.files.after(folderId, after, PAGE)
      for (const { fileId, name } of page) if (!seen.has(fileId) && !added.has(name)) this.#unseen.push(fileId)
      if (page.length < PAGE) return
      after = page.at(-1)?.name ?? ''
      await setImmediate()
    }
  }

  async #adopt(folder: string, key: string | null): Promise<void> {
    const parent = folder === '' ? undefined : this.idOf(parentOf(folder))
    const byName = parent === undefined ? [] : this.#catalog.folders.children(parent)
    const candidates = [
      ...(key !== null && isStrongKey(key) ? this.#catalog.folders.withKey(this.#root.id, key) : []),
      ...byName.filter(({ relativePath }) => isSameInOtherForm(nameOf(relativePath), nameOf(folder))),
    ]
    for (const known of candidates) {
      if (known.relativePath === '' || this.#entered.has(known.relativePath)) continue
      if (!(await this.#isNow(known, folder, key))) continue
      this.#catalog.folders.rename(known.id, folder)
      this.#ids.clear()
      this.renamed++
      return
    }
  }

  /** Whether a known folder is the one at this path now. */
  async #isNow(known: KnownFolder, folder: string, key: string | null): Promise<boolean> {
    const [before, now] = [known.relativePath, folder].map((each) => path.join(this.#root.path, each)) as [
      string,
      string,
    ]
    const there = await statPlace(before)
    if (there === null) return key !== null && known.key === key
    return there !== 'unreadable' && !(await isListed(before)) && (await isOnePlace(before, now))
  }
}

async function keyAt(target: string): Promise<string | null> {
  const stats = await statPlace(target)
  return stats === null || stats === 'unreadable' ? null : fileKeyOf(stats)
}

// Files that may be known ones

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
