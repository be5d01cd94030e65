import type { Db } from '../../../base/sqlite/connect.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'
import type { FaceArea } from './face-vectors/face-area.ts'

type Row = { xmin: number; ymin: number; width: number; height: number }

/** The faces that analysis found, in its order, in shares of the photo as turned by its file. */
export function foundFaces(db: Db, photoId: number): FaceArea[] {
  const size = turnOf(db, photoId)?.size
  if (size === undefined || size.width === 0 || size.height === 0) return []
  return db
    .prepare<[number], Row>('SELECT xmin, ymin, width, height FROM faces WHERE photo_id = ? ORDER BY number')
    .all(photoId)
    .map(({ xmin, ymin, width, height }) => ({
      x: xmin / size.width,
      y: ymin / size.height,
      width: width / size.width,
      height: height / size.height,
    }))
}
