import type { Migration } from '../../../base/sqlite/migration.ts'

/** How sharp photos are where it matters, and how they are exposed. */
export const sharpness: Migration = { version: 32, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE sharpness (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  subject INTEGER NOT NULL, -- 0 blurred to 100 sharp
  shadows REAL NOT NULL, -- shares from 0 to 1 that hold no detail
  highlights REAL NOT NULL,
  middle REAL NOT NULL, -- median brightness, 0 to 1
  faces TEXT NOT NULL -- JSON: marks of each face with its box in upright pixels
);
`
