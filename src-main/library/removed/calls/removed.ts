import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { RemovedItems } from '../removed-items.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { requireUndoable } from '../../history/calls/require-undoable.ts'

export type RemovedHandlersDependencies = {
  changes: Pick<PersonChanges, 'undo' | 'nextKind'>
  privacy: Pick<Privacy, 'isHiding'>
  removed: Pick<RemovedItems, 'list' | 'purge'>
}

/** Handlers of `removed.*`. */
export function removedHandlers(os: LibraryImplementer, { changes, privacy, removed }: RemovedHandlersDependencies) {
  return {
    list: os.removed.list.handler(() => removed.list()),
    restore: os.removed.restore.handler(({ input }) => {
      requireUndoable({ changes, privacy }, 'undo', input.changeId)
      return changes.undo(input.changeId)
    }),
    purge: os.removed.purge.handler(({ input }) => removed.purge(input.changeId)),
  }
}
