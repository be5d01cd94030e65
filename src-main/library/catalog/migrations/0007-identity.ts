import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * What a file is known again by: the volume and key it was last seen under, the hash of its image data, and the hashes it
 * had before it was edited; folders have keys too, so that a renamed folder is one row. What stays ambiguous is a row of
 * `file_questions`, for the person. `photos.root_id` repeats the root of the main file, so that the queues read one root
 * after the other and pass over those that are away.
 */
export const identity: Migration = {
  version: 7,
  up: (db) => {
    db.exec(files)
    db.exec(questions)
    db.exec(rootsOfPhotos)
    db.exec(awayIsNotMissing)
  },
}

const files = `
ALTER TABLE files ADD COLUMN device TEXT NOT NULL DEFAULT ''; -- the volume, as the system numbers it; '' is unknown
ALTER TABLE files ADD COLUMN missing_ms INTEGER; -- since when nobody finds it
CREATE INDEX files_key ON files(file_key) WHERE file_key IS NOT NULL;
CREATE INDEX files_facts ON files(bytes, modified_ms);
CREATE INDEX files_missing ON files(bytes) WHERE is_missing = 1;
CREATE TABLE file_versions (
  file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  image_hash TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  seen_ms INTEGER NOT NULL, -- when the version that followed was found
  PRIMARY KEY (file_id, image_hash, content_hash)
) WITHOUT ROWID;
CREATE INDEX file_versions_image ON file_versions(image_hash) WHERE image_hash <> '';
ALTER TABLE folders ADD COLUMN folder_key TEXT; -- inode and time of birth
CREATE INDEX folders_key ON folders(folder_key) WHERE folder_key IS NOT NULL;
`

const questions = `
CREATE TABLE file_questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  old_photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  new_photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  reason TEXT NOT NULL, -- same-place, equal-copies
  asked_ms INTEGER NOT NULL,
  answer TEXT, -- same, different; NULL while the person has not answered
  UNIQUE (old_photo_id, new_photo_id)
);
CREATE INDEX file_questions_new ON file_questions(new_photo_id);
`

const rootOfFile = '(SELECT root_id FROM folders WHERE id = NEW.folder_id)'
const setRoot = `BEGIN
  UPDATE photos SET root_id = ${rootOfFile} WHERE id = NEW.photo_id AND root_id <> ${rootOfFile};
END`

const rootsOfPhotos = `
ALTER TABLE photos ADD COLUMN root_id INTEGER NOT NULL DEFAULT 0;
UPDATE photos SET root_id = coalesce((SELECT d.root_id FROM files f JOIN folders d ON d.id = f.folder_id
  WHERE f.photo_id = photos.id AND f.is_main = 1), 0);
CREATE TRIGGER files_root_added AFTER INSERT ON files WHEN NEW.is_main = 1 ${setRoot};
CREATE TRIGGER files_root_moved AFTER UPDATE OF photo_id, folder_id, is_main ON files WHEN NEW.is_main = 1 ${setRoot};
DROP INDEX photos_pending;
DROP INDEX photos_unread;
CREATE INDEX photos_pending ON photos(root_id, sort_ms, id) WHERE status = 0;
CREATE INDEX photos_unread ON photos(root_id, sort_ms, id) WHERE needs_metadata = 1 AND status <> 3;
`

// Until now the files of a root that was away counted as missing; they are looked at again when it is back.
const awayIsNotMissing = `
UPDATE OR IGNORE files SET is_missing = 0 WHERE is_missing = 1
  AND folder_id IN (SELECT d.id FROM folders d JOIN roots r ON r.folder_id = d.root_id WHERE r.is_available = 0);
UPDATE photos SET is_missing = (SELECT min(f.is_missing) FROM files f WHERE f.photo_id = photos.id)
  WHERE root_id IN (SELECT folder_id FROM roots WHERE is_available = 0);
`
