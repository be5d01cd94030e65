import { compose, inverse, type Orientation, orientationOf } from '../../../../base/formats/exif/orientations.ts'
import { turnSize } from '../../../../base/formats/exif/turn-box.ts'
import { type CropFrame, frameOfCrop, parseCrop, type PhotoCrop } from '../../../../contract/library/photo-crop.ts'
import { turnCrop } from '../../../../base/formats/exif/turn-crop.ts'
import type { Size } from '../../../../contract/analysis/cropping.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'

/** `orientation` counts, `fileOrientation` is applied by decoders; 0 is unknown. */
export type Orientations = { orientation: number; fileOrientation: number }

/** The turn from a decoded photo to the shown one; 1 if it is shown as in its file. */
export const turnFrom = ({ orientation, fileOrientation }: Orientations): Orientation =>
  compose(inverse(fileOrientation), orientation)

/**
 * A photo's turn, the orientation that counts, and the size in pixels before it is turned. `frame` is what its crop
 * shows of the turned photo; null for all of it.
 */
export type Turn = { turn: number; orientation: Orientation; size: Size; frame: CropFrame | null }

type Row = Orientations & Size & { crop: string }

/**
 * The crop of a photo as it is shown, from that of the stored picture as the catalogue keeps it; `full` is the upright
 * size of all of it. Null without a crop, and while the size is unknown.
 */
export function shownCrop(stored: string, orientation: number, full: Size): PhotoCrop | null {
  const crop = parseCrop(stored)
  return crop === null || full.width === 0 ? null : turnCrop(orientation, turnSize(orientation, full), crop)
}

/** Null for an unknown photo. */
export function turnOf(db: Db, photoId: number): Turn | null {
  const row = db
    .prepare<[number], Row>(
      'SELECT orientation, file_orientation AS fileOrientation, width, height, crop FROM photos WHERE id = ?',
    )
    .get(photoId)
  if (row === undefined) return null
  const turn = turnFrom(row)
  const crop = shownCrop(row.crop, row.orientation, row)
  const frame = crop && frameOfCrop(crop, row)
  return { turn, orientation: orientationOf(row.orientation), size: turnSize(turn, row), frame }
}

/**
 * The turns of pictures to be shown: of pictures decoded from the file, of those stored in the file, and of the stored
 * thumbnail.
 */
export type PictureTurns = { file: Orientation; stored: Orientation; thumbnail: Orientation }

/** All 1 for an unknown photo. */
export function pictureTurnsOf(db: Db, photoId: number, asked?: number): PictureTurns {
  const row = db
    .prepare<[number], Orientations & { thumbTurn: number }>(
      `SELECT orientation, file_orientation AS fileOrientation, thumb_turn AS thumbTurn FROM photos WHERE id = ?`,
    )
    .get(photoId) ?? { orientation: 1, fileOrientation: 1, thumbTurn: 1 }
  const turn = asked ?? turnFrom(row)
  return {
    file: orientationOf(turn),
    stored: compose(row.fileOrientation, turn),
    thumbnail: compose(row.thumbTurn, turn),
  }
}
