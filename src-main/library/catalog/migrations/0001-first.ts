import type { Migration } from '../../../base/sqlite/migration.ts'

/**
 * The first layout. Words used below: a photo's `step_set` names which steps were done and how, `pending` is the bit mask
 * that follows from it, `packs` repeat in a compact form what the search index loads at start.
 */
export const first: Migration = {
  version: 1,
  up: (db) => {
    db.exec(placesAndPhotos)
    db.exec(findings)
    db.exec(personAndProgram)
    db.exec(fullText)
  },
}

const placesAndPhotos = `
CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent_id INTEGER REFERENCES folders(id) ON DELETE CASCADE,
  root_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  name TEXT NOT NULL,
  relative_path TEXT NOT NULL, -- from the root, with '/' between names; '' is the root itself
  UNIQUE (root_id, relative_path)
);
CREATE INDEX folders_parent ON folders(parent_id);
CREATE TABLE roots (
  folder_id INTEGER PRIMARY KEY REFERENCES folders(id) ON DELETE CASCADE,
  path TEXT NOT NULL UNIQUE,
  is_available INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE step_sets (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE);
CREATE TABLE steps (
  name TEXT PRIMARY KEY,
  bit INTEGER NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL DEFAULT '',
  is_active INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  added_ms INTEGER NOT NULL,
  fallback_ms INTEGER NOT NULL, -- when the main file was modified, as wall-clock time
  taken_ms INTEGER,             -- wall-clock time read as if it were UTC
  taken_at TEXT,
  sort_ms INTEGER GENERATED ALWAYS AS (coalesce(taken_ms, fallback_ms)) STORED,
  width INTEGER NOT NULL DEFAULT 0,
  height INTEGER NOT NULL DEFAULT 0,
  placeholder BLOB,
  thumb_version INTEGER NOT NULL DEFAULT 0,
  rating INTEGER NOT NULL DEFAULT 0,
  is_rated INTEGER NOT NULL DEFAULT 0, -- 1 once the person gave the rating
  nsfw INTEGER NOT NULL DEFAULT 0,     -- 0 safe, 1 underwear, 2 nsfw
  faces INTEGER NOT NULL DEFAULT 0,
  step_set INTEGER NOT NULL REFERENCES step_sets(id),
  pending INTEGER NOT NULL,
  needs_metadata INTEGER NOT NULL DEFAULT 1,
  failure TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  crashes INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  is_missing INTEGER NOT NULL DEFAULT 0,
  status INTEGER GENERATED ALWAYS AS (CASE WHEN is_missing THEN 3 WHEN pending <> 0 THEN 0 WHEN failure <> '' THEN 2 ELSE 1 END) STORED
);
CREATE INDEX photos_pending ON photos(sort_ms, id) WHERE status = 0;
CREATE INDEX photos_unread ON photos(sort_ms, id) WHERE needs_metadata = 1 AND status <> 3;
CREATE INDEX photos_step_set ON photos(step_set);
CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  is_main INTEGER NOT NULL DEFAULT 1,
  folder_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- orders names as people read them: IMG_9 before IMG_10
  bytes INTEGER NOT NULL,
  modified_ms REAL NOT NULL,
  file_key TEXT,
  format TEXT NOT NULL DEFAULT '',
  content_hash TEXT NOT NULL DEFAULT '',
  is_missing INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX files_main ON files(photo_id) WHERE is_main = 1;
CREATE INDEX files_photo ON files(photo_id);
CREATE INDEX files_place ON files(folder_id, name);
CREATE UNIQUE INDEX files_present ON files(folder_id, name) WHERE is_missing = 0;
CREATE INDEX files_name ON files(name_key, photo_id) WHERE is_main = 1;
CREATE TABLE metadata (photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE, data TEXT NOT NULL);
`

const findings = `
CREATE TABLE tags (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE concepts (id INTEGER PRIMARY KEY, concept TEXT NOT NULL UNIQUE, synset_id TEXT);
CREATE TABLE photo_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  source INTEGER NOT NULL, -- 0 engine, 1 remote, 2 person, 3 file
  confidence REAL NOT NULL,
  concept_id INTEGER REFERENCES concepts(id),
  PRIMARY KEY (photo_id, tag_id, source)
) WITHOUT ROWID;
CREATE TABLE removed_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;
CREATE TABLE categories (id INTEGER PRIMARY KEY, categorizer TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (categorizer, name));
CREATE TABLE photo_categories (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories(id),
  confidence REAL NOT NULL,
  PRIMARY KEY (photo_id, category_id)
) WITHOUT ROWID;
CREATE TABLE colors (photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE, data TEXT NOT NULL);
CREATE TABLE faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  confidence REAL NOT NULL,
  xmin INTEGER NOT NULL, ymin INTEGER NOT NULL, xmax INTEGER NOT NULL, ymax INTEGER NOT NULL,
  width INTEGER NOT NULL, height INTEGER NOT NULL,
  face_id TEXT NOT NULL,
  details TEXT NOT NULL, -- attributes and landmarks, JSON
  PRIMARY KEY (photo_id, number)
) WITHOUT ROWID;
CREATE TABLE nsfw_shares (photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE, nsfw REAL NOT NULL, underwear REAL NOT NULL, safe REAL NOT NULL);
CREATE TABLE crop_cues (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  width INTEGER NOT NULL, height INTEGER NOT NULL,
  map_columns INTEGER NOT NULL, map_rows INTEGER NOT NULL, map BLOB NOT NULL,
  subjects TEXT NOT NULL
);
CREATE TABLE embedding_models (id INTEGER PRIMARY KEY, model TEXT NOT NULL UNIQUE);
CREATE TABLE embeddings (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  model_id INTEGER NOT NULL REFERENCES embedding_models(id),
  vector BLOB NOT NULL -- float16, little-endian
);
CREATE INDEX embeddings_model ON embeddings(model_id);
CREATE TABLE color_vectors (photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE, vector BLOB NOT NULL); -- float32, little-endian
CREATE TABLE packs (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  tag_count INTEGER NOT NULL,
  data BLOB NOT NULL -- 32-bit numbers, little-endian: tags, categories and main colours
);
`

const personAndProgram = `
CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  change TEXT NOT NULL,
  before TEXT NOT NULL,
  undone_ms INTEGER
);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE program_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

// Words of tags and folders are indexed once per tag and folder, not once per photo: a tag on 100,000 photos costs one row.
const fullText = `
CREATE VIRTUAL TABLE photo_text USING fts5(
  name, title, caption, camera, place, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE tag_text USING fts5(name, synonyms, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE folder_text USING fts5(name, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
`
