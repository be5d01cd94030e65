import type { Area } from '../../src-main/contract/library/search/areas.ts'

/**
 * What is in the middle of the map, on a square world of side 1 that is 256 · 2^zoom pixels wide. East of its eastern
 * edge, the world begins again.
 */
export type MapPosition = { x: number; y: number; zoom: number }
/** CSS pixels. */
export type MapSize = { width: number; height: number }
/** CSS pixels from the upper left corner of the map. */
export type MapPoint = { x: number; y: number }

const WORLD_PX = 256
const MAX_ZOOM = 18
/** The largest zoom at which an area is fitted: at street level, the outline is empty. */
const MAX_FIT_ZOOM = 13
/** The projection ends at this latitude. */
const MAX_LATITUDE = 85.05112877980659
/** Margin around a fitted area, in CSS pixels. */
const MARGIN = 70

/** Width of the world in CSS pixels. */
export const worldPx = ({ zoom }: MapPosition): number => WORLD_PX * 2 ** zoom

/** Mercator's projection onto a square of side 1. */
function toWorld(latitude: number, longitude: number): MapPoint {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

function toDegrees({ x, y }: MapPoint): { latitude: number; longitude: number } {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
  return { latitude, longitude: Math.max(-180, Math.min(180, (x - 0.5) * 360)) }
}

/** Where on the map a position is, on the copy of the world nearest to the middle. */
export function pointOf(position: MapPosition, size: MapSize, latitude: number, longitude: number): MapPoint {
  const { x, y } = toWorld(latitude, longitude)
  const px = worldPx(position)
  const east = x - position.x
  return { x: (east - Math.round(east)) * px + size.width / 2, y: (y - position.y) * px + size.height / 2 }
}

/** The western edges of the visible copies of the world, in CSS pixels from the left of the map. */
export function worldEdges(position: MapPosition, { width }: MapSize): number[] {
  const px = worldPx(position)
  const first = width / 2 - position.x * px
  return [first - px, first, first + px].filter((left) => left < width && left + px > 0)
}

/**
 * Keeps the map filled: the world is at least as large as the map, and its northern and southern edges do not enter it.
 * East and west are endless.
 */
export function within({ x, y, zoom }: MapPosition, { width, height }: MapSize): MapPosition {
  const minZoom = Math.log2(Math.max(width, height, 1) / WORLD_PX)
  const kept = Math.max(minZoom, Math.min(MAX_ZOOM, zoom))
  const px = WORLD_PX * 2 ** kept
  const clamp = (value: number, half: number): number => Math.max(half, Math.min(1 - half, value))
  return { x: x - Math.floor(x), y: clamp(y, height / 2 / px), zoom: kept }
}

/** The position on Earth under a point of the map. */
export function placeAt(
  position: MapPosition,
  size: MapSize,
  point: MapPoint,
): { latitude: number; longitude: number } {
  const px = worldPx(position)
  const x = position.x + (point.x - size.width / 2) / px
  return toDegrees({ x: x - Math.floor(x), y: position.y + (point.y - size.height / 2) / px })
}

/** Moves the map by CSS pixels. */
export const moveBy = (position: MapPosition, size: MapSize, dx: number, dy: number): MapPosition =>
  within({ ...position, x: position.x + dx / worldPx(position), y: position.y + dy / worldPx(position) }, size)

/** Zooms by steps, each of which doubles the scale, around a fixed point. */
export function zoomBy(position: MapPosition, size: MapSize, steps: number, point?: MapPoint): MapPosition {
  const { x, y } = point ?? { x: size.width / 2, y: size.height / 2 }
  const [dx, dy] = [x - size.width / 2, y - size.height / 2]
  const next = within({ ...position, zoom: position.zoom + steps }, size)
  const grown = 1 / worldPx(position) - 1 / worldPx(next)
  return within({ ...next, x: position.x + dx * grown, y: position.y + dy * grown }, size)
}

/** The position that shows a complete area. */
export function fit({ south, west, north, east }: Area, size: MapSize): MapPosition {
  const [low, high] = [toWorld(south, west), toWorld(north, east < west ? east + 360 : east)]
  const room = (px: number): number => Math.max(64, px - 2 * MARGIN) / WORLD_PX
  const across = Math.min(room(size.width) / (high.x - low.x), room(size.height) / (low.y - high.y))
  const zoom = Math.min(MAX_FIT_ZOOM, Math.log2(across))
  return within({ x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, zoom }, size)
}

/** The visible part of the earth, with a margin in CSS pixels; across the date line, its west is east of its east. */
export function boundsOf(position: MapPosition, { width, height }: MapSize, around = 0): Area {
  const px = worldPx(position)
  const [dx, dy] = [(width / 2 + around) / px, (height / 2 + around) / px]
  const clamp = (value: number): number => Math.max(0, Math.min(1, value))
  const isAll = dx >= 0.5
  const wrap = (value: number): number => value - Math.floor(value)
  const upper = toDegrees({ x: isAll ? 0 : wrap(position.x - dx), y: clamp(position.y - dy) })
  const lower = toDegrees({ x: isAll ? 1 : wrap(position.x + dx), y: clamp(position.y + dy) })
  return { south: lower.latitude, west: upper.longitude, north: upper.latitude, east: lower.longitude }
}

/** Whether zooming in can separate the photos of an area. */
export const canSplit = (position: MapPosition, { south, west, north, east }: Area): boolean =>
  position.zoom < MAX_ZOOM - 0.01 && (north - south > 1e-5 || Math.abs(east - west) > 1e-5)
