import {
  MAX_WHOLE_PIXELS,
  PICTURE_TILE_SIDE,
  pictureSides,
  type PictureTile,
} from '../../src-main/contract/library/picture.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

/** The size of a photo in its own pixels, of a stage in CSS pixels. */
type Size = { width: number; height: number }

/** What the stage loads besides the thumbnail, from few pixels to all. */
const stageKinds = ['preview', 'screen', 'full'] as const
export type StageKind = (typeof stageKinds)[number]

/** A picture may be enlarged by this factor before a finer one is loaded: nobody sees the difference. */
const TOLERANCE = 1.05

/** What decides which picture of a photo is loaded. */
type StagePhoto = Size & Partial<Pick<PhotoTile, 'status'>>

/**
 * The picture with enough pixels at a zoom; at 1:1 and above, only the photo's own will do. A photo whose file is
 * absent only has the small picture that the library stores.
 */
export function kindFor(photo: StagePhoto, zoom: number): StageKind {
  if (photo.status === 'missing' || photo.status === 'offline') return 'preview'
  const side = Math.max(photo.width, photo.height)
  const shown = side * zoom
  if (side > 0 && zoom >= 1) return 'full'
  if (shown <= pictureSides.preview * TOLERANCE) return 'preview'
  return shown <= pictureSides.screen * TOLERANCE ? 'screen' : 'full'
}

/** The finer one of two. */
export const finerOf = (one: StageKind, other: StageKind): StageKind =>
  stageKinds.indexOf(one) > stageKinds.indexOf(other) ? one : other

/** Whether a photo's own pixels are loaded in tiles. */
export const isTiled = ({ width, height }: Size): boolean => width * height > MAX_WHOLE_PIXELS

/** A tile and its place, in fractions of the photo's width and height. */
export type PlacedTile = { key: string; tile: PictureTile; left: number; top: number; width: number; height: number }

/** The visible part of a photo in a stage: the photo's place in CSS pixels, and the stage's size. */
type View = { left: number; top: number; width: number; height: number; stage: Size }

/** The tiles of a photo that are visible in the stage. */
export function visibleTiles(photo: Size, view: View): PlacedTile[] {
  const columns = span(photo.width, view.width, -view.left, view.stage.width)
  const rows = span(photo.height, view.height, -view.top, view.stage.height)
  return rows.flatMap((row) => columns.map((column) => placeTile({ column, row }, photo)))
}

/** Numbers of the tiles along one side between two places in CSS pixels. */
function span(photoSide: number, shownSide: number, from: number, length: number): number[] {
  const scale = photoSide / shownSide
  const last = Math.ceil(photoSide / PICTURE_TILE_SIDE) - 1
  const number = (place: number): number => Math.min(last, Math.max(0, Math.floor((place * scale) / PICTURE_TILE_SIDE)))
  const [first, end] = [number(from), number(from + length)]
  return Array.from({ length: end - first + 1 }, (_, at) => first + at)
}

function placeTile(tile: PictureTile, photo: Size): PlacedTile {
  const [x, y] = [tile.column * PICTURE_TILE_SIDE, tile.row * PICTURE_TILE_SIDE]
  return {
    key: `${tile.column}-${tile.row}`,
    tile,
    left: x / photo.width,
    top: y / photo.height,
    width: Math.min(PICTURE_TILE_SIDE, photo.width - x) / photo.width,
    height: Math.min(PICTURE_TILE_SIDE, photo.height - y) / photo.height,
  }
}
