import type { AlbumId, AlbumNode } from '../../src-main/contract/library/albums.ts'

/** An album as a row of the tree; `level` counts from 1. */
export type AlbumLine = { node: AlbumNode; level: number; hasChildren: boolean; isOpen: boolean }

/** A unique key in lists: albums and searches are numbered separately. */
export const keyOf = ({ kind, id }: Pick<AlbumNode, 'kind' | 'id'>): string => `${kind}-${id}`

/** The rows of a tree whose albums are open or closed, in the tree's order. */
export function albumRows(nodes: readonly AlbumNode[], open: ReadonlySet<AlbumId>): AlbumLine[] {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId)
  const below = (parentId: AlbumId | null, level: number): AlbumLine[] =>
    (children.get(parentId) ?? []).flatMap((node) => {
      const hasChildren = node.kind === 'album' && children.has(node.id)
      const isOpen = hasChildren && open.has(node.id)
      return [{ node, level, hasChildren, isOpen }, ...(isOpen ? below(node.id, level + 1) : [])]
    })
  return below(null, 1)
}

/** The next node after a row at its level, before which something can be inserted; null at the end. */
export function nextBeside(nodes: readonly AlbumNode[], { kind, id, parentId }: AlbumNode): AlbumNode | null {
  const beside = nodes.filter((node) => node.parentId === parentId)
  return beside[beside.findIndex((node) => node.kind === kind && node.id === id) + 1] ?? null
}
