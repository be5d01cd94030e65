import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

/** Photos in one page, and in one justified block of the grid. */
export const BLOCK = 100

/** An ordered list of photos a grid can draw; tiles arrive page by page. */
export type TileSource = {
  readonly total: number
  /** Changes when the list became another one and the grid should go to its top. */
  readonly serial: number
  readonly pages: ReadonlyMap<number, readonly PhotoTile[]>
  /** The photo at a place, or undefined while its page is not there. */
  tile(index: number): PhotoTile | undefined
  want(first: number, last: number): void
  ids(): Promise<readonly PhotoId[]>
}

/** Where a photo is among the loaded pages, or -1. */
export function findLoaded(source: TileSource, id: PhotoId): number {
  for (const [block, tiles] of source.pages) {
    const index = tiles.findIndex((tile) => tile.id === id)
    if (index >= 0) return block * BLOCK + index
  }
  return -1
}

/** Where a photo is in the whole list, or -1. */
export async function findIndex(source: TileSource, id: PhotoId): Promise<number> {
  const loaded = findLoaded(source, id)
  return loaded >= 0 ? loaded : (await source.ids()).indexOf(id)
}
