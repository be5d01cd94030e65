import type { FileMoves } from '../file-moves.ts'
import type { TrashDuplicates } from '../../duplicates/trash-duplicates.ts'
import type { FolderChanges } from '../folder-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type FileHandlersDependencies = {
  fileMoves: Pick<FileMoves, 'plan' | 'carryOut' | 'cancel'>
  folderChanges: Pick<FolderChanges, 'make' | 'rename'>
  trashDuplicates: Pick<TrashDuplicates, 'planPhotos' | 'carryOut'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `files.*`. */
export function fileHandlers(
  os: LibraryImplementer,
  { fileMoves, folderChanges, trashDuplicates, privacy }: FileHandlersDependencies,
) {
  return {
    plan: os.files.plan.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return fileMoves.plan(input)
    }),
    move: os.files.move.handler(({ input }) => fileMoves.carryOut(input.planId)),
    cancel: os.files.cancel.handler(({ input }) => fileMoves.cancel(input.planId)),
    planTrash: os.files.planTrash.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return trashDuplicates.planPhotos(input.ids)
    }),
    trash: os.files.trash.handler(({ input }) =>
      trashDuplicates.carryOut({ planId: input.planId, merges: false, chosen: [] }),
    ),
    newFolder: os.files.newFolder.handler(({ input }) => folderChanges.make(input.parentId, input.name)),
    renameFolder: os.files.renameFolder.handler(({ input }) => folderChanges.rename(input.id, input.name)),
  }
}
