/** Photos handed out for analysis, so that an outcome about a file that changed meanwhile does not count as done. */
export type InFlight = {
  handOut(id: number): void
  /** The photo's file changed or a new analysis was asked for. */
  outdate(id: number): void
  /** The way photos are analysed changed. */
  outdateAll(): void
  /** True when what comes back now is out of date. */
  takeBack(id: number): boolean
}

/** Keeps this only for the running process: after a restart nothing is under way. */
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
