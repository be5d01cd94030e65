/**
 * Collects the slots of a scan that could be among the best, given how far each approximate score may be from the true
 * one.
 */
export type BestSlots = {
  /** Scores that cannot reach this with their error need not be offered. */
  floor(): number
  /** `error` is how far the true score may be from `score`, at least 0. */
  offer(slot: number, score: number, error: number): void
  /** Every slot that the scan could not rule out, best first, at most `most`. */
  take(most: number): number[]
}

type Candidate = { slot: number; score: number; error: number }

/** Wants the best `limit` slots (at least 1): the floor is the `limit`-th best score as it would be at worst. */
export function createBestSlots(limit: number): BestSlots {
  let kept: Candidate[] = []
  let capacity = limit * 4
  let floor = -Infinity
  const prune = (): void => {
    if (kept.length < limit) return
    const worst = Float64Array.from(kept, ({ score, error }) => score - error).sort()
    floor = worst[kept.length - limit]!
    kept = kept.filter(({ score, error }) => score + error >= floor)
    capacity = Math.max(limit * 4, kept.length * 2)
  }
  return {
    floor: () => floor,
    offer(slot, score, error) {
      kept.push({ slot, score, error })
      if (kept.length >= capacity) prune()
    },
    take(most) {
      prune()
      kept.sort((a, b) => b.score - a.score || a.slot - b.slot)
      return kept.slice(0, Math.max(most, limit)).map(({ slot }) => slot)
    },
  }
}
