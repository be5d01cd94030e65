import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** Where a key moves photos of an album. */
export type Step = 'earlier' | 'later' | 'first' | 'last'

/** The first photo from an index on that is not moved itself; null at the end. */
export const photoBehind = (own: readonly PhotoId[], index: number, moved: ReadonlySet<PhotoId>): PhotoId | null =>
  own.slice(index).find((id) => !moved.has(id)) ?? null

/**
 * The photo before which some photos of an album are moved by a step; null for the end, undefined if they are already
 * there.
 */
export function steppedBefore(
  own: readonly PhotoId[],
  moved: ReadonlySet<PhotoId>,
  step: Step,
): PhotoId | null | undefined {
  const first = own.findIndex((id) => moved.has(id))
  const last = own.findLastIndex((id) => moved.has(id))
  if (first < 0) return undefined
  const isTogether = last - first + 1 === moved.size
  if (step === 'earlier' || step === 'first') {
    if (first === 0) return isTogether ? undefined : photoBehind(own, 0, moved)
    return step === 'first' ? own[0] : own[first - 1]
  }
  if (last === own.length - 1) return isTogether ? undefined : null
  return step === 'last' ? null : photoBehind(own, last + 2, moved)
}
