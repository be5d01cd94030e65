import { connect, type Db } from '../../../../base/sqlite/connect.ts'
import { infoQueries } from '../catalog-info.ts'
import { EditJournal } from '../../../history/edits/edit-log.ts'
import { raiseSequence, sparePhotoNumbers } from '../../../history/edits/sequences.ts'

type RestoredOptions = {
  libraryDir: string
  /** False to leave changes undone that a person made after the backup. */
  withNewerEdits: boolean
  /** The highest photo number known to have been used. */
  lastPhoto: number
}

/**
 * Prepares a copy of a backup, which nothing has open, to be the catalogue: photo numbers continue, and sidecars are
 * read again, since they may have been written after the backup.
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

const KEY = 'restored'

/** Notes in a catalogue that it is a restored backup, which explains why it is older than the edits journal. */
function noteRestored(db: Db): void {
  db.prepare("INSERT OR REPLACE INTO program_state (key, value) VALUES (?, 'true')").run(KEY)
}

/** Whether that was noted; clears the note. */
export function takeRestoredNote(db: Db): boolean {
  return db.prepare('DELETE FROM program_state WHERE key = ?').run(KEY).changes > 0
}
