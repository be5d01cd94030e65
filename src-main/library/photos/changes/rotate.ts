import { say } from '../../../contract/sentences/say.ts'
import type { RotateTurn } from '../../../contract/library/rotate-turn.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

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
  kind: 'rotate',
  subject: 'photos',
  risk: riskOf('backups.turn'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ turn, photos }) => say(ways[turn], { photos }),
  photosOf: ({ photos }) => photos,
}
