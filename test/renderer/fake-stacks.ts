import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { StackView } from '../../src-main/contract/library/stacks.ts'
import type { Stacks } from '../../src-main/contract/library/query.ts'

type Change = (ids: readonly number[], sentence: string, edit: (photo: PhotoDetail) => PhotoDetail) => ChangeResult

/** A list with stacks folded: the first photo of each stands for it, and those of open ones follow each other. */
export function foldPhotos(photos: readonly PhotoDetail[], stacks: Stacks | undefined): PhotoDetail[] {
  if (stacks === undefined) return [...photos]
  const frames = Map.groupBy(photos, ({ stack }) => stack)
  return photos.flatMap((photo) => {
    const own = photo.stack === undefined ? [photo] : (frames.get(photo.stack) ?? [])
    if (own.length < 2) return [photo]
    if (own[0] !== photo) return []
    const shown = stacks.open.includes(photo.stack ?? 0) ? own : [photo]
    return shown.map((each) => ({ ...each, frames: own.length }))
  })
}

/** What a person says of stacks, for the library in memory. */
export function createFakeStacks(
  photos: () => readonly PhotoDetail[],
  change: Change,
  state: { stackViews: readonly StackView[] },
) {
  const framesOf = (ids: readonly number[]): number[] => {
    const numbers = new Set(
      photos().flatMap(({ id, stack }) => (ids.includes(id) && stack !== undefined ? [stack] : [])),
    )
    return photos()
      .filter(({ id, stack }) => ids.includes(id) || (stack !== undefined && numbers.has(stack)))
      .map(({ id }) => id)
  }
  const put = (ids: readonly number[], sentence: string, stack?: number) =>
    change(ids, sentence, ({ stack: _before, ...photo }) => (stack === undefined ? photo : { ...photo, stack }))
  const tell = (view: StackView): void => {
    state.stackViews = [...state.stackViews.filter(({ stack }) => stack !== view.stack), view]
  }
  const look = (numbers: readonly number[]): StackView[] =>
    numbers.flatMap((stack) => {
      const frames = photos()
        .filter((photo) => photo.stack === stack)
        .map(({ id }) => id)
      return frames.length === 0
        ? []
        : [
            state.stackViews.find((view) => view.stack === stack) ?? {
              stack,
              frames,
              chosen: null,
              set: null,
              isWaiting: false,
              suggested: null,
            },
          ]
    })
  const accept = (ids: readonly number[]): ChangeResult => {
    const numbers = photos().flatMap(({ id, stack }) => (ids.includes(id) && stack !== undefined ? [stack] : []))
    const open = look([...new Set(numbers)]).filter(({ chosen, suggested }) => chosen === null && suggested !== null)
    for (const view of open) tell({ ...view, chosen: view.suggested?.id ?? null })
    const tops = open.flatMap(({ suggested }) => suggested?.id ?? [])
    return change(tops, 'Put a photo on top of its stack', (photo) => photo)
  }
  return { framesOf, put, look, accept }
}
