import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { OtherFrames, StackReview, StackView } from '../../src-main/contract/library/stacks.ts'
import type { Stacks } from '../../src-main/contract/library/query.ts'

type Change = (ids: readonly number[], sentence: string, edit: (photo: PhotoDetail) => PhotoDetail) => ChangeResult

/** A list with stacks folded: the first photo of each represents it, and those of unfolded ones follow each other. */
export function foldPhotos(photos: readonly PhotoDetail[], stacks: Stacks | undefined): PhotoDetail[] {
  if (stacks === undefined) return [...photos]
  const frames = Map.groupBy(photos, ({ stack }) => stack)
  return photos.flatMap((photo) => {
    const own = photo.stack === undefined ? [photo] : (frames.get(photo.stack) ?? [])
    if (own.length < 2) return [photo]
    if (own[0] !== photo) return []
    const shown = stacks.open.includes(photo.stack ?? 0) ? own : [photo]
    const [picked, rejected] = [1, -1].map((pick) => own.filter((each) => each.pick === pick).length) as [
      number,
      number,
    ]
    const flagged = picked + rejected === 0 ? {} : { flagged: { picked, rejected } }
    return shown.map((each) => ({ ...each, frames: own.length, ...flagged }))
  })
}

/** The person's decisions about stacks, for the library in memory. */
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
  const review = (ids: readonly number[]): StackReview => {
    const numbers = photos().flatMap(({ id, stack }) => (ids.includes(id) && stack !== undefined ? [stack] : []))
    const views = look([...new Set(numbers)])
    const bursts = views.flatMap(({ stack, frames, suggested, set, chosen }) => {
      const best = suggested?.id ?? frames[0]!
      const next = frames.find((id) => id !== best)
      const isOpen = set === null && chosen === null && next !== undefined
      return isOpen ? [{ stack, frames, best, next, reasons: suggested?.reasons ?? [] }] : []
    })
    bursts.sort((a, b) => Number(a.reasons.length > 0) - Number(b.reasons.length > 0))
    const sets = views.filter(({ set }) => set !== null).length
    return { bursts, sets, waiting: 0, decided: views.length - sets - bursts.length }
  }
  const takeBest = (ids: readonly number[], rest: OtherFrames): ChangeResult => {
    const all = framesOf(ids)
    return change(rest === 'fold' ? ids : all, `Picked the best frame of ${ids.length} bursts`, (photo) => ({
      ...photo,
      pick: ids.includes(photo.id) ? 1 : -1,
    }))
  }
  return { framesOf, put, look, accept, review, takeBest }
}
