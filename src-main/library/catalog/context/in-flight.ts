/** Photos handed out for analysis, so that a result for a file that has changed in the meantime does not count. */
export type InFlight = {
  handOut(id: number): void
  /** The photo's file changed or a new analysis was requested. */
  outdate(id: number): void
  /** The way photos are analysed changed. */
  outdateAll(): void
  /** True if the result that arrives now is out of date. */
  takeBack(id: number): boolean
}

/** Stored in memory only: after a restart no analysis is running. */
export function createInFlight(): InFlight {
  const outdated = new Map<number, boolean>()
  return {
    handOut: (id) => void outdated.set(id, false),
    outdate: (id) => {
      if (outdated.has(id)) outdated.set(id, true)
    },
    outdateAll: () => {
      for (const id of outdated.keys()) outdated.set(id, true)
    },
    takeBack: (id) => {
      const wasOutdated = outdated.get(id) ?? false
      outdated.delete(id)
      return wasOutdated
    },
  }
}
