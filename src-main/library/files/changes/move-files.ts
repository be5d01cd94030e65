import { say } from '../../../contract/sentences/say.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/**
 * Files of photos were moved or renamed. `file_moves` lists them under the number of the operation: the files move
 * first, and the history follows. `place` is their new folder, empty if they were only renamed.
 */
export type MoveFiles = { kind: 'move-files'; operation: number; place: string; isRenamed: boolean }

/**
 * The state is whether the history has the photo's files at their new places. Null if its files are not where the
 * change, or its undo, needs them: such a photo is skipped.
 */
export const moveFiles: ChangeKind<MoveFiles, boolean | null> = {
  kind: 'move-files',
  subject: 'photos',
  movesFiles: true,
  given: () => true,
  read: ({ db }, { operation }, ids) => {
    const states = readStates(db, operation, ids)
    const groups = Map.groupBy(ids, (id) => states.get(id) ?? null)
    return [...groups].map(([state, found]) => ({ state, ids: found }))
  },
  write: ({ db }, { operation }, ids, isMoved) =>
    void db
      .prepare(
        `UPDATE file_moves SET is_told = @isReported
         WHERE operation_id = @operation AND photo_id IN (SELECT value FROM json_each(@ids))`,
      )
      .run({ operation, ids: JSON.stringify(ids), isReported: isMoved === true ? 1 : 0 }),
  describe: ({ place, isRenamed }, count) =>
    place === ''
      ? say('changes.renamed', { photos: count })
      : say(isRenamed ? 'changes.movedAndRenamed' : 'changes.moved', { photos: count, place }),
}

/** Moved files that the history does not have yet. */
function readStates(db: Db, operation: number, ids: readonly number[]): Map<number, boolean> {
  return new Map(
    db
      .prepare<[string, number], { photoId: number; isReported: number }>(
        `SELECT m.photo_id AS photoId, min(m.is_told) AS isReported
         FROM json_each(?) n CROSS JOIN file_moves m ON m.photo_id = n.value AND m.operation_id = ?
         GROUP BY m.photo_id HAVING min(m.is_told) = max(m.is_told) AND min(m.is_there) = max(m.is_there)
           AND min(m.is_told) <> min(m.is_there)`,
      )
      .all(JSON.stringify(ids), operation)
      .map(({ photoId, isReported }) => [photoId, isReported === 1]),
  )
}
