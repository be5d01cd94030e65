import type { Likeness } from '../../contract/library/search/likeness.ts'

/** The maximum published distance for each word. */
export type LikenessScale = Readonly<Record<Likeness, number>>

/**
 * As measured (ENGINE.md): most copies, most crops of a half, and closer than most unrelated pictures. Published
 * distances mean the same for all models, including a service's.
 */
export const contentWords: LikenessScale = { same: 0.25, very: 0.5, alike: 0.95 }
export const colorWords: LikenessScale = { same: 0.2, very: 0.49, alike: 0.77 }
