import { join } from 'node:path'
import type { Folder } from '../../../contract/library/folder.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { problemOf, type RootRow } from './root-row.ts'

type FolderRow = {
  id: number
  parent_id: number | null
  root_id: number
  name: string
  relative_path: string
  is_made: number
}

/**
 * Watched folders, and below them those that hold photos, or that a person made here; another folder that was emptied
 * or renamed leaves no trace here.
 * `own` counts the photos in each folder itself.
 */
export function listFolders(db: Db, roots: readonly RootRow[], own: ReadonlyMap<number, number>): Folder[] {
  const rows = db
    .prepare<[], FolderRow>(
      'SELECT id, parent_id, root_id, name, relative_path, is_made FROM folders ORDER BY root_id, relative_path',
    )
    .all()
  const counts = addUp(rows, own)
  const rootOf = new Map(roots.map((root) => [root.id, root]))
  const made = withParents(rows)
  return rows
    .filter(
      (row) => rootOf.has(row.root_id) && (row.parent_id === null || (counts.get(row.id) ?? 0) > 0 || made.has(row.id)),
    )
    .map((row) => toFolder(row, rootOf.get(row.root_id), counts.get(row.id) ?? 0))
}

/** Folders that a person made, and those that they lie in. */
function withParents(rows: readonly FolderRow[]): Set<number> {
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  const shown = new Set<number>()
  for (const { id, is_made } of rows)
    for (let at: number | null = is_made === 1 ? id : null; at !== null; at = parents.get(at) ?? null) shown.add(at)
  return shown
}

const toFolder = (row: FolderRow, root: RootRow | undefined, photoCount: number): Folder => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  path: join(root?.path ?? '', ...row.relative_path.split('/')),
  photoCount,
  isAvailable: root?.isAvailable ?? false,
  problem: root !== undefined && row.parent_id === null ? problemOf(root) : '',
  watching: root?.watching ?? 'auto',
})

/** Counts of each folder with those below it. A folder that was moved may have a lower id than its parent. */
function addUp(rows: readonly FolderRow[], own: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map(own)
  const depthOf = ({ parent_id, relative_path }: FolderRow) =>
    parent_id === null ? 0 : relative_path.split('/').length
  for (const row of rows.toSorted((a, b) => depthOf(b) - depthOf(a))) {
    if (row.parent_id !== null) sums.set(row.parent_id, (sums.get(row.parent_id) ?? 0) + (sums.get(row.id) ?? 0))
  }
  return sums
}
