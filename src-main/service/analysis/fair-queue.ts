/**
 * Waiting items of several owners, who take turns: whoever had a turn goes behind all others. Within an owner the
 * oldest goes first, or those of a higher rank.
 */
export type FairQueue<T> = {
  readonly size: number
  /** How many of an owner's items wait. */
  sizeOf(owner: string): number
  push(owner: string, item: T): void
  /**
   * Takes out whose turn it is; undefined where nothing waits. With `rank`, of the owner's oldest few the highest goes
   * first, yet the very
   * oldest is passed over a few times at most.
   */
  next(rank?: (item: T) => number): T | undefined
  /** Takes an item out of turn; false where it does not wait. */
  remove(owner: string, item: T): boolean
  /** The owner with the most items waiting; undefined where nothing waits. */
  longest(): string | undefined
  /** Takes out the item that an owner added last. */
  popLatest(owner: string): T | undefined
}

type Lane<T> = { items: Set<T>; /** How often in a row the oldest was passed over. */ passed: number }

/** Among so many of an owner's oldest items the highest rank is looked for. */
const LOOKED_AT = 64
const MAX_PASSED = 16

/** An empty queue. Every step takes the same time however much waits; only `longest` looks at all owners. */
export function createFairQueue<T>(): FairQueue<T> {
  // Both keep the order of adding: lanes in the order of turns, items in the order of coming. A lane is never empty.
  const lanes = new Map<string, Lane<T>>()
  let size = 0
  const remove = (owner: string, item: T): boolean => {
    const lane = lanes.get(owner)
    if (!lane?.items.delete(item)) return false
    if (lane.items.size === 0) lanes.delete(owner)
    size--
    return true
  }
  return {
    get size() {
      return size
    },
    sizeOf: (owner) => lanes.get(owner)?.items.size ?? 0,
    push(owner, item) {
      const lane = lanes.get(owner) ?? { items: new Set(), passed: 0 }
      lane.items.add(item)
      lanes.set(owner, lane)
      size++
    },
    next(rank) {
      for (const [owner, lane] of lanes) {
        const item = pick(lane, rank)
        lanes.delete(owner)
        lanes.set(owner, lane)
        remove(owner, item)
        return item
      }
      return undefined
    },
    remove,
    longest: () =>
      [...lanes].reduce<[string, Lane<T>] | undefined>(
        (longest, lane) => (longest && longest[1].items.size >= lane[1].items.size ? longest : lane),
        undefined,
      )?.[0],
    popLatest(owner) {
      const item = [...(lanes.get(owner)?.items ?? [])].at(-1)
      if (item !== undefined) remove(owner, item)
      return item
    },
  }
}

/** The oldest item, or a younger one of higher rank. A lane is never empty. */
function pick<T>(lane: Lane<T>, rank: (item: T) => number = () => 0): T {
  const [oldest] = lane.items as Iterable<T> as [T]
  let [best, highest, looked] = [oldest, rank(oldest), 0]
  for (const item of lane.items) {
    if (lane.passed >= MAX_PASSED || looked++ >= LOOKED_AT) break
    const own = rank(item)
    if (own > highest) [best, highest] = [item, own]
  }
  lane.passed = best === oldest ? 0 : lane.passed + 1
  return best
}
