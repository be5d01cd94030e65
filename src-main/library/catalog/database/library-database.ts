import { join } from 'node:path'
import type { Migration } from '../../../base/sqlite/migration.ts'
import type { DatabaseDescription } from '../../../base/sqlite/database-description.ts'
import { catalogPragmas } from './catalog-pragmas.ts'
import { migrations as shipped } from '../migrations/migrations.ts'

/** The letters "LmFd". */
const APPLICATION_ID = 0x4c6d4664

/** The layout of a new catalogue: the result of all shipped migrations. */
export const schemaPage = new URL('../schema.sql', import.meta.url)

/** The catalogue's file in a library's folder. */
export const catalogPath = (folder: string): string => join(folder, 'library.db')

/**
 * The catalogue of a library folder. A commit is a write without a flush, so a power cut may lose the last moments but
 * never the order.
 */
export function libraryDatabase(folder: string, migrations: readonly Migration[] = shipped): DatabaseDescription {
  const path = catalogPath(folder)
  return {
    path,
    applicationId: APPLICATION_ID,
    migrations,
    schema: migrations.length < shipped.length ? undefined : schemaPage,
    synchronous: 'NORMAL',
    hasOneOwner: true,
    givesBack: true,
    pragmas: catalogPragmas,
    words: {
      newer: (version, latest) =>
        `The library ${folder} was made by a newer Lumafold (catalogue version ${version}; this program knows up to ${latest}). Update Lumafold, or choose another library folder.`,
      foreign: `${path} is a database of another program, not a Lumafold catalogue. Choose another library folder.`,
      damaged: (reason) => `The catalogue ${path} is damaged (${reason}). ${WHAT_TO_DO}`,
      full: `The disk of the library ${folder} is full, so that nothing can be saved. Free some space.`,
      failing: (reason) =>
        `The library ${folder} cannot be read or written now (${reason}). Check its disk, and close other programs that use it.`,
    },
  }
}

const WHAT_TO_DO =
  'The photos themselves are not touched. Keep a copy of the library folder, then put back a backup of library.db, or move library.db away and add the folders again to analyse them anew.'
