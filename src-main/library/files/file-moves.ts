import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { AppError, stackOf } from '../../contract/errors.ts'
import type { FilesProgress, MovePlan, MoveReport, MoveRequest } from '../../contract/library/files.ts'
import type { Catalog, OperationChange } from '../catalog/catalog.ts'
import type { FileMove, FileOperation } from './rows/operations/operation-store.ts'
import type { SettledFile } from './rows/settle-files.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { EventHub } from '../events/event-hub.ts'
import { Throttle } from '../events/throttle.ts'
import type { Log } from '../host/log.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import { type PlannedMove, planMoves } from './plan/plan-moves.ts'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { foundFileOf } from '../ingest/reconcile/found-file.ts'
import { moveUnit } from './disk/move-unit.ts'
import { isUnnamed, keyOf, statIfPresent, type Way, wayOf } from './disk/places.ts'
import { removeLeftOriginal, repairUnit } from './disk/repair-unit.ts'
import { LIBRARY_IDS } from '../history/kinds/change-kind.ts'

type FileMovesDependencies = {
  catalog: Pick<Catalog, 'changes' | 'files' | 'folders' | 'operations'>
  changes: Pick<PersonChanges, 'apply' | 'undo' | 'redo'>
  hub: Pick<EventHub, 'photosChanged' | 'publish'>
  log: Pick<Log, 'error' | 'warn'>
}

type FolderChange = OperationChange & { kind: 'change-folder' }

/** Plans that are kept: a window has one open, and forgets earlier ones. */
const MAX_PLANS = 8
/** Windows are notified of a move at most this often, in milliseconds. */
const TELL_EVERY_MS = 150

/**
 * Moves and renames files of photos. A move is planned first, under a number, and only the plan is carried out. It is
 * noted before the first file moves, so that the next start repairs an interruption at any moment. Moves run one after
 * another.
 */
export class FileMoves {
  readonly #dependencies: FileMovesDependencies
  readonly #plans = new Map<string, PlannedMove>()
  readonly #cancelled = new Set<string>()
  readonly #closing = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  constructor(dependencies: FileMovesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Plans a request. Throws `bad-params` for an unknown field of a pattern, `folder-not-found`, or `disk-full` if
   * another disk has no room.
   */
  async plan(request: MoveRequest): Promise<MovePlan> {
    const planned = await planMoves(this.#dependencies, request)
    const planId = randomUUID()
    this.#plans.set(planId, planned)
    for (const old of [...this.#plans.keys()].slice(0, -MAX_PLANS)) this.#plans.delete(old)
    return { planId, ...planned.plan }
  }

  /**
   * Carries out a plan; files that cannot move are named, and the others move. Throws `bad-params` for an unknown plan.
   */
  async carryOut(planId: string): Promise<MoveReport> {
    const planned = this.#plans.get(planId)
    if (planned === undefined) throw new AppError('bad-params', say('errors.planAgain'))
    this.#plans.delete(planId)
    const { moves, place, isRenamed } = planned
    for (const open of this.#dependencies.catalog.operations.open()) await this.#finish(open)
    if (moves.length === 0) return { photoCount: 0, fileCount: 0, failures: [], isCancelled: false, change: null }
    return this.#inTurn(async () => {
      const change = { kind: 'move-files', operation: 0, place, isRenamed } as const
      const operation = this.#dependencies.catalog.operations.begin(change, moves)
      const outcome = await this.#run(operation, planId)
      const done = await this.#journal(operation)
      const isCancelled = this.#cancelled.delete(planId)
      const photoCount = new Set(outcome.photoIds).size
      return { photoCount, fileCount: outcome.fileCount, failures: outcome.failures, isCancelled, change: done }
    })
  }

  /** Stops before the next photo; moved files stay, and can be moved back by an undo. */
  cancel(planId: string): void {
    this.#cancelled.add(planId)
  }

  /** Renames a folder on the disk, or gives a new one its name; the history follows. Throws the reason if it fails. */
  async changeFolder(change: FolderChange, from: string, to: string): Promise<ChangeResult> {
    return this.#inTurn(async () => {
      if (change.action === 'new') await mkdir(from)
      const { operations } = this.#dependencies.catalog
      const move = { unit: 0, photoId: 0, fileId: null, from, to, key: '', bytes: 0, modifiedMs: 0 }
      const operation = operations.begin(change, [move])
      const { failures } = await this.#run(operation, '')
      const done = await this.#journal(operation)
      if (done !== null) return done
      if (change.action === 'new') await rmdir(from)
      throw new AppError('target-not-writable', failures[0]?.reason ?? say('files.notChanged'))
    })
  }

