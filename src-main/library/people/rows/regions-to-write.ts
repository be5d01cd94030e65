import type { RegionWork } from '../../metadata/plan/merge-regions.ts'
import { inverse, turnArea } from '../../../base/formats/exif/orientations.ts'
import { turnSize } from '../../../base/formats/exif/turn-box.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { turnOf } from '../../photos/rows/turns/turn-of.ts'
import { readStatements } from './face-statements.ts'

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** Whether the person wants names written with other metadata. */
const writesNames = (db: Db): boolean =>
  db.prepare<[], string>("SELECT value FROM settings WHERE key = 'writesNames'").pluck().get() === 'true'

/**
 * Faces that the person named, on the picture as stored in its file; undefined while names are not written or the size
 * of the picture is unknown.
 */
export function regionsToWrite(db: Db, photoId: number): RegionWork | undefined {
  if (!writesNames(db)) return undefined
  const size = turnOf(db, photoId)?.size
  if (size === undefined || size.width === 0 || size.height === 0) return undefined
  const stored = inverse(fileOrientationOf(db, photoId))
  const statements = readStatements(db, [photoId]).get(photoId) ?? []
  const faces = statements.flatMap(({ name, ...area }) => {
    if (name === null) return []
    const { x, y, width, height } = turnArea(stored, area)
    return [{ name, x: rounded(x + width / 2), y: rounded(y + height / 2), w: rounded(width), h: rounded(height) }]
  })
  return { ...turnSize(stored, size), faces }
}

/** How decoders turn a photo's file. */
export const fileOrientationOf = (db: Db, photoId: number): number =>
  db.prepare<[number], number>('SELECT file_orientation FROM photos WHERE id = ?').pluck().get(photoId) || 1
