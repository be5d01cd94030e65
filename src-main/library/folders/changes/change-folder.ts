import { say } from '../../../contract/sentences/say.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/**
 * A folder was created or renamed. As with files, the disk changes first; `file_moves` has its former and its new place
 * under the number of the operation.
 */
export type ChangeFolder = {
  kind: 'change-folder'
  operation: number
  action: 'new' | 'rename'
  name: string
  formerName: string
}

/** The state is whether the history has the change; null if the disk differs. */
export const changeFolder: ChangeKind<ChangeFolder, boolean | null> = {
  kind: 'change-folder',
  subject: 'library',
  movesFiles: true,
  given: () => true,
  read: ({ db }, { operation }, ids) => {
    const row = db
      .prepare<[number], { isReported: number; isThere: number }>(
        'SELECT is_told AS isReported, is_there AS isThere FROM file_moves WHERE operation_id = ?',
      )
      .get(operation)
    return [{ state: row === undefined || row.isReported === row.isThere ? null : row.isReported === 1, ids }]
  },
  write: ({ db }, { operation }, _ids, isDone) =>
    void db.prepare('UPDATE file_moves SET is_told = ? WHERE operation_id = ?').run(isDone === true ? 1 : 0, operation),
  describe: ({ action, name, formerName }) =>
    action === 'new'
      ? say('changes.folderMade', { name })
      : say('changes.folderRenamed', { from: formerName, to: name }),
  photosOf: () => 0,
}
