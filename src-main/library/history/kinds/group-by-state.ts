import type { Group } from './change-kind.ts'

/** Groups rows of an id and a simple state by state; the ids keep their order. */
export function groupByState<State extends string | number | null>(
  rows: readonly (readonly [id: number, state: State])[],
): Group<State>[] {
  const groups = new Map<State, number[]>()
  for (const [id, state] of rows) {
    const ids = groups.get(state)
    if (ids) ids.push(id)
    else groups.set(state, [id])
  }
  return [...groups].map(([state, ids]) => ({ state, ids }))
}
