import { type Likeness, likenesses } from '../../contract/library/search/likeness.ts'
import type { Hit } from '../../indexes/index-types.ts'

/** The maximum published distance for each word. */
export type LikenessScale = Readonly<Record<Likeness, number>>

/**
 * As measured (ENGINE.md): most copies, most crops of a half, and closer than most unrelated pictures. Published
 * distances mean the same for all models, including a service's.
 */
export const contentWords: LikenessScale = { same: 0.25, very: 0.5, alike: 0.95 }
export const colorWords: LikenessScale = { same: 0.2, very: 0.49, alike: 0.77 }

/** The word for a published distance; null if two photos are not even similar. */
export const likenessOn = (words: LikenessScale, distance: number): Likeness | null =>
  likenesses.find((word) => distance <= words[word]) ?? null

/** A found photo, with its likeness in words; null is less than similar. */
export type Found = Hit & { likeness: Likeness | null }
/** What one search found, by published distance, and the words for that. */
export type Hits = { hits: readonly Hit[]; words: LikenessScale }

/**
 * The hits of several searches as one list, the most similar first: by their words, since distances of different models
 * are not comparable, then by distance. The nearest hit of each photo counts; those of `left` are left out.
 */
export function nearestOf(searches: readonly Hits[], left: ReadonlySet<number>): Found[] {
  const nearest = new Map<number, Found>()
  for (const { hits, words } of searches)
    for (const { id, distance } of hits)
      if (!left.has(id) && distance < (nearest.get(id)?.distance ?? Infinity))
        nearest.set(id, { id, distance, likeness: likenessOn(words, distance) })
  return [...nearest.values()].sort((a, b) => rank(a) - rank(b) || a.distance - b.distance || a.id - b.id)
}

const rank = ({ likeness }: Found): number => (likeness === null ? likenesses.length : likenesses.indexOf(likeness))
