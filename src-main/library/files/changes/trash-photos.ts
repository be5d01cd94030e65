import { say } from '../../../contract/sentences/say.ts'
import { setMissing } from '../rows/missing-files.ts'
import type { ChangeKind, FileInTrash } from '../../history/kinds/change-kind.ts'
import { readRemoved } from '../../removed/changes/removals.ts'

/**
 * Removes photos from the library whose files went to the system's trash. Their data is kept for a while; an undo
 * restores `files`.
 */
type TrashPhotos = { kind: 'trash-photos'; files: readonly FileInTrash[] }

/** The state is whether the photo is removed. */
export const trashPhotos: ChangeKind<TrashPhotos, boolean> = {
  kind: 'trash-photos',
  subject: 'photos',
  isRemoval: true,
  noRedo: 'errors.trashAgain',
  afterUndo: ({ files }, { putBack }) => putBack(files),
  given: () => true,
  read: ({ db }, _change, ids) => readRemoved(db, 'photos', ids),
  write: ({ db, now }, _change, ids, isRemoved) => {
    const list = JSON.stringify(ids)
    // A file that is found again brings its photo back, so the photo is now known to be missing.
    if (isRemoved) for (const fileId of presentFiles(db, list)) setMissing(db, fileId, now())
    db.prepare('UPDATE photos SET removed_ms = ? WHERE id IN (SELECT value FROM json_each(?))').run(
      isRemoved ? now() : null,
      list,
    )
  },
  renumber: (change, find) => ({
    ...change,
    files: change.files.flatMap((file) => {
      const photoId = find(file.photoId)
      return photoId === null ? [] : [{ ...file, photoId }]
    }),
  }),
  describe: (_change, count) => say('changes.trashed', { photos: count }),
}

const presentFiles = (db: Parameters<typeof readRemoved>[0], photoIds: string): number[] =>
  db
    .prepare<[string], number>(
      'SELECT id FROM files WHERE photo_id IN (SELECT value FROM json_each(?)) AND is_missing = 0',
    )
    .pluck()
    .all(photoIds)
