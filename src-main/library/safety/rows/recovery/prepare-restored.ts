import { connect } from '../../../../base/sqlite/connect.ts'
import { infoQueries } from '../summary/catalog-info.ts'
import { EditJournal } from '../../../history/edits/edit-journal.ts'
import { noteRestored } from './restored-note.ts'
import { raiseSequence, sparePhotoNumbers } from '../../../history/edits/sequences.ts'

export type RestoredOptions = {
  libraryDir: string
  /** False where what a person did after the backup is to stay undone. */
  withNewerEdits: boolean
  /** The highest number of a photo that is known to have been given. */
  lastPhoto: number
}

/**
 * Makes a copy of a backup, which nothing has open, ready to be the catalogue: numbers of photos go on where they were,
 * and sidecars are read again, since they may have been written after the backup.
 */
export function prepareRestored(path: string, { libraryDir, withNewerEdits, lastPhoto }: RestoredOptions): void {
  const db = connect(path, { fileMustExist: true })
  try {
    db.transaction(() => {
      sparePhotoNumbers(db, lastPhoto)
      db.prepare('UPDATE photos SET needs_metadata = 1').run()
      noteRestored(db)
      if (withNewerEdits) return
      const libraryId = db.prepare<[], string>(infoQueries.libraryId).pluck().get()
      const journal = new EditJournal(libraryDir, libraryId ?? '')
      raiseSequence(db, 'edits', journal.last)
    })()
  } finally {
    db.close()
  }
}
