import { type Likeness, likenesses } from '../../contract/library/search/likeness.ts'
import type { Hit } from '../../indexes/index-types.ts'
import { type LikenessScale, likenessOn } from './likeness-scales.ts'

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
