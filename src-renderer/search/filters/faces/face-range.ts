import type { PhotoFilter } from '../../../../src-main/contract/library/query.ts'

/** How many faces are on a photo, both ends included. */
export type FaceRange = Pick<PhotoFilter, 'facesFrom' | 'facesTo'>

/** What the popover offers. */
export const faceChoices: readonly { label: string; from: number | undefined; to: number | undefined }[] = [
  { label: 'None', from: undefined, to: 0 },
  { label: 'Any', from: 1, to: undefined },
  { label: '1', from: 1, to: 1 },
  { label: '2', from: 2, to: 2 },
  { label: '3 or more', from: 3, to: undefined },
]
type FaceChoice = (typeof faceChoices)[number]

/** True where the range is this choice exactly. */
export function isChoice({ facesFrom, facesTo }: FaceRange, { from, to }: FaceChoice): boolean {
  return facesFrom === from && facesTo === to
}

/** The range after a click on a choice; a second click clears it. */
export function toggleChoice(range: FaceRange, choice: FaceChoice): FaceRange {
  return isChoice(range, choice)
    ? { facesFrom: undefined, facesTo: undefined }
    : { facesFrom: choice.from, facesTo: choice.to }
}

/** A range in words; at least one end is given. */
export function describeFaces(from: number | undefined, to: number | undefined): string {
  if (to === 0) return 'No faces'
  if (from !== undefined && from === to) return from === 1 ? '1 face' : `${from} faces`
  return from === 1 || from === undefined ? 'With faces' : `${from} faces or more`
}
