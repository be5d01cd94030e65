import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from './change-kind.ts'

/** A return to an earlier entry of the history: the changes that it undid, the newest first. */
export type GoBack = { kind: 'go-back'; changeIds: readonly number[] }

/** It writes nothing itself: each of its changes is undone and redone as on its own. */
export const goBack: ChangeKind<GoBack, null> = {
  kind: 'go-back',
  subject: 'library',
  isUnwritten: true,
  hasParts: true,
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ changeIds }) => say('changes.wentBack', { count: changeIds.length }),
}
