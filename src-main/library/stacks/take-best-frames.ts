import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { OtherFrames, StackReview } from '../../contract/library/stacks.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { Privacy } from '../privacy/privacy.ts'

export type TakeBestDependencies = {
  catalog: Pick<Catalog, 'photos' | 'stacks'>
  changes: Pick<PersonChanges, 'applyBatch'>
  privacy: Pick<Privacy, 'shown' | 'requireShown'>
}

/** Stacks between two breaks for other calls: some milliseconds. */
const PIECE = 20

/** What is left to decide in the stacks of some photos, the most doubtful burst first. */
export async function reviewStacks(
  { catalog, privacy }: Pick<TakeBestDependencies, 'catalog' | 'privacy'>,
  ids: readonly number[],
): Promise<StackReview> {
  privacy.requireShown(ids)
  const shown = (all: readonly number[]) => privacy.shown(catalog.photos.tiles(all)).map(({ id }) => id)
  const found: ReturnType<Catalog['stacks']['review']>[] = []
  for (const [at, stack] of catalog.stacks.numbersOf(ids).entries()) {
    if (at > 0 && at % PIECE === 0) await setImmediate()
    found.push(catalog.stacks.review(stack, shown))
  }
  const count = (what: 'set' | 'waiting' | 'decided') => found.filter((each) => each === what).length
  const bursts = found
    .filter((each) => typeof each === 'object')
    .toSorted((a, b) => Number(isSuggested(a)) - Number(isSuggested(b)) || a.lead - b.lead)
  return {
    bursts: bursts.map(({ burst }) => burst),
    sets: count('set'),
    waiting: count('waiting'),
    decided: count('decided'),
  }
}

type BestFrames = {
  ids: readonly number[]
  rest: OtherFrames
  answered?: readonly number[]
  reviewed?: readonly number[] | undefined
}

const isSuggested = ({ burst }: { burst: { reasons: readonly unknown[] } }): boolean => burst.reasons.length > 0

/**
 * Decides a burst for each of these frames: one entry of the history. Photos that have a flag keep it, apart from the
 * frames themselves; so do frames that are not among the `reviewed`: they came later. What is learned from choices
 * follows the `answered` ones. A burst stays as it is if its frame has left the library, or is hidden: the others are
 * then all that is left. Throws `bad-params` if none of them is a frame of a burst.
 */
export async function takeBestFrames(
  { catalog, changes, privacy }: TakeBestDependencies,
  { ids, rest, answered = [], reviewed }: BestFrames,
): Promise<ChangeResult> {
  const wanted = new Set(ids)
  const seen = reviewed && new Set(reviewed)
  const isLeft = ({ id, pick }: PhotoTile) => pick === 0 && !wanted.has(id) && (seen === undefined || seen.has(id))
  const best: number[] = []
  const others: number[] = []
  for (const [at, id] of [...wanted].entries()) {
    if (at > 0 && at % PIECE === 0) await setImmediate()
    const frames = privacy.shown(catalog.photos.tiles(catalog.stacks.framesOf([id])))
    const isThere = frames.length > 1 && frames.some((frame) => frame.id === id)
    if (!isThere || catalog.stacks.kindWith(id) !== 'burst') continue
    best.push(id)
    others.push(...frames.filter(isLeft).map((frame) => frame.id))
  }
  if (best.length === 0) throw new AppError('bad-params', say('errors.noFrames'))
  const rejected = rest === 'reject' ? others : []
  const top = catalog.stacks.nextTop()
  const parts: ChangePart[] = [
    { change: { kind: 'stack-top', top }, ids: best.filter((id) => !answered.includes(id)) },
    { change: { kind: 'stack-top', top, isAnswered: true }, ids: best.filter((id) => answered.includes(id)) },
    { change: { kind: 'pick', pick: 1 }, ids: best },
    { change: { kind: 'pick', pick: -1 }, ids: rejected },
  ]
  return changes.applyBatch(
    {
      kind: 'take-best',
      bursts: best.length,
      rejected: rejected.length,
      photos: best.length + rejected.length,
      leftOut: wanted.size - best.length,
    },
    parts.filter((part) => part.ids.length > 0),
  )
}
