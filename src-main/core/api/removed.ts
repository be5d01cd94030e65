import type { PersonChanges } from '../changes/person-changes.ts'
import type { RemovedItems } from '../removed/removed-items.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type RemovedHandlersDependencies = {
  changes: Pick<PersonChanges, 'undo'>
  removed: Pick<RemovedItems, 'list' | 'purge'>
}

/** Handlers of `removed.*`. */
export function removedHandlers(os: LibraryImplementer, { changes, removed }: RemovedHandlersDependencies) {
  return {
    list: os.removed.list.handler(() => removed.list()),
    restore: os.removed.restore.handler(({ input }) => changes.undo(input.changeId)),
    purge: os.removed.purge.handler(({ input }) => removed.purge(input.changeId)),
  }
}
