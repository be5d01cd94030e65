import { type Likeness, likenesses } from '../../contract/library/search/likeness.ts'

/** The greatest distance at which each word holds. */
export type LikenessScale = Readonly<Record<Likeness, number>>

/** As it was measured (ENGINE.md): copies, crops of a half, what is nearer than most that has nothing to do with it. */
const usualScale: LikenessScale = { same: 0.13, very: 0.25, alike: 0.37 }
/** Distances of different models have nothing in common; one that is not named here has the usual scale. */
const contentScales: Readonly<Record<string, LikenessScale>> = {
  centernet: { same: 0.025, very: 0.05, alike: 0.08 },
}
export const colorScale: LikenessScale = { same: 0.08, very: 0.2, alike: 0.32 }

export const contentScale = (modelId: string): LikenessScale => contentScales[modelId] ?? usualScale

/** The word for a distance; null where two photos are not even alike. */
export const likenessOn = (scale: LikenessScale, distance: number): Likeness | null =>
  likenesses.find((word) => distance <= scale[word]) ?? null
