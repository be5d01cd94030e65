import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

type Marked = Pick<PhotoTile, 'pick' | 'rating' | 'faces' | 'frames' | 'status'>

/**
 * How much a photo deserves to be large among its neighbours: by the person's marks first, then several frames of one
 * moment, then faces. 0 for photos that are like any other.
 */
export function worthOf({ pick, rating, faces, frames = 1, status }: Marked): number {
  if (pick === -1 || status === 'failed' || status === 'missing') return 0
  const marked = (pick === 1 ? 6 : 0) + (rating >= 3 ? rating : 0)
  return marked + (frames > 1 ? 1 : 0) + (faces > 0 ? 0.5 : 0)
}
