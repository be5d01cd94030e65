import { writeList } from '../locales/formats.ts'
import { t, type MessageKey } from '../locales/messages.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { StackView, SuggestionReason } from '../../src-main/contract/library/stacks.ts'

const words: Readonly<Record<SuggestionReason, MessageKey>> = {
  'eyes-open': 'stacks.eyesOpen',
  'eyes-sharper': 'stacks.eyesSharper',
  'faces-sharper': 'stacks.facesSharper',
  'subject-sharper': 'stacks.subjectSharper',
  'looks-here': 'stacks.looksHere',
  smiles: 'stacks.smiles',
  'faces-less-clipped': 'stacks.facesLessClipped',
  'less-clipped': 'stacks.lessClipped',
  exposed: 'stacks.exposed',
  'as-chosen': 'stacks.asChosen',
}

/** Why a frame is suggested: `Eyes sharper and less clipped than in most others`. */
export function describeReasons(reasons: readonly SuggestionReason[]): string {
  const measured = reasons.filter((reason) => reason !== 'as-chosen')
  if (measured.length === 0) return t('stacks.asChosenWhole')
  const than = describeMeasured(measured)
  return measured.length === reasons.length ? than : writeList([than, t('stacks.asChosen')])
}

function describeMeasured(reasons: readonly SuggestionReason[]): string {
  const listed = t('stacks.thanOthers', { reasons: writeList(reasons.map((reason) => t(words[reason]))) })
  return `${listed.charAt(0).toLocaleUpperCase()}${listed.slice(1)}`
}

/** How many photos of a folded stack are rejected and picked, as far as there are some: `3 of 4 rejected`. */
export const describeFlagged = ({ frames = 0, flagged }: Pick<PhotoTile, 'frames' | 'flagged'>): string[] => [
  ...(flagged !== undefined && flagged.rejected > 0
    ? [t('stacks.rejectedOf', { rejected: flagged.rejected, count: frames })]
    : []),
  ...(flagged !== undefined && flagged.picked > 0
    ? [t('stacks.pickedOf', { picked: flagged.picked, count: frames })]
    : []),
]

/** The mark of a frame: it is suggested, while the person has chosen none, or it is the chosen one. */
export type FrameMark = { kind: 'suggested' | 'chosen'; label: string; why: string }

export function markOfFrame(view: StackView | undefined, id: PhotoId): FrameMark | null {
  if (view === undefined) return null
  if (view.chosen !== null)
    return view.chosen === id ? { kind: 'chosen', label: t('stacks.onTop'), why: t('stacks.chosenForStack') } : null
  if (view.suggested?.id !== id) return null
  return { kind: 'suggested', label: t('stacks.suggested'), why: describeReasons(view.suggested.reasons) }
}
