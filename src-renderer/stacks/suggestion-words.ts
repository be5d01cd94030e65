import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { StackView, SuggestionReason } from '../../src-main/contract/library/stacks.ts'

const words: Readonly<Record<SuggestionReason, string>> = {
  'eyes-sharper': 'eyes sharper',
  'faces-sharper': 'faces sharper',
  'subject-sharper': 'subject sharper',
  'less-clipped': 'less clipped',
  exposed: 'better exposed',
}

/** Why a frame is suggested: `Eyes sharper and less clipped than in most others`. */
export function describeReasons(reasons: readonly SuggestionReason[]): string {
  const [first = '', ...others] = reasons.map((reason) => words[reason])
  const last = others.pop()
  const listed = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`
  return `${listed.charAt(0).toUpperCase()}${listed.slice(1)} than in most others`
}

/** What is said of a frame: that it is suggested, while the person chose none, or that it is the chosen one. */
export type FrameMark = { kind: 'suggested' | 'chosen'; label: string; why: string }

export function markOfFrame(view: StackView | undefined, id: PhotoId): FrameMark | null {
  if (view === undefined) return null
  if (view.chosen !== null)
    return view.chosen === id ? { kind: 'chosen', label: 'On top', why: 'Chosen to stand for the stack' } : null
  if (view.suggested?.id !== id) return null
  return { kind: 'suggested', label: 'Suggested', why: describeReasons(view.suggested.reasons) }
}
