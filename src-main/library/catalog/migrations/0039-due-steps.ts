import type { Migration } from '../../../base/sqlite/migration.ts'

/** Sets of steps of which not all photos say yet what is pending now: a million photos are told so piece by piece. */
export const dueSteps: Migration = { version: 39, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE due_steps (
  step_set INTEGER PRIMARY KEY REFERENCES step_sets(id) ON DELETE CASCADE,
  through INTEGER NOT NULL -- the last photo that is told; rising ids
) STRICT;
`
