import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'

/** A folder as a line of the tree. `level` counts from 1. */
export type FolderRow = { folder: Folder; level: number; hasChildren: boolean; isOpen: boolean }

/** The lines of a tree whose folders are open or closed, in order of name. */
export function folderRows(folders: readonly Folder[], open: ReadonlySet<FolderId>): FolderRow[] {
  const children = Map.groupBy(folders, (folder) => folder.parentId)
  const known = new Set(folders.map((folder) => folder.id))
  const walk = (list: readonly Folder[], level: number): FolderRow[] =>
    [...list].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })).flatMap((folder) => {
      const below = children.get(folder.id) ?? []
      const isOpen = open.has(folder.id)
      return [{ folder, level, hasChildren: below.length > 0, isOpen }, ...(isOpen ? walk(below, level + 1) : [])]
    })
  return walk(folders.filter((folder) => folder.parentId === null || !known.has(folder.parentId)), 1)
}
