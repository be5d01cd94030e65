import { say } from '../../../contract/sentences/say.ts'
import { type Position, parsePosition, writePosition } from '../../../contract/library/position.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** Sets where photos were taken; `nowhere` means unknown, and null restores the positions of their files. */
export type SetPosition = { kind: 'position'; position: Position | 'nowhere' | null }

const IN_FILE = `(SELECT m.data ->> '$.latitude' AS latitude, m.data ->> '$.longitude' AS longitude
  FROM metadata m WHERE m.photo_id = photos.id)`
/** As when files are read: no place is outside the earth, and a receiver without a fix writes 0, 0. */
const IS_PLACE =
  'f.latitude BETWEEN -90 AND 90 AND f.longitude BETWEEN -180 AND 180 AND NOT (f.latitude = 0 AND f.longitude = 0)'

const GIVE = `UPDATE photos SET latitude = @latitude, longitude = @longitude, given_altitude = @altitude, is_located = 1,
    needs_place = 1 WHERE id IN (SELECT value FROM json_each(@ids))`
const TAKE_BACK = `UPDATE photos SET is_located = 0, given_altitude = NULL, needs_place = 1,
    (latitude, longitude) = (SELECT f.latitude, f.longitude FROM ${IN_FILE} f WHERE ${IS_PLACE})
  WHERE id IN (SELECT value FROM json_each(@ids))`

/** The state is the position as a text, empty for none; null if the person gave nothing. */
export const position: ChangeKind<SetPosition, string | null> = {
  kind: 'position',
  subject: 'photos',
  given: (_context, change) => {
    if (change.position === null) return null
    return change.position === 'nowhere' ? '' : writePosition(change.position)
  },
  read: ({ db }, _change, ids) =>
    groupByState(
      db
        .prepare<[string], [number, number, number | null, number | null, number | null]>(
          `SELECT id, is_located, latitude, longitude, given_altitude FROM photos
           WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .raw()
        .all(JSON.stringify(ids))
        .map(([id, isGiven, latitude, longitude, altitude]) => [
          id,
          isGiven ? textOf(latitude, longitude, altitude) : null,
        ]),
    ),
  write: ({ db }, _change, ids, state) => {
    const about = { ids: JSON.stringify(ids) }
    if (state === null) return void db.prepare(TAKE_BACK).run(about)
    const { latitude = null, longitude = null, altitude = null } = parsePosition(state) ?? {}
    db.prepare(GIVE).run({ ...about, latitude, longitude, altitude })
  },
  describe: (change, count) => {
    if (change.position === null) return say('changes.placedByFile', { photos: count })
    return say(change.position === 'nowhere' ? 'changes.unplaced' : 'changes.placed', { photos: count })
  },
}

const textOf = (latitude: number | null, longitude: number | null, altitude: number | null): string =>
  latitude === null || longitude === null ? '' : writePosition({ latitude, longitude, altitude })
