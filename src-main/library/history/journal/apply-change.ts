import { enqueueChange } from '../../metadata/write/rows/enqueue-writes.ts'
import type { ChangeContext, Group } from '../kinds/change-kind.ts'
import { type Change, kindOf } from './change-kinds.ts'

/**
 * Applies a change to some thousand subjects, in a transaction of the caller. Returns the altered ones, by their former
 * state and in ascending order.
 */
export function applyChange(
  context: ChangeContext,
  change: Change,
  subjects: readonly number[],
): { groups: Group[]; ids: number[] } {
  const kind = kindOf(change.kind)
  const chosen = kind.choose?.(context, change, subjects) ?? subjects
  const given = kind.given(context, change)
  const isAltered = ({ state, ids }: Group) => ids.length > 0 && JSON.stringify(state) !== JSON.stringify(given)
  const groups = kind.read(context, change, chosen).filter(isAltered)
  const ids = groups.flatMap((group) => group.ids).sort((a, b) => a - b)
  if (ids.length > 0) {
    kind.write(context, change, ids, given)
    enqueueChange(context, kind, ids)
  }
  return { groups, ids }
}
