/** Waiting items of several owners, who take turns: whoever had a turn goes behind all others. Within an owner the oldest goes first. */
export type FairQueue<T> = {
  readonly size: number
  /** How many of an owner's items wait. */
  sizeOf(owner: string): number
  push(owner: string, item: T): void
  /** Takes out whose turn it is; undefined where nothing waits. */
  next(): T | undefined
  /** Takes an item out of turn; false where it does not wait. */
  remove(owner: string, item: T): boolean
  /** The owner with the most items waiting; undefined where nothing waits. */
  longest(): string | undefined
  /** Takes out the item that an owner added last. */
  popLatest(owner: string): T | undefined
}

/** An empty queue. Every step takes the same time however much waits; only `longest` looks at all owners. */
export function createFairQueue<T>(): FairQueue<T> {
  // Both keep the order of adding: lanes in the order of turns, items in the order of coming. A lane is never empty.
  const lanes = new Map<string, Set<T>>()
  let size = 0
  const remove = (owner: string, item: T): boolean => {
    const lane = lanes.get(owner)
    if (!lane?.delete(item)) return false
    if (lane.size === 0) lanes.delete(owner)
    size--
    return true
  }
  return {
    get size() {
      return size
    },
    sizeOf: (owner) => lanes.get(owner)?.size ?? 0,
    push(owner, item) {
      const lane = lanes.get(owner) ?? new Set()
      lanes.set(owner, lane.add(item))
      size++
    },
    next() {
      for (const [owner, lane] of lanes) {
        const [item] = lane
        lanes.delete(owner)
        lanes.set(owner, lane)
        remove(owner, item as T)
        return item
      }
      return undefined
    },
    remove,
    longest: () => [...lanes].reduce<[string, Set<T>] | undefined>((longest, lane) => (longest && longest[1].size >= lane[1].size ? longest : lane), undefined)?.[0],
    popLatest(owner) {
      const item = [...(lanes.get(owner) ?? [])].at(-1)
      if (item !== undefined) remove(owner, item)
      return item
    },
  }
}
