import type { BigIntStats } from 'node:fs'
import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { examine, type Examined, type ExamineOptions } from './examine.ts'
import { FolderTimes } from './folder-times.ts'
import type { MetadataPass } from './metadata-pass.ts'
import { noteQuestions } from './note-questions.ts'
import { findExcluded } from './places/excluded-folders.ts'
import type { MayFollow } from './places/followed-links.ts'
import { probeRoot } from './probe-root.ts'
import { quickLook } from './quick-look.ts'
import type { Reconciled } from './reconcile/apply-decisions.ts'
import type { FoundFile } from './reconcile/found-file.ts'
import type { EvidenceReaders } from './reconcile/read-evidence.ts'
import type { RootState } from './root-state.ts'
import { scan } from './scan.ts'
import { open } from 'node:fs/promises'
import { isFileInCloud } from './places/cloud-files.ts'

export type RootScannerDependencies = {
  catalog: Catalog
  hub: Pick<EventHub, 'photosChanged' | 'publish'>
  metadata: Pick<MetadataPass, 'schedule' | 'reread'>
  /** How files are read where their looks do not say which they are. */
  readers: EvidenceReaders
  /** Keeps how roots stand. */
  state: Pick<RootState, 'present' | 'belowRoot' | 'outside'>
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** Which links are followed now. */
  findFollowed(): Promise<MayFollow>
  /** Folder for what is remembered of each root's folders. */
  snapshotDir: string
  /** So many files were looked at. */
  onScanned(files: number): void
  /** Files that were written so recently that they may still grow. */
  onRecent(root: RootRow, paths: string[]): void
  /** Some of what was found is to be looked at once nothing else is. */
  onLater(root: RootRow, later: Pick<Examined, 'postponed' | 'unverified'>): void
  /** Files came, went or moved. */
  onTouched(): void
  /** Whether nothing but the present look is under way or waits. */
  isSettled(): boolean
  /** Rows are waiting for analysis. */
  onWork(): void
}

/** How carefully places are looked at. */
export type ExamineCare = Pick<ExamineOptions, 'isPatient' | 'isThorough'>

/** Files written this recently may still grow: they are looked at again. */
const RECENT_MS = 2_000
/** Looks after which files that go on moving are taken as they are. */
const PATIENCE = 5

/** Brings the catalogue in line with what lies below a root, and says what changed. */
export class RootScanner {
  readonly #dependencies: RootScannerDependencies
  /** So many looks in a row met files that moved. */
  #moving = 0

