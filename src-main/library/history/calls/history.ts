import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import { MAX_PICTURED } from '../../../contract/library/history.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { isDiscreet, requireUndoable } from './require-undoable.ts'

export type HistoryHandlersDependencies = {
  catalog: Pick<Catalog, 'photos'>
  changes: Pick<PersonChanges, 'history' | 'undo' | 'redo' | 'goBack' | 'nextKind' | 'photosOf'>
  privacy: Pick<Privacy, 'isHiding' | 'shown'>
}

/** Photos of a change that are looked at: some may be hidden or gone. */
const LOOKED_AT = 20

/** Handlers of `history.*`. */
export function historyHandlers(os: LibraryImplementer, { catalog, changes, privacy }: HistoryHandlersDependencies) {
  return {
    list: os.history.list.handler(({ input }) => {
      const entries = changes.history(input.limit, input.before)
      return privacy.isHiding() ? entries.filter(({ kind }) => !isDiscreet(kind)) : entries
    }),
    pictures: os.history.pictures.handler(({ input }) =>
      input.ids.map((id) => {
        const tiles = catalog.photos.tiles(changes.photosOf(id, LOOKED_AT).slice(0, LOOKED_AT))
        return { id, photos: privacy.shown(tiles).slice(0, MAX_PICTURED) }
      }),
    ),
    undo: os.history.undo.handler(({ input }) => {
      requireUndoable({ changes, privacy }, 'undo', input.id)
      return changes.undo(input.id)
    }),
    redo: os.history.redo.handler(({ input }) => {
      requireUndoable({ changes, privacy }, 'redo', input.id)
      return changes.redo(input.id)
    }),
    goBack: os.history.goBack.handler(({ input }) => {
      // Some of what it undoes may be a mark that hides photos.
      if (privacy.isHiding()) throw new AppError('library-locked', say('errors.nothingUndone'))
      return changes.goBack(input.id)
    }),
  }
}
