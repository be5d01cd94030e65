import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { isWallTime } from '../../../contract/library/date-change.ts'
import { wallClockMs } from '../../metadata/rows/wall-clock.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/**
 * Sets when photos were taken, in wall-clock time, followed by the offset from UTC if it is known
 * (`2024-05-01T10:20:30+02:00`); null restores the times of their files.
 */
export type SetTakenAt = { kind: 'taken-at'; takenAt: string | null }

const IN_FILE = "(SELECT m.data ->> '$.takenAt' FROM metadata m WHERE m.photo_id = photos.id)"

const GIVE = `UPDATE photos SET taken_at = @takenAt, taken_ms = @takenMs, is_dated = 1, given_offset = @offset
  WHERE id IN (SELECT value FROM json_each(@ids))`

/** An invalid time in a file counts as no time, as when files are read. */
const TAKE_BACK = `UPDATE photos SET is_dated = 0, given_offset = '', taken_ms = unixepoch(substr(${IN_FILE}, 1, 19)) * 1000,
    taken_at = CASE WHEN unixepoch(substr(${IN_FILE}, 1, 19)) IS NOT NULL THEN ${IN_FILE} END
  WHERE id IN (SELECT value FROM json_each(@ids))`

/** Length of `2024-05-01T10:20:30`. */
const WALL_CLOCK = 19
const OFFSET = /^([+-]\d{2}:\d{2})?$/

const isTime = (text: string): boolean => isWallTime(text.slice(0, WALL_CLOCK)) && OFFSET.test(text.slice(WALL_CLOCK))

/** The state is the time that the person gave; null if they gave none. */
export const takenAt: ChangeKind<SetTakenAt, string | null> = {
  kind: 'taken-at',
  subject: 'photos',
  check: (change) => {
    if (change.takenAt !== null && !isTime(change.takenAt))
      throw new AppError('bad-params', say('errors.notDateTime', { date: change.takenAt }))
  },
  given: (_context, change) => change.takenAt,
  read: ({ db }, _change, ids) =>
    groupByState(
      db
        .prepare<[string], [number, string | null]>(
          `SELECT id, CASE WHEN is_dated THEN taken_at || given_offset END FROM photos
           WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .raw()
        .all(JSON.stringify(ids)),
    ),
  write: ({ db }, _change, ids, state) => {
    const about = { ids: JSON.stringify(ids) }
    if (state === null) db.prepare(TAKE_BACK).run(about)
    else
      db.prepare(GIVE).run({
        ...about,
        takenAt: state.slice(0, WALL_CLOCK),
        offset: state.slice(WALL_CLOCK),
        takenMs: wallClockMs(state),
      })
  },
  describe: (change, count) =>
    change.takenAt === null
      ? say('changes.undated', { photos: count })
      : say('changes.dated', { photos: count, date: change.takenAt.slice(0, 10) }),
}
