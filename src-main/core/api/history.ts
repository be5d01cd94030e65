import type { PersonChanges } from '../changes/person-changes.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type HistoryHandlersDependencies = { changes: Pick<PersonChanges, 'history' | 'undo' | 'redo'> }

/** Handlers of `history.*`. */
export function historyHandlers(os: LibraryImplementer, { changes }: HistoryHandlersDependencies) {
  return {
    list: os.history.list.handler(({ input }) => changes.history(input.limit, input.before)),
    undo: os.history.undo.handler(({ input }) => changes.undo(input.id)),
    redo: os.history.redo.handler(({ input }) => changes.redo(input.id)),
  }
}
