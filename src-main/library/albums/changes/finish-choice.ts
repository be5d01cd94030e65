import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, consistsOfParts, riskOf } from '../../history/kinds/change-kind.ts'

/** Gives the photos of a finished choice albums, labels and stars: `photos` of them. It consists of other changes. */
export type FinishChoice = { kind: 'finish-choice'; photos: number }

export const finishChoice: ChangeKind<FinishChoice, null> = {
  ...consistsOfParts,
  kind: 'finish-choice',
  isText: true,
  announces: () => ['all-photos', 'albums.changed'],
  risk: riskOf('backups.change'),
  describe: ({ photos }) => say('changes.choiceFinished', { photos }),
}
