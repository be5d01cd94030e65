import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * Files beside the catalogue that hold embeddings in a form that is searched (`library/similar`). `code_files` names those
 * that are as the catalogue was at a number of the log; what changed since then is in the log. Nothing is logged while
 * there is no such file.
 */
export const codeFiles: Migration = { version: 36, up: (db) => void db.exec(layout) }

const log = (photo: string) => `WHEN EXISTS (SELECT 1 FROM code_files)
BEGIN INSERT INTO embedding_log (photo) VALUES (${photo}.photo_id); END;`

const layout = `
CREATE TABLE embedding_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  photo INTEGER NOT NULL -- no photo_id: what is said of a photo goes with it, and this must not
) STRICT;
CREATE TABLE code_files (
  token TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  through INTEGER NOT NULL -- the last line of the log that the file knows
) STRICT;
CREATE TRIGGER embedding_added AFTER INSERT ON embeddings ${log('new')}
CREATE TRIGGER embedding_changed AFTER UPDATE ON embeddings ${log('new')}
CREATE TRIGGER embedding_removed AFTER DELETE ON embeddings ${log('old')}
`
