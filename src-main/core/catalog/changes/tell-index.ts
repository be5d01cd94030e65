import type { Context } from '../context/context.ts'
import { kindOf } from './kinds/change-kinds.ts'

/** Tells the search index, after the commit, what a change of this kind touched. */
export function tellIndex({ changed }: Pick<Context, 'changed'>, kind: string, ids: readonly number[]): void {
  changed.photos(ids)
  if (kindOf(kind).isText && ids.length > 0) changed.text()
}
