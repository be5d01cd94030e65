import type { TilePlace } from '../../src-main/contract/library/tile-template.ts'
import { worldEdges, worldPx, type MapPosition, type MapSize } from './map-position.ts'

/** Where a tile is drawn, in CSS pixels; `key` distinguishes the same tile on two copies of the world. */
export type DrawnTile = TilePlace & {
  key: string
  left: number
  top: number
  width: number
  height: number
}

/** Zoom levels between the visible tiles and the coarse ones below them: one for 64 of them. */
const COARSER = 3
/** Tiles up to this many zoom levels finer stay visible while coarser ones load. */
const FINER = 2

export const keyOf = ({ z, x, y }: TilePlace): string => `${z}/${x}/${y}`

/** The zoom whose tiles are nearest to their own size. */
export const tileZoom = ({ zoom }: MapPosition, maxZoom: number): number =>
  Math.max(0, Math.min(maxZoom, Math.round(zoom)))

/** The tiles that a view needs: the coarse ones first, so that something is visible soon. */
export function tilesInView(position: MapPosition, size: MapSize, maxZoom: number): TilePlace[] {
  if (size.width <= 0 || size.height <= 0) return []
  const fine = tileZoom(position, maxZoom)
  const coarse = Math.max(0, fine - COARSER)
  return [...(coarse < fine ? tilesAt(position, size, coarse) : []), ...tilesAt(position, size, fine)]
}

/** The tiles of one zoom that are partly visible, the nearest to the middle first. */
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

/** Whether one of two tiles is within the other. */
export function overlap(a: TilePlace, b: TilePlace): boolean {
  const [far, near] = a.z <= b.z ? [a, b] : [b, a]
  const steps = 2 ** (near.z - far.z)
  return Math.floor(near.x / steps) === far.x && Math.floor(near.y / steps) === far.y
}

/**
 * The tiles to draw: the needed ones that are loaded, and other loaded ones where one is still missing, so that the map
 * does not become blank. Coarser ones come first, below the others.
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
 * Where a tile is drawn, once for each visible copy of the world. Its edges are at screen pixels: no seams, nothing
 * blurred.
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
