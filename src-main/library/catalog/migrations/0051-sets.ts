import type { Migration } from '../../../base/sqlite/migration.ts'

/** Panoramas are stacks too: those of all photos are found once more, in the background. */
export const sets: Migration = { version: 51, up: (db) => void db.exec('UPDATE photos SET needs_stack = 1') }
