import type { PersonChanges } from '../person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { isDiscreet, requireUndoable } from './require-undoable.ts'

export type HistoryHandlersDependencies = {
  changes: Pick<PersonChanges, 'history' | 'undo' | 'redo' | 'nextKind'>
  privacy: Pick<Privacy, 'isHiding'>
}

/** Handlers of `history.*`. */
export function historyHandlers(os: LibraryImplementer, { changes, privacy }: HistoryHandlersDependencies) {
  return {
    list: os.history.list.handler(({ input }) => {
      const entries = changes.history(input.limit, input.before)
      return privacy.isHiding() ? entries.filter(({ kind }) => !isDiscreet(kind)) : entries
    }),
    undo: os.history.undo.handler(({ input }) => {
      requireUndoable({ changes, privacy }, 'undo', input.id)
      return changes.undo(input.id)
    }),
    redo: os.history.redo.handler(({ input }) => {
      requireUndoable({ changes, privacy }, 'redo', input.id)
      return changes.redo(input.id)
    }),
  }
}
