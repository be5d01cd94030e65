import { z } from 'zod'

/** How alike two photos are, in words: the same picture, very alike, or alike. Closest first. */
export const likenesses = ['same', 'very', 'alike'] as const
export const Likeness = z.enum(likenesses)
export type Likeness = z.infer<typeof Likeness>

/** The criterion by which two photos are compared. */
export type ComparedBy = 'content' | 'colors'

/** Whether a likeness is at min the required one; null is less than alike. */
export const isAsLike = (likeness: Likeness | null, min: Likeness): boolean =>
  likeness !== null && likenesses.indexOf(likeness) <= likenesses.indexOf(min)
