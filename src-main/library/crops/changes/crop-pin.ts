import { say } from '../../../contract/sentences/say.ts'
import type { CropPlace } from '../../../contract/library/crop-pins.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** Sets the crop of photos for a ratio, `4:5`, or removes it. */
export type PinCrop = { kind: 'crop-pin'; ratio: string; place: CropPlace | null }

/** The state is the place as JSON, or null if none is set. */
export const cropPin: ChangeKind<PinCrop, string | null> = {
  kind: 'crop-pin',
  subject: 'photos',
  isUnwritten: true,
  given: (_context, { place }) => textOf(place),
  read: ({ db }, { ratio }, ids) =>
    groupByState(
      db
        .prepare<[object], [number, string | null]>(
          `SELECT p.id, c.place FROM photos p LEFT JOIN crop_pins c ON c.photo_id = p.id AND c.ratio = @ratio
           WHERE p.id IN (SELECT value FROM json_each(@ids)) ORDER BY p.id`,
        )
        .raw()
        .all({ ratio, ids: JSON.stringify(ids) }),
    ),
  write: ({ db }, { ratio }, ids, state) => {
    const sql =
      state === null
        ? 'DELETE FROM crop_pins WHERE ratio = @ratio AND photo_id IN (SELECT value FROM json_each(@ids))'
        : `INSERT OR REPLACE INTO crop_pins (photo_id, ratio, place) SELECT value, @ratio, @place FROM json_each(@ids)`
    db.prepare(sql).run({ ratio, ids: JSON.stringify(ids), ...(state === null ? {} : { place: state }) })
  },
  describe: ({ ratio, place }, count) =>
    say(place === null ? 'changes.cropTakenBack' : 'changes.cropDecided', { ratio, photos: count }),
}

/** Its parts in a fixed order, since states are compared. */
const textOf = (place: CropPlace | null): string | null =>
  place === null ? null : JSON.stringify({ x1: place.x1, y1: place.y1, x2: place.x2, y2: place.y2 })
