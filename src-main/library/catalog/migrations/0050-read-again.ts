import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * More is read of files than before (JPEG XL, Photoshop files, GIF, all of PNG, texts in other encodings, original dates,
 * positions as decimals): all are read once more, in the background.
 */
export const readAgain: Migration = { version: 50, up: (db) => void db.exec('UPDATE photos SET needs_metadata = 1') }
