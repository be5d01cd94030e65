import { z } from 'zod'

/** How like two photos are, in words: the same picture, very like it, or alike. Nearest first. */
export const likenesses = ['same', 'very', 'alike'] as const
export const Likeness = z.enum(likenesses)
export type Likeness = z.infer<typeof Likeness>

/** What two photos are compared by. */
export type ComparedBy = 'content' | 'colors'

/** Whether photos are at least as like as a word says; null is less than alike. */
export const isAsLike = (likeness: Likeness | null, least: Likeness): boolean =>
  likeness !== null && likenesses.indexOf(likeness) <= likenesses.indexOf(least)
