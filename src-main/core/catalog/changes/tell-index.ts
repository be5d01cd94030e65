import type { Context } from '../context/context.ts'
import { kindOf } from './kinds/change-kinds.ts'

/** Tells the search index, after the commit, what a change of this kind touched. */
export function tellIndex({ changed }: Pick<Context, 'changed'>, kind: string, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { subject, isText } = kindOf(kind)
  if (subject === 'photos') changed.photos(ids)
  else changed.roots()
  if (isText) changed.text()
}