  /**
   * Moves the files of a change before it is undone or redone. Returns a sentence about files that stay; throws
   * `bad-params` if nothing can move, so that the history stays unchanged.
   */
  async reverse(change: OperationChange, isForward: boolean): Promise<Text | null> {
    const { operations } = this.#dependencies.catalog
    const id = change.operation
    const known = operations.byId(id)
    if (known === undefined) throw new AppError('bad-params', say('errors.placesForgotten'))
    return this.#inTurn(async () => {
      if (change.kind === 'change-folder') await prepareFolder(change, operations.moves(id), isForward)
      operations.turn(id, isForward)
      const { failures } = await this.#run({ ...known, isForward }, '')
      const isAnyThere = operations.moves(id).some(({ isThere }) => isThere === isForward)
      if (isAnyThere) return countFailures(failures)
      operations.close(id, null)
      throw new AppError('bad-params', say('errors.nothingMoved', { what: countFailures(failures) ?? '' }))
    })
  }

  /** The history matches the files again. */
  async reversed(change: OperationChange): Promise<void> {
    const { operations } = this.#dependencies.catalog
    operations.close(change.operation, null)
    if (change.kind !== 'change-folder' || change.action !== 'new') return
    for (const { from, isThere } of operations.moves(change.operation)) if (!isThere) await rmdir(from)
  }

  /** After an interruption, before any scan: brings each file to one of its places. */
  repair(): void {
    for (const operation of this.#dependencies.catalog.operations.open())
      try {
        repairOperation(this.#runDependencies, operation)
      } catch (error) {
        this.#dependencies.log.error('Files that were being moved could not be looked at', { error: stackOf(error) })
      }
  }

  /** Continues interrupted moves. */
  start(): void {
    for (const operation of this.#dependencies.catalog.operations.open())
      this.#finish(operation).catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#dependencies.log.error('Files that were being moved are looked at again at the next start', {
            error: stackOf(error),
          })
      })
  }

  /** Stops after the current photo; the next start continues. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#last
  }

  async #finish(operation: FileOperation): Promise<void> {
    const { catalog, changes } = this.#dependencies
    const { changeId, isForward } = operation
    if (changeId === null) {
      await this.#inTurn(async () => {
        await this.#run(operation, '')
        await this.#journal(operation)
      })
      return
    }
    if (catalog.changes.entry(changeId).isUndone !== isForward) await this.reversed(operation.change)
    else if (isForward) await changes.redo(changeId)
    else await changes.undo(changeId)
  }

  get #runDependencies() {
    const { catalog, hub } = this.#dependencies
    return { catalog, onMoved: (ids: readonly number[]) => hub.photosChanged(ids) }
  }

  async #run(operation: FileOperation, planId: string): Promise<RunOutcome> {
    const { hub } = this.#dependencies
    const kind = operation.changeId === null ? 'moving' : 'returning'
    const progress: FilesProgress = { planId, kind, state: 'running', done: 0, total: 0 }
    const throttle = new Throttle(
      () => hub.publish({ type: 'files.changed', progress: { ...progress } }),
      TELL_EVERY_MS,
    )
    try {
      const outcome = await runOperation(this.#runDependencies, operation, {
        signal: this.#closing.signal,
        isCancelled: () => planId !== '' && this.#cancelled.has(planId),
        onProgress: (done, total) => {
          Object.assign(progress, { done, total })
          throttle.schedule()
        },
      })
      progress.state = this.#cancelled.has(planId) ? 'cancelled' : 'done'
      return outcome
    } catch (error) {
      progress.state = 'failed'
      throw error
    } finally {
      throttle.cancel()
      hub.publish({ type: 'files.changed', progress })
      hub.publish({ type: 'folders.changed' })
    }
  }

  /** One entry of the history for all moved files; null if none moved. */
  async #journal({ id, change }: FileOperation) {
    const { catalog, changes } = this.#dependencies
    const there = catalog.operations.moves(id).filter(({ isThere, isReported }) => isThere && !isReported)
    const ids = change.kind === 'change-folder' ? LIBRARY_IDS : [...new Set(there.map(({ photoId }) => photoId))]
    const done = there.length === 0 ? null : await changes.apply({ ...change, operation: id, ids })
    catalog.operations.close(id, done?.changeId ?? null)
    return done
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined) // the caller gets the error
    return done
  }
}

/**
 * A new folder that is no longer wanted is deleted only while it is empty; one that is wanted again is created again.
 */
async function prepareFolder({ action, name }: FolderChange, moves: readonly FileMove[], isForward: boolean) {
  if (action !== 'new') return
  for (const { from, to } of moves)
    if (isForward) await mkdir(from, { recursive: true })
    else if ((await readdir(to).catch(() => [])).length > 0)
      throw new AppError('bad-params', say('errors.folderNotEmpty', { name }))
}

/** Failures that are named; the others are counted. */
const MAX_NAMED = 3

/** The files that stay, in sentences; null if there are none. */
function countFailures(failures: readonly Failure[]): Text | null {
  const named = failures.slice(0, MAX_NAMED).map(({ path, reason }) => say('reversals.fileStays', { path, reason }))
  const rest = failures.length - named.length
  const lines = [...named, ...(rest > 0 ? [say('reversals.moreStay', { count: rest })] : [])]
  return lines.length === 0 ? null : several(lines)
}

type RunDependencies = {
  catalog: Pick<Catalog, 'files' | 'folders' | 'operations'>
  /** Photos that were moved. */
  onMoved(ids: readonly number[]): void
}

