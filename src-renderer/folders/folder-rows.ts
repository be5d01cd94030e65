import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'

/**
 * A folder as a row of the tree. `level` counts from 1; `place` names its parent if another watched folder has the same
 * name.
 */
export type FolderRow = { folder: Folder; level: number; place: string; hasChildren: boolean; isOpen: boolean }

/** The rows of a tree whose folders are open or closed, ordered by name. */
export function folderRows(folders: readonly Folder[], open: ReadonlySet<FolderId>): FolderRow[] {
  const children = Map.groupBy(folders, (folder) => folder.parentId)
  const known = new Set(folders.map((folder) => folder.id))
  const roots = folders.filter((folder) => folder.parentId === null || !known.has(folder.parentId))
  const namesakes = Map.groupBy(roots, (folder) => folder.name)
  const placeOf = ({ name, path }: Folder, level: number): string =>
    level === 1 && (namesakes.get(name)?.length ?? 0) > 1 ? parentName(path) : ''
  const walk = (list: readonly Folder[], level: number): FolderRow[] =>
    [...list]
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
      .flatMap((folder) => {
        const below = children.get(folder.id) ?? []
        const isOpen = open.has(folder.id)
        return [
          { folder, level, place: placeOf(folder, level), hasChildren: below.length > 0, isOpen },
          ...(isOpen ? walk(below, level + 1) : []),
        ]
      })
  return walk(roots, 1)
}

const parentName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-2) ?? path
