import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, photoColumn, riskOf, consistsOfParts } from '../../history/kinds/change-kind.ts'

/** Puts photos into a stack of the person's; 0: into none, null: where the library groups them. */
type SetStack = { kind: 'stack'; stack: number | null }

export const stack: ChangeKind<SetStack, number | null> = {
  ...photoColumn<number | null>('person_stack'),
  kind: 'stack',
  isUnwritten: true,
  given: (_context, change) => change.stack,
  describe: (change, count) => {
    if (change.stack === null) return say('changes.stacksLeft', { photos: count })
    if (change.stack !== 0) return say('changes.stacked', { photos: count })
    return say('changes.unstacked', { photos: count })
  },
}

/**
 * Puts a photo on top of its stack: the one with the largest number is shown for it. `isSuggested` if a suggestion was
 * taken, from which nothing is learned; `isAnswered` if the person chose it among the suggestions of many bursts.
 */
type SetStackTop = { kind: 'stack-top'; top: number; isSuggested?: true; isAnswered?: true }

export const stackTop: ChangeKind<SetStackTop, number> = {
  ...photoColumn<number>('stack_top'),
  kind: 'stack-top',
  isUnwritten: true,
  given: (_context, change) => change.top,
  describe: (_change, count) => (count === 1 ? say('changes.stackTop') : say('changes.stackTops', { photos: count })),
}

/**
 * Decides bursts: the best frame of each is picked and put on top, and `rejected` others are rejected. `photos` are all
 * photos concerned; `leftOut` are those that are in no burst. Its pieces name the changes that it consists of.
 */
export type TakeBest = { kind: 'take-best'; bursts: number; rejected: number; photos: number; leftOut?: number }

export const takeBest: ChangeKind<TakeBest, null> = {
  ...consistsOfParts,
  kind: 'take-best',
  risk: riskOf('backups.change'),
  describe: ({ bursts: count, rejected, leftOut = 0 }) => {
    const what =
      rejected === 0 ? say('changes.bestTaken', { count }) : say('changes.bestTakenOnly', { count, photos: rejected })
    return leftOut === 0 ? what : say('changes.bestLeftOut', { what, photos: leftOut })
  },
}
