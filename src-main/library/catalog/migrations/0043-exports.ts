import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Exports as jobs with their files, so that they outlive the program; presets, pictures for watermarks, crops that a
 * person decided, and folders of exports that are kept in step.
 */
export const exports: Migration = { version: 43, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE export_jobs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  target TEXT NOT NULL, -- path of a folder
  settings TEXT NOT NULL, -- JSON
  album TEXT NOT NULL DEFAULT '', -- for names
  state TEXT NOT NULL,
  problem TEXT NOT NULL DEFAULT '',
  photos INTEGER NOT NULL DEFAULT 0,
  is_listed INTEGER NOT NULL DEFAULT 0, -- its files are all in export_files
  run INTEGER NOT NULL DEFAULT 1, -- each run that wrote files is one change of the history
  created_ms INTEGER NOT NULL,
  ended_ms INTEGER
) STRICT;
CREATE TABLE export_files (
  id INTEGER PRIMARY KEY,
  job INTEGER NOT NULL REFERENCES export_jobs(number) ON DELETE CASCADE,
  place INTEGER NOT NULL, -- of the photo in the job, from 0
  photo_id INTEGER NOT NULL,
  output INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  file TEXT NOT NULL DEFAULT '', -- below the target, with /
  file_key TEXT NOT NULL DEFAULT '', -- the same for comparing names
  reason TEXT NOT NULL DEFAULT '',
  answer TEXT NOT NULL DEFAULT '', -- what a person said of a name that was taken
  hash TEXT NOT NULL DEFAULT '', -- SHA-256 of what was written, or is being written
  run INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX export_files_state ON export_files(job, state, id);
CREATE INDEX export_files_name ON export_files(job, file_key) WHERE file_key <> '';
CREATE TABLE export_runs ( -- whose files are there: not undone
  job_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  PRIMARY KEY (job_id, run)
) STRICT, WITHOUT ROWID;
CREATE TABLE export_crops (
  job INTEGER NOT NULL REFERENCES export_jobs(number) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  crop TEXT NOT NULL, -- JSON, upright pixels
  PRIMARY KEY (job, photo_id, width, height)
) STRICT, WITHOUT ROWID;
CREATE TABLE export_presets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  settings TEXT NOT NULL -- JSON
) STRICT;
CREATE TABLE watermark_pictures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE, -- SHA-256
  bytes BLOB NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL
) STRICT;
CREATE TABLE crop_pins (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  ratio TEXT NOT NULL, -- in lowest terms, 4:5
  place TEXT NOT NULL, -- JSON, parts of the upright photo
  PRIMARY KEY (photo_id, ratio)
) STRICT, WITHOUT ROWID;
CREATE TABLE publish_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  source TEXT NOT NULL, -- JSON
  settings TEXT NOT NULL, -- JSON
  target TEXT NOT NULL, -- path of a folder
  is_on INTEGER NOT NULL,
  problem TEXT NOT NULL DEFAULT '',
  last_run_ms INTEGER
) STRICT;
CREATE TABLE publish_files (
  id INTEGER PRIMARY KEY,
  folder INTEGER NOT NULL REFERENCES publish_folders(id) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL,
  output INTEGER NOT NULL,
  file TEXT NOT NULL, -- below the target, with /
  file_key TEXT NOT NULL,
  hash TEXT NOT NULL, -- SHA-256 of what was written, or is being written
  made_of TEXT NOT NULL, -- tells whether it would be written otherwise now; empty while it is being written
  note TEXT NOT NULL DEFAULT '',
  UNIQUE (folder, photo_id, output)
) STRICT;
`
