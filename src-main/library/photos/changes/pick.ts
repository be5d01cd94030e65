import { say } from '../../../contract/sentences/say.ts'
import type { PickFlag } from '../../../contract/library/photo.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { fromFile, photoValue } from './photo-value.ts'

/** Picks photos (1), rejects them (-1), or does neither (0). */
export type SetPick = { kind: 'pick'; pick: PickFlag }

export const pick: ChangeKind<SetPick, number | null> = {
  ...photoValue<number>({ column: 'pick', flag: 'is_picked', otherwise: fromFile(`m.data ->> '$.pick'`, '0') }),
  kind: 'pick',
  given: (_context, change) => change.pick,
  describe: (change, count) => {
    if (change.pick === 0) return say('changes.unflagged', { photos: count })
    return say(change.pick === 1 ? 'changes.picked' : 'changes.rejected', { photos: count })
  },
}
