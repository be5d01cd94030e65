import { join } from 'node:path'
import type { Db } from '../../sqlite/connect.ts'
import type { DatabaseDescription } from '../../sqlite/database-description.ts'
import { EditJournal } from './edits/edit-journal.ts'
import { FaceVectors } from './face-vectors/face-vectors.ts'
import type { Health } from './health/health.ts'
import { type CheckOptions, openChecked } from './health/open-checked.ts'
import { libraryIdOf, Thumbnails } from './thumbnails/thumbnails.ts'

/** What a catalogue keeps its content in. */
export type CatalogFiles = {
  db: Db
  health: Health
  thumbnails: Thumbnails
  faceVectors: FaceVectors
  journal: EditJournal
}

/** Opens the files of a library's folder, made where they are new; the errors are those of `openDatabase`. */
export function openFiles(folder: string, library: DatabaseDescription, check: CheckOptions): CatalogFiles {
  const { db, health } = openChecked(library, check)
  try {
    const libraryId = libraryIdOf(db)
    const journal = new EditJournal(folder, libraryId)
    const thumbnails = new Thumbnails(join(folder, 'thumbnails.db'), libraryId)
    return { db, health, journal, thumbnails, faceVectors: new FaceVectors(join(folder, 'faces.db'), libraryId) }
  } catch (error) {
    db.close()
    throw error
  }
}

export function closeFiles({ db, thumbnails, faceVectors, journal }: CatalogFiles): void {
  faceVectors.close()
  thumbnails.close()
  journal.close()
  db.close()
}
