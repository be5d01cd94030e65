import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Colour signatures of another shape: those of before compare with none of the new ones. The colours of all photos are
 * found again, since the version of their step has risen, and their signatures with them.
 */
export const colorSignatures: Migration = { version: 37, up: (db) => void db.exec('DELETE FROM color_vectors') }
