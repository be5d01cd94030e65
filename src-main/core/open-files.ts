import type { PersonChanges, PersonChangesDependencies } from './changes/person-changes.ts'
import { FilesInTrash } from './duplicates/files-in-trash.ts'
import { FileMoves } from './files/file-moves.ts'
import { FolderChanges } from './files/folder-changes.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { Storage } from './open-storage.ts'

/** Changes are given later, since their undo moves files, too. */
type Beside = { ingest: Ingest; changes(): PersonChanges }

/** What moves and renames files, and what an undo needs for it. */
export function openFiles(
  { options, catalog, hub, log }: Pick<Storage, 'options' | 'catalog' | 'hub' | 'log'>,
  { ingest, changes }: Beside,
) {
  const person: Pick<PersonChanges, 'apply' | 'undo' | 'redo'> = {
    apply: (change) => changes().apply(change),
    undo: (id) => changes().undo(id),
    redo: (id) => changes().redo(id),
  }
  const fileMoves = new FileMoves({ catalog, changes: person, hub, log })
  const inTrash = new FilesInTrash({ catalog, ingest, trash: options.trash ?? null })
  const forUndo: Pick<PersonChangesDependencies, 'putBack' | 'files'> = {
    putBack: (files) => inTrash.putBack(files),
    files: {
      move: (change, isForward) => fileMoves.reverse(change, isForward),
      moved: (change) => fileMoves.reversed(change),
    },
  }
  return { fileMoves, folderChanges: new FolderChanges({ catalog, moves: fileMoves }), forUndo }
}
