import { say } from '../../../../contract/sentences/say.ts'
import type { Text } from '../../../../contract/sentences/text.ts'

/** A fault of a catalogue. */
export type CatalogFault = {
  message: Text
  /** What to do about it. */
  advice: Text
  /** Whether a repair mends it. */
  isRepairable: boolean
}

export const REPAIR_ADVICE = say('doctor.mend')
export const RESTORE_ADVICE = say('doctor.restore')
