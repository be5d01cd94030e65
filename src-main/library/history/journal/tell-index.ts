import type { ChangeContext } from '../kinds/change-kind.ts'
import { type Change, kindOf } from './change-kinds.ts'

/** Notifies the search index, after the commit, of what a change touched. */
export function tellIndex(context: ChangeContext, change: Change, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { changed } = context
  const { subject, isText, tell } = kindOf(change.kind)
  if (tell !== undefined) tell(context, change, ids)
  else if (subject === 'photos') changed.photos(ids)
  else if (subject === 'folders') changed.roots()
  if (isText) changed.text()
}
