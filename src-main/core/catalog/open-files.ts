import { join } from 'node:path'
import type { Db } from '../../sqlite/connect.ts'
import type { DatabaseDescription } from '../../sqlite/database-description.ts'
import { keepStatements } from '../../sqlite/keep-statements.ts'
import { openDatabase } from '../../sqlite/open-database.ts'
import { EditJournal } from './edits/edit-journal.ts'
import { libraryIdOf, openThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts'

/** What a catalogue keeps its content in. */
export type CatalogFiles = { db: Db; thumbnails: Thumbnails; journal: EditJournal }

/** Opens the files of a library's folder, made where they are new; the errors are those of `openDatabase`. */
export function openFiles(folder: string, library: DatabaseDescription): CatalogFiles {
  const db = keepStatements(openDatabase(library))
  try {
    const libraryId = libraryIdOf(db)
    const journal = new EditJournal(folder, libraryId)
    return { db, journal, thumbnails: openThumbnails(join(folder, 'thumbnails.db'), libraryId) }
  } catch (error) {
    db.close()
    throw error
  }
}

export function closeFiles({ db, thumbnails, journal }: CatalogFiles): void {
  thumbnails.close()
  journal.close()
  db.close()
}
