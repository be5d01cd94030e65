import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'
import type { PickFlag } from '../../../../src-main/contract/library/photo.ts'

/** Flags as a person reads them. */
export const flagWords: Readonly<Record<PickFlag, string>> = { 1: 'Picked', 0: 'No flag', '-1': 'Rejected' }

/** The flags in the order of the control. */
export const flags: readonly PickFlag[] = [1, 0, -1]

/** The restriction after a click on a flag; a second click takes it out. */
export function toggleFlag({ picks = [] }: Pick<PhotoFilter, 'picks'>, pick: PickFlag): Pick<PhotoFilter, 'picks'> {
  return { picks: picks.includes(pick) ? picks.filter((other) => other !== pick) : [...picks, pick] }
}
