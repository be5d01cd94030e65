import type { Settings } from '../../src-main/contract/library/settings.ts'

/** What zooming changes: how large photos are, and what has a header. */
export type Zoom = Pick<Settings, 'tileSize' | 'grouping'>

/** The limits of `tileSize`, in CSS pixels. */
const MIN_TILE = 80
const MAX_TILE = 400
/** Smaller photos than these, in CSS pixels, are grouped by year, or by month. */
const YEAR_BELOW = 104
const MONTH_BELOW = 150

const groupingAt = (tileSize: number): Zoom['grouping'] =>
  tileSize < YEAR_BELOW ? 'year' : tileSize < MONTH_BELOW ? 'month' : 'day'

/**
 * The grid zoomed to another size of photos: from years of small ones to days of large ones. The grouping changes where
 * a limit is crossed, so that one that the person chose stays until then; a list without groups stays without.
 */
export function zoomTo({ tileSize: before, grouping }: Zoom, wanted: number): Zoom {
  const tileSize = Math.round(Math.min(MAX_TILE, Math.max(MIN_TILE, wanted)))
  if (grouping === 'none' || groupingAt(tileSize) === groupingAt(before)) return { tileSize, grouping }
  return { tileSize, grouping: groupingAt(tileSize) }
}
