import type { TilePlace } from '../../src-main/contract/library/tile-template.ts'
import { worldEdges, worldPx, type MapPosition, type MapSize } from './map-position.ts'

/** Where a tile is drawn, in CSS pixels; `key` tells the same tile of two worlds apart. */
export type DrawnTile = TilePlace & {
  key: string
  left: number
  top: number
  width: number
  height: number
}

/** Steps of zoom between the tiles in view and the coarse ones that lie below them: one for 64 of them. */
const COARSER = 3
/** Tiles that were shown nearer stay while farther ones come, so many steps of zoom below. */
const FINER = 2

export const keyOf = ({ z, x, y }: TilePlace): string => `${z}/${x}/${y}`

/** The zoom whose tiles are nearest to their own size. */
export const tileZoom = ({ zoom }: MapPosition, maxZoom: number): number =>
  Math.max(0, Math.min(maxZoom, Math.round(zoom)))

/** The tiles that a view needs: the coarse ones first, so that there is something to see soon. */
export function tilesInView(position: MapPosition, size: MapSize, maxZoom: number): TilePlace[] {
  if (size.width <= 0 || size.height <= 0) return []
  const fine = tileZoom(position, maxZoom)
  const coarse = Math.max(0, fine - COARSER)
  return [...(coarse < fine ? tilesAt(position, size, coarse) : []), ...tilesAt(position, size, fine)]
}

/** The tiles of one zoom that a view shows parts of, the nearest to its middle first. */
function tilesAt(position: MapPosition, { width, height }: MapSize, z: number): TilePlace[] {
  const count = 2 ** z
  const px = worldPx(position) / count
  const middle = { x: position.x * count, y: position.y * count }
  const [halfX, halfY] = [width / 2 / px, height / 2 / px]
  const found = new Map<string, TilePlace & { far: number }>()
  for (let column = Math.floor(middle.x - halfX); column < middle.x + halfX; column++)
    for (let y = Math.max(0, Math.floor(middle.y - halfY)); y < Math.min(count, middle.y + halfY); y++) {
      const tile = { z, x: ((column % count) + count) % count, y }
      const far = Math.hypot(column + 0.5 - middle.x, y + 0.5 - middle.y)
      if (!found.has(keyOf(tile))) found.set(keyOf(tile), { ...tile, far })
    }
  return [...found.values()].sort((a, b) => a.far - b.far).map(({ far: _far, ...tile }) => tile)
}

/** Whether one of two tiles lies within the other. */
export function overlap(a: TilePlace, b: TilePlace): boolean {
  const [far, near] = a.z <= b.z ? [a, b] : [b, a]
  const steps = 2 ** (near.z - far.z)
  return Math.floor(near.x / steps) === far.x && Math.floor(near.y / steps) === far.y
}

/**
 * What is drawn: the tiles that are needed, and of those that are there already whatever lies where one is still
 * missing, so that the map is never blank where it was not. Coarser ones come first, below the others.
 */
export function tilesToDraw(needed: readonly TilePlace[], present: readonly TilePlace[]): TilePlace[] {
  const there = new Set(present.map(keyOf))
  const finest = Math.max(...needed.map(({ z }) => z))
  const missing = needed.filter((tile) => tile.z === finest && !there.has(keyOf(tile)))
  const wanted = new Set(needed.map(keyOf))
  const kept = present.filter(
    (tile) => !wanted.has(keyOf(tile)) && tile.z <= finest + FINER && missing.some((one) => overlap(tile, one)),
  )
  return [...needed, ...kept].sort((a, b) => a.z - b.z)
}

/**
 * Where a tile is drawn, once for each world in view. Its edges lie on pixels of the screen: no seams, nothing blurred.
 */
export function placesOf(tile: TilePlace, position: MapPosition, size: MapSize, pixelRatio: number): DrawnTile[] {
  const side = worldPx(position) / 2 ** tile.z
  const snap = (px: number): number => Math.round(px * pixelRatio) / pixelRatio
  const north = size.height / 2 - position.y * worldPx(position)
  const [top, bottom] = [snap(north + tile.y * side), snap(north + (tile.y + 1) * side)]
  const drawn = worldEdges(position, size).flatMap((edge) => {
    const [left, right] = [snap(edge + tile.x * side), snap(edge + (tile.x + 1) * side)]
    if (right <= 0 || left >= size.width || bottom <= 0 || top >= size.height) return []
    return [{ ...tile, left, top, width: right - left, height: bottom - top }]
  })
  return drawn.map((one, copy) => ({ ...one, key: `${keyOf(tile)}/${copy}` }))
}
