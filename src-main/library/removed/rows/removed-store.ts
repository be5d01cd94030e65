import { say } from '../../../contract/sentences/say.ts'
import type { RemovedItem } from '../../../contract/library/removed.ts'
import { AppError } from '../../../contract/errors.ts'
import { Journal, type JournalLine } from '../../history/journal/journal.ts'
import type { Context } from '../../catalog/context/context.ts'
import type { ChangeStore } from '../../history/journal/change-store.ts'
import type { FolderStore } from '../../folders/rows/folder-store.ts'
import { discardPhotos } from '../../folders/rows/remove-photos.ts'
import type { RootRow } from '../../folders/rows/root-row.ts'

/** How long removed items are kept. */
export const KEPT_MS = 30 * 86_400_000

export type RemovedStore = {
  /** Removed items that can be restored, the newest first. */
  list(): RemovedItem[]
  /** Changes whose removed photos have expired, including photos that only gave their file to an older one. */
  expired(nowMs: number): number[]
  /** Restores the watched folder that was removed from this path, with all its work; null if there is none. */
  bringBack(path: string): RootRow | null
  /** How many photos a change removed; null if it removed none that are still kept, or was undone. */
  countOf(changeId: number): number | null
  /**
   * Deletes at most `limit` photos of a removal for good; with the last of them the change leaves the history. Throws
   * `change-not-found`.
   */
  purgeSome(changeId: number, limit: number): { ids: number[]; isLast: boolean }
}

type Dependencies = Context & {
  changes: Pick<ChangeStore, 'undo'>
  folders: Pick<FolderStore, 'roots' | 'removeSome' | 'removeRoot'>
}

/** Removed items: hidden, with all their data, until they are restored or deleted. */
export function createRemovedStore(context: Dependencies): RemovedStore {
  const journal = new Journal(context)
  /** Remaining photos of changes that are being deleted. */
  const left = new Map<number, number[]>()
  const idsOf = (line: JournalLine): number[] =>
    journal.pieces(line.id, false).flatMap((piece) => journal.piece(piece).groups.flatMap((group) => group.ids))
  return {
    list: () => journal.removals().filter(isShown).map(toItem),
    expired: (nowMs) => journal.removals().flatMap(({ id, atMs }) => (atMs + KEPT_MS <= nowMs ? [id] : [])),
    bringBack: (path) => {
      const line = journal.removals().find(({ change }) => change.kind === 'remove-folder' && change.path === path)
      if (line === undefined) return null
      context.changes.undo(line.id)
      return context.folders.roots().find((root) => root.path === path) ?? null
    },
    countOf: (changeId) => {
      const line = journal.removals().find(({ id }) => id === changeId)
      return line === undefined ? null : toItem(line).photoCount
    },
    purgeSome: (changeId, limit) => {
      const line = journal.removals().find(({ id }) => id === changeId)
      const ids = left.get(changeId) ?? (line === undefined ? [] : idsOf(line))
      left.delete(changeId)
      if (line === undefined) throw new AppError('change-not-found', say('errors.nothingKept', { id: changeId }))
      const purge = line.change.kind === 'remove-folder' ? purgeFolders : purgePhotos
      const purged = purge(context, ids, limit)
      if (purged.isLast) context.write(() => journal.remove(line.id))
      else left.set(changeId, ids)
      return purged
    },
  }
}

/** Removed items, without photos only declared the same as another one. */
const isShown = ({ change }: JournalLine) => change.kind !== 'same-photo'

function toItem({ id, atMs, change, count }: JournalLine): RemovedItem {
  const isFolder = change.kind === 'remove-folder'
  return {
    changeId: id,
    path: isFolder ? change.path : null,
    isInTrash: change.kind === 'trash-photos',
    photoCount: isFolder ? change.photos : count,
    removedMs: atMs,
    leavesMs: atMs + KEPT_MS,
  }
}

function purgeFolders({ db, folders }: Dependencies, ids: readonly number[], limit: number) {
  const isKept = db.prepare<[number]>('SELECT 1 FROM roots WHERE folder_id = ? AND removed_ms IS NOT NULL')
  const rootId = ids.find((id) => isKept.get(id) !== undefined)
  if (rootId === undefined) return { ids: [], isLast: true }
  const piece = folders.removeSome(rootId, limit)
  if (piece.isLast) folders.removeRoot(rootId)
  return { ids: piece.ids, isLast: false }
}

/** Takes the ids that it is done with out of the list. */
function purgePhotos(context: Dependencies, ids: number[], limit: number) {
  const select = context.db
    .prepare<[string], number>(
      'SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) AND removed_ms IS NOT NULL ORDER BY id',
    )
    .pluck()
  let kept: number[] = []
  while (kept.length === 0 && ids.length > 0) kept = select.all(JSON.stringify(ids.splice(0, limit)))
  if (kept.length === 0) return { ids: [], isLast: true }
  discardPhotos(context, kept)
  return { ids: kept, isLast: false }
}
