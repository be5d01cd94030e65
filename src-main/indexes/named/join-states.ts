import type { TrainedStates } from './trained-states.ts'

/** Trained states in two stores: indexes of fewer entries than `from` in the first, others in the second. */
export function joinStates(small: TrainedStates, large: TrainedStates, from: number): TrainedStates {
  const placeOf = (name: string) => (large.has(name) ? large : small)
  return {
    has: (name) => small.has(name) || large.has(name),
    build: (training, watch) => (training.entries < from ? small : large).build(training, watch),
    open: (name, kind) => placeOf(name).open(name, kind),
    remove: (name) => placeOf(name).remove(name),
    async sweep(inUse) {
      for (const place of [small, large]) await place.sweep(inUse.filter((name) => place.has(name)))
    },
  }
}