type Failure = { path: string; reason: Text }
type RunControl = {
  signal: AbortSignal
  /** A person cancelled: files that have not moved yet stay. */
  isCancelled(): boolean
  onProgress(done: number, total: number): void
}

/** The outcome of an operation: photos that moved now, their files, and those that stay. */
type RunOutcome = { photoIds: number[]; fileCount: number; failures: Failure[] }

/**
 * Moves the files of an operation that are not at their destination, one unit after another. Rejects if it is
 * interrupted: the next start continues.
 */
async function runOperation(
  dependencies: RunDependencies,
  { id, isForward }: FileOperation,
  { signal, isCancelled, onProgress }: RunControl,
): Promise<RunOutcome> {
  const moves = dependencies.catalog.operations.moves(id)
  const units = [...Map.groupBy(moves, ({ unit }) => unit).values()]
  if (!isForward) units.reverse()
  const outcome: RunOutcome = { photoIds: [], fileCount: 0, failures: [] }
  for (const [at, unit] of units.entries()) {
    if (isCancelled()) break
    signal.throwIfAborted()
    const ways = unit.filter(({ isThere }) => isThere !== isForward).map((move) => wayOf(move, isForward))
    if (ways.length > 0) {
      const record = (done: readonly Way[]) => recordWays(dependencies, done, isForward)
      const { moved, failure } = await moveUnit({ ways, isForward, record, signal })
      note(outcome, moved)
      if (failure !== null) outcome.failures.push({ path: failure.path, reason: failure.reason })
      if (failure?.isFull) break
    }
    onProgress(at + 1, units.length)
    await setImmediate()
  }
  return outcome
}

function note(outcome: RunOutcome, moved: readonly Way[]): void {
  outcome.fileCount += moved.length
  outcome.photoIds.push(...new Set(moved.flatMap(({ move: { photoId } }) => (photoId === 0 ? [] : photoId))))
}

/**
 * After an interruption: brings each file to one of its two places, and updates the catalogue. Runs without a pause,
 * before any scan.
 */
function repairOperation(dependencies: RunDependencies, { id, isForward }: FileOperation): void {
  const moves = dependencies.catalog.operations.moves(id)
  for (const unit of Map.groupBy(moves, (move) => move.unit).values()) {
    const isDone = ({ isThere }: FileMove) => isThere === isForward
    for (const move of unit.filter(isDone)) removeLeftOriginal(wayOf(move, isForward))
    const ways = unit.filter((move) => !isDone(move)).map((move) => wayOf(move, isForward))
    if (ways.every(isUntouched)) continue
    const found = repairUnit(ways)
    const there = ways.filter((way) => found.get(way) === 'there')
    if (there.length > 0) recordWays(dependencies, there, isForward)
  }
}

const isUntouched = ({ from, to, copy, parked }: Way): boolean =>
  statIfPresent(from) !== undefined && [to, copy, parked].every((place) => statIfPresent(place) === undefined)

/** The catalogue follows: photos get their new places and keep all their data. */
function recordWays({ catalog, onMoved }: RunDependencies, ways: readonly Way[], isThere: boolean): void {
  const moves: FileMove[] = []
  const settled: SettledFile[] = []
  for (const { move, to } of ways) {
    const stats = statIfPresent(to)
    moves.push(stats === undefined ? move : { ...move, key: keyOf(stats) })
    if (stats === undefined || move.fileId === null) continue
    const known = catalog.files.byId(move.fileId)
    if (known === undefined) continue
    const found = foundFileOf('', path.basename(to), stats)
    const isChanged = found.bytes !== known.bytes || Math.abs(found.modifiedMs - known.modifiedMs) > 2000
    settled.push({ ...found, folderId: folderAt(catalog, path.dirname(to)), fileId: known.fileId, isChanged })
  }
  onMoved(catalog.operations.record(moves, isThere, settled))
  for (const { move, from, to } of ways) if (move.photoId === 0) followFolder({ catalog }, from, to)
}

/** The id of a folder at a path in a watched folder; a new one is added. */
function folderAt(catalog: Pick<Catalog, 'folders'>, folder: string): number {
  const root = catalog.folders
    .roots()
    .find((each) => folder === each.path || folder.startsWith(path.join(each.path, path.sep)))
  if (root === undefined) throw new AppError('folder-not-found', say('errors.notWatched', { path: folder }))
  return catalog.folders.ensure(root.id, path.relative(root.path, folder).split(path.sep).join('/'))
}

/** A folder was renamed: everything below it follows. A new folder is shown, although it is empty. */
function followFolder({ catalog }: Pick<RunDependencies, 'catalog'>, from: string, to: string): void {
  if (isUnnamed(from)) return catalog.folders.setMade(folderAt(catalog, to), true)
  const id = catalog.folders.findByPath(from)
  if (id === null) return
  if (isUnnamed(to)) return catalog.folders.setMade(id, false)
  const root = catalog.folders.roots().find((each) => to.startsWith(path.join(each.path, path.sep)))
  if (root === undefined || (catalog.folders.findByPath(to) ?? id) !== id) return
  catalog.folders.rename(id, path.relative(root.path, to).split(path.sep).join('/'))
}
