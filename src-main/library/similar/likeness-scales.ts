import { type Likeness, likenesses } from '../../contract/library/search/likeness.ts'

/** The greatest published distance at which each word holds. */
export type LikenessScale = Readonly<Record<Likeness, number>>

/**
 * As it was measured (ENGINE.md): most copies, most crops of a half, what is nearer than most that has nothing to do
 * with it. Published distances mean the same for all models, a service's included.
 */
export const contentWords: LikenessScale = { same: 0.25, very: 0.5, alike: 0.95 }
export const colorWords: LikenessScale = { same: 0.2, very: 0.49, alike: 0.77 }

/** The word for a published distance; null where two photos are not even alike. */
export const likenessOn = (words: LikenessScale, distance: number): Likeness | null =>
  likenesses.find((word) => distance <= words[word]) ?? null
