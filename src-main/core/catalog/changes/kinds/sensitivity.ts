import { judgementWords, type SensitivityJudgement } from '../../../../contract/library/photo.ts'
import { judgementNumber } from '../../codecs/numbered.ts'
import { FOUND_VERDICT } from '../../findings/sensitivity.ts'
import type { ChangeKind } from './change-kind.ts'
import { photoValue } from './photo-value.ts'
import { countPhotos } from './words.ts'

/** Says that photos are fine, or sensitive; null leaves it to the analysis again. */
export type SetSensitivity = { kind: 'sensitivity'; judgement: SensitivityJudgement | null }

export const sensitivity: ChangeKind<SetSensitivity, number | null> = {
  ...photoValue<number>({ column: 'nsfw', flag: 'is_judged', otherwise: FOUND_VERDICT }),
  kind: 'sensitivity',
  isDiscreet: true,
  given: (_context, { judgement }) => judgement && judgementNumber(judgement),
  describe: ({ judgement }, count) =>
    judgement === null
      ? `Left the sensitivity of ${countPhotos(count)} to the analysis`
      : `Marked ${countPhotos(count)} as ${judgementWords[judgement]}`,
}
