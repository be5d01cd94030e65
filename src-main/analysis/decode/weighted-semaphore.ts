/** Shares a fixed amount of memory among all processes: who needs much waits until others have left. */
export type WeightedSemaphore = {
  /**
   * Calls `enter` when there is room, at once if there is now. A request larger than the whole gets in when nobody else
   * is there.
   */
  ask(ticket: object, bytes: number, enter: () => void): void
  /** Gives back what a ticket holds, or takes it out of the line. */
  leave(ticket: object): void
}

/** WeightedSemaphore of `capacity` bytes, given in the order of asking. */
export function createWeightedSemaphore(capacity: number): WeightedSemaphore {
  const inside = new Map<object, number>()
  let waiting: { ticket: object; bytes: number; enter: () => void }[] = []
  const taken = () => [...inside.values()].reduce((sum, bytes) => sum + bytes, 0)
  const admit = () => {
    for (
      let next = waiting[0];
      next !== undefined && (inside.size === 0 || taken() + next.bytes <= capacity);
      next = waiting[0]
    ) {
      waiting.shift()
      inside.set(next.ticket, next.bytes)
      next.enter()
    }
  }
  return {
    ask(ticket, bytes, enter) {
      waiting.push({ ticket, bytes, enter })
      admit()
    },
    leave(ticket) {
      inside.delete(ticket)
      waiting = waiting.filter((request) => request.ticket !== ticket)
      admit()
    },
  }
}
