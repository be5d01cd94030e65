import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a person removes is hidden for some weeks before it goes: a watched folder is one row, a missing photo another. A
 * photo whose file is found again is back in the library.
 */
export const removed: Migration = { version: 14, up: (db) => void db.exec(layout) }

const layout = `
ALTER TABLE roots ADD COLUMN removed_ms INTEGER; -- NULL while it is in the library
ALTER TABLE photos ADD COLUMN removed_ms INTEGER;
CREATE INDEX files_other ON files(photo_id) WHERE is_main = 0;
CREATE INDEX changes_kind ON changes(kind, id);
CREATE TRIGGER photos_back AFTER UPDATE OF is_missing ON photos WHEN NEW.is_missing = 0 AND NEW.removed_ms IS NOT NULL
BEGIN
  UPDATE photos SET removed_ms = NULL WHERE id = NEW.id;
END;
`
