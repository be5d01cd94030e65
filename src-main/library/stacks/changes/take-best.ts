import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

/**
 * Decides bursts: the best frame of each is picked and put on top, and `rejected` others are rejected. `photos` are all
 * photos concerned. Its pieces name the changes that it consists of.
 */
export type TakeBest = { kind: 'take-best'; bursts: number; rejected: number; photos: number }

export const takeBest: ChangeKind<TakeBest, null> = {
  kind: 'take-best',
  subject: 'photos',
  risk: riskOf('backups.change'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ bursts: count, rejected }) =>
    rejected === 0 ? say('changes.bestTaken', { count }) : say('changes.bestTakenOnly', { count, photos: rejected }),
  photosOf: ({ photos }) => photos,
}
