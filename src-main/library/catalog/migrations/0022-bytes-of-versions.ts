import type { Migration } from '../../../base/sqlite/migration.ts'

/** How much the former contents of targets take together, so that a write need not add up those of all photos. */
export const bytesOfVersions: Migration = { version: 22, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE metadata_versions_total (bytes INTEGER NOT NULL); -- one row, which triggers keep
INSERT INTO metadata_versions_total SELECT coalesce(sum(bytes), 0) FROM metadata_versions;
CREATE TRIGGER metadata_versions_added AFTER INSERT ON metadata_versions BEGIN
  UPDATE metadata_versions_total SET bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER metadata_versions_removed AFTER DELETE ON metadata_versions BEGIN
  UPDATE metadata_versions_total SET bytes = bytes - OLD.bytes;
END;
`
