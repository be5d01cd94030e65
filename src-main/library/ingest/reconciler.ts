import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Catalog, KnownFile, RootRow, SettledFile } from '../catalog/catalog.ts'
import { isTouched, isUntouched } from './identity/compare.ts'
import { decide } from './identity/decide.ts'
import type { Decisions, ListedFile } from './identity/identity-types.ts'
import {
  fileInfoOf,
  type FoundFile,
  listingOf,
  type PlacedFile,
  placeFile,
  type WalkBatch,
} from './reconcile/found-file.ts'
import { type EvidenceReaders, readEvidence } from './reconcile/read-evidence.ts'
import { FolderTracker } from './folder-tracker.ts'
import { type Candidate, DoubtfulFiles, type IsRootThere } from './doubtful-files.ts'

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
