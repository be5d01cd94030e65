import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Catalog, FileMove, FileOperation, SettledFile } from '../catalog/catalog.ts'
import { foundFileOf } from '../ingest/reconcile/found-file.ts'
import { moveUnit } from './disk/move-unit.ts'
import { isUnnamed, keyOf, lookAtSync, type Way, wayOf } from './disk/places.ts'
import { removeLeftOriginal, repairUnit } from './disk/repair-unit.ts'

export type RunDependencies = {
  catalog: Pick<Catalog, 'files' | 'folders' | 'operations'>
  /** These photos lie elsewhere now. */
  onMoved(ids: readonly number[]): void
}

export type Failure = { path: string; reason: string }
export type RunControl = {
  signal: AbortSignal
  /** A person called it off: what is not moved yet stays. */
  isCancelled(): boolean
  onProgress(done: number, total: number): void
}

/** What became of an operation: photos that went now, their files, and what stays. */
export type RunOutcome = { photoIds: number[]; fileCount: number; failures: Failure[] }

/**
 * Moves the files of an operation that are not where they are wanted, one unit after the other. Rejects where it is
 * interrupted: the next start goes on.
 */
export async function runOperation(
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
 * After a stop in the middle: each file is brought to one of its two places, and the catalogue learns which. Without a
 * pause, before anything looks through the folders.
 */
export function repairOperation(dependencies: RunDependencies, { id, isForward }: FileOperation): void {
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
  lookAtSync(from) !== undefined && [to, copy, parked].every((place) => lookAtSync(place) === undefined)

/** The catalogue follows: photos lie at their new places, with all that is known of them. */
function recordWays({ catalog, onMoved }: RunDependencies, ways: readonly Way[], isThere: boolean): void {
  const moves: FileMove[] = []
  const settled: SettledFile[] = []
  for (const { move, to } of ways) {
    const facts = lookAtSync(to)
    moves.push(facts === undefined ? move : { ...move, key: keyOf(facts) })
    if (facts === undefined || move.fileId === null) continue
    const known = catalog.files.byId(move.fileId)
    if (known === undefined) continue
    const found = foundFileOf('', path.basename(to), facts)
    const isChanged = found.bytes !== known.bytes || Math.abs(found.modifiedMs - known.modifiedMs) > 2000
    settled.push({ ...found, folderId: folderAt(catalog, path.dirname(to)), fileId: known.fileId, isChanged })
  }
  onMoved(catalog.operations.record(moves, isThere, settled))
  for (const { move, from, to } of ways) if (move.photoId === 0) followFolder({ catalog }, from, to)
}

/** The id of a folder at a path in a watched folder, made where it is new. */
export function folderAt(catalog: Pick<Catalog, 'folders'>, folder: string): number {
  const root = catalog.folders
    .roots()
    .find((each) => folder === each.path || folder.startsWith(path.join(each.path, path.sep)))
  if (root === undefined) throw new AppError('folder-not-found', `${folder} is in no watched folder.`)
  return catalog.folders.ensure(root.id, path.relative(root.path, folder).split(path.sep).join('/'))
}

/** A folder has another name: all that lies below is known under it. A new one is shown, though it is empty. */
function followFolder({ catalog }: Pick<RunDependencies, 'catalog'>, from: string, to: string): void {
  if (isUnnamed(from)) return catalog.folders.setMade(folderAt(catalog, to), true)
  const id = catalog.folders.findByPath(from)
  if (id === null) return
  if (isUnnamed(to)) return catalog.folders.setMade(id, false)
  const root = catalog.folders.roots().find((each) => to.startsWith(path.join(each.path, path.sep)))
  if (root === undefined || (catalog.folders.findByPath(to) ?? id) !== id) return
  catalog.folders.rename(id, path.relative(root.path, to).split(path.sep).join('/'))
}
