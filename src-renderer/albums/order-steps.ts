import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** Where photos of an album are moved by a key. */
export type Step = 'earlier' | 'later' | 'first' | 'last'

/** The first photo from a place on that is not moved itself; null at the end. */
export const photoBehind = (own: readonly PhotoId[], index: number, moved: ReadonlySet<PhotoId>): PhotoId | null =>
  own.slice(index).find((id) => !moved.has(id)) ?? null

/**
 * The photo that some photos of an album come before when they take a step; null where they go to the end, undefined
 * where they stand there already.
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
