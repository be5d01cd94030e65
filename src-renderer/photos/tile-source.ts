import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

/** Photos in one page, and in one justified block of the grid. */
export const BLOCK = 100

/** Pages of tiles by number; page `n` begins with photo `n * BLOCK` of the list. */
export type TilePages = ReadonlyMap<number, readonly PhotoTile[]>

/**
 * Who shows photos of a list: a grid, and an open photo with those around it, which may lie far from what the grid
 * shows.
 */
export type Viewer = 'grid' | 'photo'

/** An ordered list of photos that a grid can draw; tiles arrive page by page. */
export type TileSource = {
  readonly total: number
  /** Changes when the list becomes another one and the grid should scroll to its top. */
  readonly serial: number
  readonly pages: TilePages
  /** The photo at an index, or undefined while its page is not loaded. */
  tile(index: number): PhotoTile | undefined
  /** Takes which photos a viewer shows or soon will, so that their pages are loaded and stay. */
  want(first: number, last: number, viewer: Viewer): void
  /** Takes that a viewer has gone. */
  leave(viewer: Viewer): void
  /** The ids of the complete list in order. */
  ids(): Promise<readonly PhotoId[]>
}

/** The photo at an index of the list, or undefined while its page is not loaded. */
export function tileAt(pages: TilePages, index: number): PhotoTile | undefined {
  return pages.get(Math.floor(index / BLOCK))?.[index % BLOCK]
}

/** The index of a photo among the loaded pages, or -1. */
export function findLoaded(source: TileSource, id: PhotoId): number {
  for (const [block, tiles] of source.pages) {
    const index = tiles.findIndex((tile) => tile.id === id)
    if (index >= 0) return block * BLOCK + index
  }
  return -1
}

/** The index of a photo in the complete list, or -1. */
export async function findIndex(source: TileSource, id: PhotoId): Promise<number> {
  const loaded = findLoaded(source, id)
  return loaded >= 0 ? loaded : (await source.ids()).indexOf(id)
}

/** The ids between two indexes, both included, in either order; the list is asked if a page is not loaded. */
export async function idsBetween(source: TileSource, a: number, b: number): Promise<readonly PhotoId[]> {
  const [from, to] = a < b ? [a, b] : [b, a]
  const loaded = Array.from({ length: to - from + 1 }, (_, offset) => source.tile(from + offset)?.id)
  const known = loaded.filter((id) => id !== undefined)
  return known.length === loaded.length ? known : (await source.ids()).slice(from, to + 1)
}
