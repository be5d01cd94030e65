import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { TileSource } from '../photos/tile-source.ts'

/** A photo without a flag, and its index in the list. */
export type OpenPhoto = { tile: PhotoTile; index: number }

/**
 * The next photos of a list that are neither picked nor rejected, from an index on, as far as the pages that are loaded
 * say for certain: where they do not, and beyond the end of the list, only the library knows.
 */
export function openAhead(source: Pick<TileSource, 'tile'>, from: number, count: number): OpenPhoto[] {
  const found: OpenPhoto[] = []
  for (let index = from; found.length < count; index++) {
    const tile = source.tile(index)
    const verdict = tile === undefined ? 'unsure' : verdictOf(tile, () => hasMarkedFrame(source, index))
    if (tile === undefined || verdict === 'unsure') break
    if (verdict === 'open') found.push({ tile, index })
  }
  return found
}

/**
 * The tile of a stack says how many of its frames were flagged when the list was loaded, while its own flag is shown at
 * once: where these may not agree yet, nothing is certain.
 */
function verdictOf({ pick, frames, flagged }: PhotoTile, hasMarkedFrame: () => boolean): 'open' | 'decided' | 'unsure' {
  if (frames === undefined) return pick === 0 ? 'open' : 'decided'
  if (flagged === undefined && !hasMarkedFrame()) return 'open'
  return flagged !== undefined && (flagged.picked > 0 || flagged.rejected === frames) ? 'decided' : 'unsure'
}

/** Whether a frame of the same stack has a flag, if the stack is open in place: its frames follow each other. */
function hasMarkedFrame(source: Pick<TileSource, 'tile'>, index: number): boolean {
  const stack = source.tile(index)?.stack
  const isMarked = (by: -1 | 1): boolean => {
    for (let at = index; source.tile(at)?.stack === stack; at += by) if (source.tile(at)?.pick !== 0) return true
    return false
  }
  return isMarked(-1) || isMarked(1)
}
