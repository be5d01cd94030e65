import { type Change, kindOf } from './change-kinds.ts'

/** Photos that changes name beside their ids, for the journal; nothing if they name none. */
export function namedBy(changes: readonly Change[]): { named?: number[] } {
  const named = changes.flatMap((change) => kindOf(change.kind).namedPhotos?.(change) ?? [])
  return named.length === 0 ? {} : { named: [...new Set(named)] }
}
