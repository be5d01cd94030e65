import { join } from 'node:path'
import type { Db } from '../../sqlite/connect.ts'
import type { DatabaseDescription } from '../../sqlite/database-description.ts'
import { EditJournal } from './edits/edit-journal.ts'
import type { Health } from './health/health.ts'
import { type CheckOptions, openChecked } from './health/open-checked.ts'
import { libraryIdOf, Thumbnails } from './thumbnails/thumbnails.ts'

/** What a catalogue keeps its content in. */
export type CatalogFiles = { db: Db; health: Health; thumbnails: Thumbnails; journal: EditJournal }

/** Opens the files of a library's folder, made where they are new; the errors are those of `openDatabase`. */
export function openFiles(folder: string, library: DatabaseDescription, check: CheckOptions): CatalogFiles {
  const { db, health } = openChecked(library, check)
  try {
    const libraryId = libraryIdOf(db)
    const journal = new EditJournal(folder, libraryId)
    return { db, health, journal, thumbnails: new Thumbnails(join(folder, 'thumbnails.db'), libraryId) }
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
