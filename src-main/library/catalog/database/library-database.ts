import { say } from '../../../contract/sentences/say.ts'
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
      newer: (version, latest) => say('opening.newer', { path: folder, version, latest }),
      foreign: say('opening.foreign', { path }),
      damaged: (reason) => say('opening.damaged', { path, reason }),
      full: say('opening.full', { path: folder }),
      failing: (reason) => say('opening.failing', { path: folder, reason }),
    },
  }
}
