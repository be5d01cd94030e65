import { say } from '../../../contract/sentences/say.ts'
import type { SensitivityJudgement } from '../../../contract/library/photo.ts'
import { judgementNumber } from '../../catalog/codecs/numbered.ts'
import { FOUND_VERDICT } from '../../queue/rows/findings/sensitivity.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { photoValue } from './photo-value.ts'

/** Declares photos fine or sensitive; null leaves it to the analysis again. */
export type SetSensitivity = { kind: 'sensitivity'; judgement: SensitivityJudgement | null }

export const sensitivity: ChangeKind<SetSensitivity, number | null> = {
  ...photoValue<number>({ column: 'nsfw', flag: 'is_judged', otherwise: FOUND_VERDICT }),
  kind: 'sensitivity',
  isDiscreet: true,
  given: (_context, { judgement }) => judgement && judgementNumber(judgement),
  describe: ({ judgement }, count) =>
    judgement === null
      ? say('changes.sensitivityLeft', { photos: count })
      : say(judgement === 'fine' ? 'changes.fine' : 'changes.sensitive', { photos: count }),
}
