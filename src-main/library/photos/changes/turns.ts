import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { orientations } from '../../../base/formats/exif/orientations.ts'
import { writeOrientation } from '../rows/turns/write-orientation.ts'
import { type ChangeKind, groupByState, riskOf, consistsOfParts } from '../../history/kinds/change-kind.ts'
import type { RotateTurn } from '../../../contract/library/photo.ts'

/** Sets the orientation of photos, 1 to 8 as in EXIF; null restores that of their files. */
type SetOrientation = { kind: 'orientation'; orientation: number | null }

const READ = `SELECT id, CASE WHEN is_oriented THEN orientation END FROM photos
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`

/** The state is the orientation that the person gave; null if they gave none. */
export const orientation: ChangeKind<SetOrientation, number | null> = {
  kind: 'orientation',
  subject: 'photos',
  check: ({ orientation: given }) => {
    if (given !== null && !orientations.some((each) => each === given))
      throw new AppError('bad-params', say('errors.notOrientation', { orientation: String(given) }))
  },
  given: (_context, change) => change.orientation,
  read: ({ db }, _change, ids) =>
    groupByState(db.prepare<[string], [number, number | null]>(READ).raw().all(JSON.stringify(ids))),
  write: ({ db }, _change, ids, state) => writeOrientation(db, ids, state),
  describe: (change, count) =>
    change.orientation === null
      ? say('changes.orientedByFile', { photos: count })
      : say('changes.oriented', { photos: count, orientation: change.orientation }),
}

/**
 * Turns photos: `photos` of them. Its pieces name the changes that it consists of: one orientation for each group of
 * photos that had the same.
 */
export type Rotate = { kind: 'rotate'; turn: Exclude<RotateTurn, 'as-file'>; photos: number }

const ways = {
  left: 'changes.turnedLeft',
  right: 'changes.turnedRight',
  half: 'changes.turnedHalf',
} as const

export const rotate: ChangeKind<Rotate, null> = {
  ...consistsOfParts,
  kind: 'rotate',
  risk: riskOf('backups.turn'),
  describe: ({ turn, photos }) => say(ways[turn], { photos }),
}