  constructor(dependencies: RootScannerDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Finds within seconds what came, went or moved since the last scan; a scan must follow, for what was written to in
   * place. False where the root is not there.
   */
  async scanQuickly(root: RootRow, signal: AbortSignal): Promise<boolean> {
    const times = await FolderTimes.read(this.timesFileOf(root.id))
    if (times === null) return true
    const paths = await quickLook(this.#dependencies.catalog, root, times, signal)
    return paths.length === 0 || this.examine(root, paths, signal)
  }

  /** Looks through a whole root; false where it is not there. Rejects when aborted. */
  async scan(root: RootRow, signal: AbortSignal): Promise<boolean> {
    const { catalog, excluded, findFollowed, hub, metadata, state } = this.#dependencies
    const probe = await probeRoot(catalog.folders, root)
    if (probe.state !== 'present') return false
    state.present(root, probe.identity)
    const times = new FolderTimes()
    const options = {
      excluded: await findExcluded(excluded),
      mayFollow: await findFollowed(),
      signal,
      onBatch: (result: Reconciled, files: readonly FoundFile[]) => this.#takeBatch(root, result, files),
      onFolder: (folder: string, facts: BigIntStats) => times.note(folder, facts, Date.now()),
      ...this.#evidenceOptions(),
    }
    const report = await noteQuestions(this.#dependencies, () => scan(catalog, root, options))
    if (report === null) return false
    this.#lookAgain(root, report.again)
    this.#dependencies.onLater(root, report)
    state.belowRoot(root, report)
    await times.save(this.timesFileOf(root.id))
    await this.#retryOutOfReach([root.path])
    metadata.schedule()
    hub.publish({ type: 'folders.changed' })
    return true
  }

  /** Looks at some places below a root; false where the root is not there. Rejects when aborted. */
  async examine(
    root: RootRow,
    paths: readonly string[],
    signal: AbortSignal,
    care: ExamineCare = {},
  ): Promise<boolean> {
    const { catalog, excluded, findFollowed, hub, metadata, onScanned, state } = this.#dependencies
    const [outOfBounds, mayFollow] = await Promise.all([findExcluded(excluded), findFollowed()])
    const options = { excluded: outOfBounds, mayFollow, signal, ...this.#evidenceOptions(), ...care }
    const result = await noteQuestions(this.#dependencies, () => examine(catalog, root, paths, options))
    if (result.isRootGone) return false
    onScanned(result.found.length)
    state.outside(root, result.outside)
    this.#report(result)
    this.#lookAgain(root, result.again)
    this.#dependencies.onLater(root, result)
    await this.#retryOutOfReach(paths)
    for (const file of result.sidecarsOf) {
      const id = catalog.files.findByPath(file)
      if (id !== null) await metadata.reread(id)
    }
    if (result.changed.length > 0) hub.publish({ type: 'folders.changed' })
    return true
  }

  /** Where the times of a root's folders are kept. */
  timesFileOf(id: number): string {
    return path.join(this.#dependencies.snapshotDir, `${id}.folders.json`)
  }

  async #isThere(root: RootRow): Promise<boolean> {
    return (await probeRoot(this.#dependencies.catalog.folders, root)).state === 'present'
  }

  async #retryOutOfReach(places: readonly string[]): Promise<void> {
    const changed = await retryOutOfReach(this.#dependencies.catalog, places)
    this.#report({ changed, hasWork: changed.length > 0 })
  }

  #takeBatch(root: RootRow, result: Reconciled, files: readonly FoundFile[]): void {
    const recent = files.filter((file) => file.modifiedMs > Date.now() - RECENT_MS)
    this.#report(result)
    this.#dependencies.onRecent(
      root,
      recent.map((file) => path.join(root.path, file.folder, file.name)),
    )
    this.#dependencies.onScanned(files.length)
  }

  /** Files that moved while they were looked at are looked at again when they hold still. */
  #lookAgain(root: RootRow, paths: string[]): void {
    this.#moving = paths.length === 0 ? 0 : this.#moving + 1
    if (paths.length > 0) this.#dependencies.onRecent(root, paths)
  }

  #evidenceOptions() {
    const { readers, isSettled } = this.#dependencies
    const isRootThere = (each: RootRow) => this.#isThere(each)
    return { readers, isSettled, isRootThere, isPatient: this.#moving < PATIENCE }
  }

  #report({ changed, hasWork }: Reconciled): void {
    const { hub, metadata, onTouched, onWork } = this.#dependencies
    if (changed.length > 0) onTouched()
    hub.photosChanged(changed)
    if (!hasWork) return
    metadata.schedule()
    onWork()
  }
}

const LOOKS_AT_ONCE = 16

/**
 * Photos at or below these places that failed because their file was not permitted, or only in a cloud, are analysed
 * again where that is over. Returns them.
 */
async function retryOutOfReach(
  { analysis }: { analysis: Pick<Catalog['analysis'], 'outOfReach' | 'retry'> },
  places: readonly string[],
): Promise<number[]> {
  const named = new Set(places)
  const photos = analysis.outOfReach().filter((photo) => isAtOrBelow(named, photo.path))
  const ids: number[] = []
  for (let at = 0; at < photos.length; at += LOOKS_AT_ONCE) {
    const some = photos.slice(at, at + LOOKS_AT_ONCE)
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
