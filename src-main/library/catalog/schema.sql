-- The layout of library.db. A new library is made from this page; an older one gets here by the migrations.
-- `npm run schema` writes the page from the migrations. It keeps the comments and the order of the tables that stand
-- here: edit those, and nothing else.

PRAGMA user_version = 59;

-- # Folders, photos and their files

-- A folder, watched or below one that is.
CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent_id INTEGER REFERENCES folders(id) ON DELETE CASCADE,
  root_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  name TEXT NOT NULL,
  relative_path TEXT NOT NULL, -- from the root, with '/' between names; '' is the root itself
  folder_key TEXT, -- inode and time of birth
  is_made INTEGER NOT NULL DEFAULT 0, -- 1: a person made it here, so that it is shown while it is empty
  UNIQUE (root_id, relative_path)
);
CREATE INDEX folders_parent ON folders(parent_id);
CREATE INDEX folders_key ON folders(folder_key) WHERE folder_key IS NOT NULL;

-- A watched folder: how it is known again apart from its path, how it is watched, and what is wrong with it.
CREATE TABLE roots (
  folder_id INTEGER PRIMARY KEY REFERENCES folders(id) ON DELETE CASCADE,
  path TEXT NOT NULL UNIQUE,
  is_available INTEGER NOT NULL DEFAULT 1, -- 0: cannot be reached now
  watching TEXT NOT NULL DEFAULT 'auto', -- auto, events, polling, off
  volume TEXT NOT NULL DEFAULT '', -- where it lies; '' while unknown
  inode TEXT NOT NULL DEFAULT '', -- '' while unknown
  problems TEXT NOT NULL DEFAULT '{}', -- JSON: sentences by their kind
  removed_ms INTEGER -- NULL while it is in the library
);

-- A photo, film or animation: what the grid, the queues and searches read of it. What a person gave counts before
-- what the file says. A stack is `person_stack` if the person said something, else `auto_stack`.
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
  added_ms INTEGER NOT NULL,
  fallback_ms INTEGER NOT NULL, -- when the main file was modified, as wall-clock time
  taken_ms INTEGER, -- wall-clock time read as if it were UTC
  taken_at TEXT,
  sort_ms INTEGER GENERATED ALWAYS AS (coalesce(taken_ms, fallback_ms)) STORED,
  width INTEGER NOT NULL DEFAULT 0, -- as the photo is shown
  height INTEGER NOT NULL DEFAULT 0,
  placeholder BLOB, -- ThumbHash, shown until the thumbnail is there
  thumb_version INTEGER NOT NULL DEFAULT 0, -- rises with each new thumbnail; negative: it is lost
  rating INTEGER NOT NULL DEFAULT 0, -- stars, 0 to 5
  is_rated INTEGER NOT NULL DEFAULT 0, -- the person gave the rating
  nsfw INTEGER NOT NULL DEFAULT 0, -- 0 safe, 1 underwear, 2 nsfw
  faces INTEGER NOT NULL DEFAULT 0, -- how many
  step_set INTEGER NOT NULL REFERENCES step_sets(id), -- which analysis steps were done, and how
  pending INTEGER NOT NULL, -- bit mask of the steps still to be done
  needs_metadata INTEGER NOT NULL DEFAULT 1, -- its files are to be read
  failure TEXT NOT NULL DEFAULT '', -- code of the error that ended its analysis
  reason TEXT NOT NULL DEFAULT '', -- the same in words
  crashes INTEGER NOT NULL DEFAULT 0, -- how often a process ended at it
  attempts INTEGER NOT NULL DEFAULT 0, -- tries that failed
  is_missing INTEGER NOT NULL DEFAULT 0, -- none of its files is found
  status INTEGER GENERATED ALWAYS AS (CASE WHEN is_missing THEN 3 WHEN pending <> 0 THEN 0 WHEN failure <> '' THEN 2 ELSE 1 END) STORED, -- 0 pending, 1 done, 2 failed, 3 missing
  root_id INTEGER NOT NULL DEFAULT 0, -- of its main file
  metadata_problem TEXT NOT NULL DEFAULT '', -- '' if all was read
  label TEXT NOT NULL DEFAULT '', -- colour label; '' is none
  is_labelled INTEGER NOT NULL DEFAULT 0, -- the person gave the label
  pick INTEGER NOT NULL DEFAULT 0, -- -1 rejected, 0 neither, 1 picked
  is_picked INTEGER NOT NULL DEFAULT 0, -- the person gave the pick
  media INTEGER NOT NULL DEFAULT 0, -- 0 photo, 1 animation, 2 video
  duration_ms INTEGER, -- of a film
  removed_ms INTEGER, -- when the person removed it; NULL while it is shown
  camera INTEGER NOT NULL DEFAULT 0, -- of equipment; 0 is unknown, here and in what follows
  lens INTEGER NOT NULL DEFAULT 0, -- of equipment
  iso INTEGER NOT NULL DEFAULT 0,
  aperture INTEGER NOT NULL DEFAULT 0, -- tenths
  focal_length INTEGER NOT NULL DEFAULT 0, -- tenths of a millimetre
  exposure_us INTEGER NOT NULL DEFAULT 0, -- microseconds
  is_judged INTEGER NOT NULL DEFAULT 0, -- the person said how sensitive it is
  is_private INTEGER NOT NULL DEFAULT 0, -- hidden with private photos
  is_dated INTEGER NOT NULL DEFAULT 0, -- the person gave the time
  latitude REAL, -- degrees; NULL without a position
  longitude REAL,
  place INTEGER NOT NULL DEFAULT 0, -- of places; 0 is unknown
  needs_place INTEGER NOT NULL DEFAULT 0, -- its place is to be found
  auto_stack INTEGER NOT NULL DEFAULT 0, -- minus the id of one of its photos; 0 is none
  person_stack INTEGER, -- a number from 1 on; 0 is none, NULL if nothing was said
  stack_top INTEGER NOT NULL DEFAULT 0, -- the photo with the largest value represents its stack
  needs_stack INTEGER NOT NULL DEFAULT 1, -- its stack is to be found again
  orientation INTEGER NOT NULL DEFAULT 1, -- that counts, 1 to 8, as EXIF counts
  is_oriented INTEGER NOT NULL DEFAULT 0, -- the person gave it
  file_orientation INTEGER NOT NULL DEFAULT 0, -- by which decoders turn the file; 0 while unread
  thumb_turn INTEGER NOT NULL DEFAULT 1, -- how the kept thumbnail is turned back to lie as the file says
  given_offset TEXT NOT NULL DEFAULT '', -- from UTC, of the time that the person gave; '' if unknown
  is_located INTEGER NOT NULL DEFAULT 0, -- the person gave latitude and longitude, or took them away
  given_altitude REAL, -- metres, of the position that the person gave
  crop TEXT NOT NULL DEFAULT '', -- the part that is shown, as writeCrop writes it; '' is all
  is_crop_given INTEGER NOT NULL DEFAULT 0, -- the person gave the crop, or took it off
  later INTEGER NOT NULL DEFAULT 0 -- bit mask of the steps left to do that nobody waits for
);
CREATE INDEX photos_step_set ON photos(step_set);
CREATE INDEX photos_pending ON photos(root_id, sort_ms, id) WHERE status = 0;
CREATE INDEX photos_unread ON photos(root_id, sort_ms, id) WHERE needs_metadata = 1 AND status <> 3;
CREATE INDEX photos_out_of_reach ON photos(id) WHERE failure IN ('file-forbidden', 'file-in-cloud');
CREATE INDEX photos_metadata_problem ON photos(id) WHERE metadata_problem <> '';
CREATE INDEX photos_without_picture ON photos(root_id, sort_ms, id) WHERE status = 0 AND thumb_version <= 0;
CREATE INDEX photos_without_place ON photos(id) WHERE needs_place = 1;
CREATE INDEX photos_stack ON photos(coalesce(person_stack, auto_stack)) WHERE coalesce(person_stack, auto_stack) <> 0;
CREATE INDEX photos_auto_stack ON photos(auto_stack) WHERE auto_stack <> 0;
CREATE INDEX photos_top ON photos(stack_top) WHERE stack_top > 0;
CREATE INDEX photos_needs_stack ON photos(id) WHERE needs_stack = 1;
CREATE INDEX photos_shots ON photos(camera, taken_ms) WHERE camera > 0 AND taken_ms IS NOT NULL;
CREATE INDEX photos_later ON photos(coalesce(person_stack, auto_stack) <> 0, root_id, sort_ms, id) WHERE status = 1 AND later <> 0;

-- A file of a photo: its main file, a RAW of a pair, a copy.
CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  is_main INTEGER NOT NULL DEFAULT 1, -- stands for the photo
  folder_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- orders names as people read them: IMG_9 before IMG_10
  bytes INTEGER NOT NULL,
  modified_ms REAL NOT NULL, -- milliseconds since 1970
  file_key TEXT, -- device and inode
  format TEXT NOT NULL DEFAULT '',
  content_hash TEXT NOT NULL DEFAULT '', -- of all bytes; '' while unknown
  is_missing INTEGER NOT NULL DEFAULT 0, -- nobody finds it
  image_hash TEXT NOT NULL DEFAULT '', -- of the image data apart from metadata; '' while unknown
  device TEXT NOT NULL DEFAULT '', -- the volume, as the system numbers it; '' is unknown
  missing_ms INTEGER, -- since when nobody finds it
  sidecar_key TEXT NOT NULL DEFAULT '', -- which sidecars were read with it
  pair_rank INTEGER NOT NULL DEFAULT 0, -- the lowest that is there becomes the main file
  is_copy INTEGER NOT NULL DEFAULT 0, -- part of the photo only because equal copies are shown as one
  changed_ms INTEGER, -- when the system last noted a change (ctime)
  film_from_end INTEGER NOT NULL DEFAULT 0, -- how many bytes before the end a film within the file begins; 0 without one
  film_bytes INTEGER NOT NULL DEFAULT 0 -- how long that film is
);
CREATE UNIQUE INDEX files_main ON files(photo_id) WHERE is_main = 1;
CREATE INDEX files_photo ON files(photo_id);
CREATE INDEX files_place ON files(folder_id, name);
CREATE UNIQUE INDEX files_present ON files(folder_id, name) WHERE is_missing = 0;
CREATE INDEX files_name ON files(name_key, photo_id) WHERE is_main = 1;
CREATE INDEX files_content ON files(content_hash) WHERE content_hash <> '';
CREATE INDEX files_image ON files(image_hash) WHERE image_hash <> '';
CREATE INDEX files_key ON files(file_key) WHERE file_key IS NOT NULL;
CREATE INDEX files_facts ON files(bytes, modified_ms);
CREATE INDEX files_missing ON files(bytes) WHERE is_missing = 1;
CREATE INDEX files_sidecar ON files(folder_id) WHERE sidecar_key <> '';
CREATE INDEX files_other ON files(photo_id) WHERE is_main = 0;

-- Hashes that a file had before it was edited, by which it is known again.
CREATE TABLE file_versions (
  file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  image_hash TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  seen_ms INTEGER NOT NULL, -- when the version that followed was found
  PRIMARY KEY (file_id, image_hash, content_hash)
) WITHOUT ROWID;
CREATE INDEX file_versions_image ON file_versions(image_hash) WHERE image_hash <> '';

-- Whether two photos are one, which only the person can say.
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

-- What a photo was called before its file was first renamed here.
CREATE TABLE original_names (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  name TEXT NOT NULL -- of its file, before Lumafold first renamed it
) STRICT;

-- Places at which a sidecar may lie whose photo another program moved without it.
CREATE TABLE left_sidecars (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  folder_id INTEGER NOT NULL REFERENCES folders(id) ON DELETE CASCADE,
  name TEXT NOT NULL, -- of the photo's file when it lay there
  sidecar_key TEXT NOT NULL, -- which sidecars were read there, as in `files`
  due_ms INTEGER NOT NULL, -- not looked at before
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (photo_id, folder_id, name)
) WITHOUT ROWID;
CREATE INDEX left_sidecars_place ON left_sidecars(folder_id, name);
CREATE INDEX left_sidecars_due ON left_sidecars(due_ms);

-- Sidecars that made room for another photo's, and wait for the file of their own.
CREATE TABLE kept_sidecars (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  form TEXT NOT NULL, -- name.ext.xmp, name.xmp
  hash TEXT NOT NULL,
  content BLOB NOT NULL,
  due_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (photo_id, form)
);
CREATE INDEX kept_sidecars_due ON kept_sidecars(due_ms);

-- Files that are about to be moved, noted before the first one is, and kept for as long as that can be undone.
CREATE TABLE file_operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change TEXT NOT NULL, -- JSON: what the history says of it
  is_open INTEGER NOT NULL, -- 1 while files are under way
  wanted INTEGER NOT NULL, -- 1: its files go to their new places; 0: back
  change_id INTEGER REFERENCES changes(id) ON DELETE CASCADE,
  begun_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX file_operations_change ON file_operations(change_id);

-- One file or folder of such an operation.
CREATE TABLE file_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  operation_id INTEGER NOT NULL REFERENCES file_operations(id) ON DELETE CASCADE,
  unit INTEGER NOT NULL, -- files that go together or not at all: those of a photo; photos that exchange names
  photo_id INTEGER NOT NULL, -- 0 for a folder
  file_id INTEGER, -- NULL for a companion such as a sidecar
  from_path TEXT NOT NULL,
  to_path TEXT NOT NULL,
  file_key TEXT NOT NULL, -- device and inode where it lies now
  bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  is_there INTEGER NOT NULL DEFAULT 0, -- 1: the file lies at its new place
  is_told INTEGER NOT NULL DEFAULT 0 -- 1: the history says so
) STRICT;
CREATE INDEX file_moves_operation ON file_moves(operation_id, unit);
CREATE INDEX file_moves_photo ON file_moves(photo_id);

-- # Metadata

-- What the files of a photo say.
CREATE TABLE metadata (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  data TEXT NOT NULL -- JSON
);

-- Texts that the person gave a photo: title, caption and the core fields of IPTC.
CREATE TABLE person_texts (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  title TEXT, -- NULL, here and below: the person gave none, and the file counts
  caption TEXT,
  creator TEXT,
  copyright TEXT,
  headline TEXT,
  alt_text TEXT,
  extended_description TEXT,
  caption_writer TEXT,
  creator_title TEXT,
  creator_address TEXT,
  creator_city TEXT,
  creator_region TEXT,
  creator_postcode TEXT,
  creator_country TEXT,
  creator_phone TEXT,
  creator_email TEXT,
  creator_web TEXT,
  credit TEXT,
  source TEXT,
  copyright_status TEXT,
  copyright_url TEXT,
  usage_terms TEXT,
  instructions TEXT,
  job_id TEXT,
  sublocation TEXT,
  city TEXT,
  region TEXT,
  country TEXT,
  country_code TEXT
);

-- Cameras and lenses.
CREATE TABLE equipment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

-- Where photos were taken, by names.
CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  city TEXT NOT NULL, -- empty far from towns
  region TEXT NOT NULL, -- as the gazetteer calls it, in English; empty if unknown
  country TEXT NOT NULL, -- two letters of ISO 3166; empty if unknown
  UNIQUE (city, region, country)
);

-- Sets of texts under a name.
CREATE TABLE metadata_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, so that an undo finds the same one
  name TEXT NOT NULL,
  fields TEXT NOT NULL -- texts by field, JSON
) STRICT;

-- Photos of which the person's work is still to be written into a sidecar or file.
CREATE TABLE metadata_writes (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 1, -- rises with each change that waits
  base TEXT, -- metadata as read when the first of these changes was made, JSON; NULL while they are those of `metadata`
  due_ms INTEGER NOT NULL, -- not tried before
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT NOT NULL DEFAULT '',
  is_taken_back INTEGER NOT NULL DEFAULT 0 -- the target is to be put back to what it was
);
CREATE INDEX metadata_writes_due ON metadata_writes(due_ms);

-- What was written last, and where.
CREATE TABLE metadata_written (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL, -- sidecar, file
  hash TEXT NOT NULL, -- of the target's content as it was last written; '' if it was removed
  written TEXT NOT NULL, -- what of it is Lumafold's, JSON (metadata-write/plan/work.ts)
  PRIMARY KEY (photo_id, target)
) WITHOUT ROWID;
CREATE INDEX metadata_written_hash ON metadata_written(hash);

-- How a target was before each write, so that an undo gives back the same bytes.
CREATE TABLE metadata_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  before_hash TEXT NOT NULL, -- '' if the target was not there
  after_hash TEXT NOT NULL,
  written_before TEXT NOT NULL,
  written_after TEXT NOT NULL,
  patch BLOB, -- from the content after to the one before; NULL if the target was not there
  bytes INTEGER NOT NULL
);
CREATE INDEX metadata_versions_photo ON metadata_versions(photo_id, target, id);

-- How much these take together: one row, which triggers keep.
CREATE TABLE metadata_versions_total (
  bytes INTEGER NOT NULL
);
INSERT INTO metadata_versions_total VALUES (0);

-- Fields that both the person and another program changed.
CREATE TABLE metadata_conflicts (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  field TEXT NOT NULL,
  ours TEXT NOT NULL, -- JSON, as the next one
  theirs TEXT NOT NULL,
  found_ms INTEGER NOT NULL,
  PRIMARY KEY (photo_id, target, field)
) WITHOUT ROWID;

-- # Analysis

-- The steps of the analysis as they are done now.
CREATE TABLE steps (
  name TEXT PRIMARY KEY,
  bit INTEGER NOT NULL UNIQUE, -- place in photos.pending
  fingerprint TEXT NOT NULL DEFAULT '', -- version and models; another one makes photos pending
  is_active INTEGER NOT NULL DEFAULT 1, -- 0: switched off
  is_sent INTEGER NOT NULL DEFAULT 0, -- a service does it at present
  is_idle INTEGER NOT NULL DEFAULT 0 -- nobody waits for it: its bit stands in photos.later
) WITHOUT ROWID;

-- Which steps were done, and how: as many rows as photos differ in that.
CREATE TABLE step_sets (
  id INTEGER PRIMARY KEY,
  content TEXT NOT NULL UNIQUE -- JSON: fingerprints by step
);

-- Sets whose photos do not all know yet what is pending of them now.
CREATE TABLE due_steps (
  step_set INTEGER PRIMARY KEY REFERENCES step_sets(id) ON DELETE CASCADE,
  through INTEGER NOT NULL -- the last photo that was told; they are told by rising ids
) STRICT;

-- Concepts of the vocabulary that were found.
CREATE TABLE concepts (
  id INTEGER PRIMARY KEY,
  concept TEXT NOT NULL UNIQUE,
  synset_id TEXT
);

-- Every tag that anybody uses, once.
CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  concept TEXT -- of the vocabulary; NULL for words that only people or files use
);

-- Tags that analysis found or files say.
CREATE TABLE photo_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  source INTEGER NOT NULL, -- 0 engine, 1 remote, 2 person, 3 file
  confidence REAL NOT NULL,
  concept_id INTEGER REFERENCES concepts(id),
  PRIMARY KEY (photo_id, tag_id, source)
) WITHOUT ROWID;

-- Every category that was found, once.
CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  categorizer TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (categorizer, name)
);

-- Categories of photos.
CREATE TABLE photo_categories (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES categories(id),
  confidence REAL NOT NULL,
  PRIMARY KEY (photo_id, category_id)
) WITHOUT ROWID;

-- The main colours of a photo.
CREATE TABLE colors (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  data TEXT NOT NULL -- JSON
);

-- What photos are compared by their colours with: float32, little-endian.
CREATE TABLE color_vectors (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  vector BLOB NOT NULL
);

-- Faces, in pixels of the photo as its file says it is turned.
CREATE TABLE faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  confidence REAL NOT NULL,
  xmin INTEGER NOT NULL,
  ymin INTEGER NOT NULL,
  xmax INTEGER NOT NULL,
  ymax INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  face_id TEXT NOT NULL,
  details TEXT NOT NULL, -- attributes and landmarks, JSON
  PRIMARY KEY (photo_id, number)
) WITHOUT ROWID;

-- How sensitive analysis finds a photo.
CREATE TABLE nsfw_shares (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  nsfw REAL NOT NULL,
  underwear REAL NOT NULL,
  safe REAL NOT NULL
);

-- How sharp a photo is where it matters, and how it is exposed.
CREATE TABLE sharpness (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  subject INTEGER NOT NULL, -- 0 blurred to 100 sharp
  shadows REAL NOT NULL, -- shares from 0 to 1 that hold no detail
  highlights REAL NOT NULL,
  middle REAL NOT NULL, -- median brightness, 0 to 1
  faces TEXT NOT NULL, -- JSON: marks of each face with its box in upright pixels
  detail BLOB -- where there is fine detail, 4 bytes for each of 8 by 8 parts; NULL before it was measured
);

-- What crops of any size are computed from.
CREATE TABLE crop_cues (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  map_columns INTEGER NOT NULL,
  map_rows INTEGER NOT NULL,
  map BLOB NOT NULL,
  subjects TEXT NOT NULL
);

-- Models that embeddings were made with.
CREATE TABLE embedding_models (
  id INTEGER PRIMARY KEY,
  model TEXT NOT NULL UNIQUE
);

-- What photos are compared by their content with.
CREATE TABLE embeddings (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  model_id INTEGER NOT NULL REFERENCES embedding_models(id),
  vector BLOB NOT NULL -- float16, little-endian
);
CREATE INDEX embeddings_model ON embeddings(model_id);

-- What sentences are compared with.
CREATE TABLE text_image_vectors (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  pair TEXT NOT NULL, -- which text-image pair made it
  vector BLOB NOT NULL -- half-precision floats
);

-- What the search index loads of a photo at the start: what others than the person gave it, in a compact form.
CREATE TABLE packs (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  tag_count INTEGER NOT NULL,
  data BLOB NOT NULL -- 32-bit numbers, little-endian: tags, categories and main colours
);

-- # The person's tags and keywords

-- Tags that the person gave.
CREATE TABLE person_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;

-- Tags that the person took off; analysis does not bring them back.
CREATE TABLE removed_tags (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;

-- What the name of a keyword cannot say. Its place in the tree is its name.
CREATE TABLE keywords (
  tag_id INTEGER PRIMARY KEY REFERENCES tags(id),
  synonyms TEXT NOT NULL, -- JSON
  color TEXT NOT NULL,
  is_exported INTEGER NOT NULL,
  exports_synonyms INTEGER NOT NULL
);

-- Keywords at hand under a name. They are named, since a keyword may have neither photos nor a row.
CREATE TABLE keyword_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  keywords TEXT NOT NULL -- JSON
);

-- What the person answered to a suggested tag.
CREATE TABLE suggestion_feedback (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  is_right INTEGER NOT NULL,
  PRIMARY KEY (photo_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX suggestion_feedback_tag ON suggestion_feedback (tag_id, is_right);

-- # People

-- Who is on photos.
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL UNIQUE, -- the name by which it is found, whatever its capitals
  never_suggest INTEGER NOT NULL DEFAULT 0,
  is_private INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What the person said of faces. Boxes are shares of the photo as its file says it is turned.
CREATE TABLE person_faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  x REAL NOT NULL,
  y REAL NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  person_id INTEGER REFERENCES people(id),
  is_ignored INTEGER NOT NULL,
  refused TEXT NOT NULL, -- JSON: ids of people that the face is not
  PRIMARY KEY (photo_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_faces_person ON person_faces (person_id);

-- What follows for searches from that and from the regions of files.
CREATE TABLE named_faces (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  person_id INTEGER NOT NULL REFERENCES people(id),
  x REAL NOT NULL,
  y REAL NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  is_from_file INTEGER NOT NULL,
  PRIMARY KEY (photo_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX named_faces_person ON named_faces (person_id, photo_id);

-- Photos whose faces are to be grouped again.
CREATE TABLE due_faces (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 0 -- rises when they are noted again while they are grouped
) STRICT;

-- # Custom classifiers

-- The person's own taggers and categorizers.
CREATE TABLE taggers (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL, -- tagger, categorizer
  version INTEGER NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) WITHOUT ROWID;

-- What they tell apart.
CREATE TABLE taught_classes (
  id INTEGER PRIMARY KEY,
  tagger_id TEXT NOT NULL REFERENCES taggers(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  bias REAL NOT NULL,
  weights BLOB NOT NULL, -- float32, little-endian
  UNIQUE (tagger_id, number)
);

-- The photos that they learned it from.
CREATE TABLE taught_examples (
  class_id INTEGER NOT NULL REFERENCES taught_classes(id) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  is_positive INTEGER NOT NULL,
  PRIMARY KEY (class_id, photo_id)
) WITHOUT ROWID;
CREATE INDEX taught_examples_photo ON taught_examples(photo_id);

-- Kept when a classifier is removed, which can be undone.
CREATE TABLE classifier_settings (
  classifier_id TEXT PRIMARY KEY,
  certainty REAL NOT NULL, -- in percent, at which a suggestion counts as sure
  seen_ms INTEGER NOT NULL -- photos added later are new to its inbox
) STRICT, WITHOUT ROWID;

-- What they say of photos. It is a suggestion until the person reviews it, and keeps its row then.
CREATE TABLE learned_suggestions (
  classifier_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tags(id),
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  confidence REAL NOT NULL, -- in percent
  PRIMARY KEY (classifier_id, tag_id, photo_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX learned_suggestions_photo ON learned_suggestions (photo_id);

-- Classifiers that have not gone through all photos since they were saved.
CREATE TABLE due_passes (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- another one each time that the classifier is saved
  classifier_id TEXT NOT NULL UNIQUE REFERENCES taggers(id) ON DELETE CASCADE
) STRICT;

-- Classes that are gone, whose suggestions are taken back piece by piece.
CREATE TABLE leaving_results (
  classifier_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL,
  PRIMARY KEY (classifier_id, tag_id)
) STRICT, WITHOUT ROWID;

-- Answers about a picture to which feedback may still come.
CREATE TABLE feedback_tickets (
  id TEXT PRIMARY KEY,
  feedback_index TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL, -- float32, little-endian
  tags TEXT NOT NULL -- what was said: name and confidence, JSON
) WITHOUT ROWID;
CREATE INDEX feedback_tickets_at ON feedback_tickets(at_ms);

-- What the person said of the tags in an answer.
CREATE TABLE feedback (
  ticket TEXT NOT NULL,
  tag_key TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  tag TEXT NOT NULL,
  verdict TEXT NOT NULL, -- right, wrong, added
  model TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (ticket, tag_key)
);
CREATE INDEX feedback_index_model ON feedback(feedback_index, model);

-- # Albums, searches, stacks and duplicates

-- A removed album keeps its rows for as long as the history may bring it back.
CREATE TABLE albums (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  parent_id INTEGER, -- an album; NULL at the top
  position REAL NOT NULL, -- among what lies in the same album
  removed_ms INTEGER
);

-- Photos of albums, in their order.
CREATE TABLE album_photos (
  album_id INTEGER NOT NULL REFERENCES albums(id) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  position REAL NOT NULL,
  PRIMARY KEY (album_id, photo_id)
) WITHOUT ROWID;
CREATE INDEX album_photos_order ON album_photos(album_id, position);
CREATE INDEX album_photos_photo ON album_photos(photo_id);

-- Queries under a name.
CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  sort_by TEXT NOT NULL,
  sort_order TEXT NOT NULL,
  folder_id INTEGER -- may have left the library
);

-- Where saved searches lie among the albums.
CREATE TABLE search_places (
  search_id INTEGER PRIMARY KEY, -- of a saved search, which may be removed and come back
  parent_id INTEGER,
  position REAL NOT NULL
);

-- Photos that the person said to be no duplicates: no two with the same mark are.
CREATE TABLE not_duplicates (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  mark INTEGER NOT NULL,
  PRIMARY KEY (photo_id, mark)
) WITHOUT ROWID;

-- # Exports and imports

-- An export, which outlives the program.
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

-- A file that an export writes, or wrote.
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

-- Runs whose files are there: not undone.
CREATE TABLE export_runs (
  job_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  PRIMARY KEY (job_id, run)
) STRICT, WITHOUT ROWID;

-- Crops that the person decided for one export.
CREATE TABLE export_crops (
  job INTEGER NOT NULL REFERENCES export_jobs(number) ON DELETE CASCADE,
  photo_id INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  crop TEXT NOT NULL, -- JSON, upright pixels
  PRIMARY KEY (job, photo_id, width, height)
) STRICT, WITHOUT ROWID;

-- Settings of exports under a name.
CREATE TABLE export_presets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  settings TEXT NOT NULL -- JSON
) STRICT;

-- Pictures for watermarks.
CREATE TABLE watermark_pictures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE, -- SHA-256
  bytes BLOB NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL
) STRICT;

-- Crops that the person decided for a photo.
CREATE TABLE crop_pins (
  photo_id INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
  ratio TEXT NOT NULL, -- in lowest terms, 4:5
  place TEXT NOT NULL, -- JSON, parts of the upright photo
  PRIMARY KEY (photo_id, ratio)
) STRICT, WITHOUT ROWID;

-- Folders of exports that are kept in step with photos.
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

-- What was written there.
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

-- Copies from cameras' cards that are under way.
CREATE TABLE card_imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL, -- folder of the card
  wishes TEXT NOT NULL, -- JSON: where to, and what the photos get
  begun_ms INTEGER NOT NULL
) STRICT;

-- Their files.
CREATE TABLE card_import_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id INTEGER NOT NULL REFERENCES card_imports(id) ON DELETE CASCADE,
  unit INTEGER NOT NULL, -- files of one item get one name
  is_main INTEGER NOT NULL, -- 1: a photo or film, 0: what lies beside one
  place TEXT NOT NULL, -- on the card
  to_path TEXT NOT NULL,
  backup_path TEXT NOT NULL, -- empty without a second copy
  bytes INTEGER NOT NULL,
  modified_ms INTEGER NOT NULL,
  taken_at TEXT NOT NULL,
  state INTEGER NOT NULL DEFAULT 0, -- 0 waits, 1 copied, 2 known, 3 failed
  backup_state INTEGER NOT NULL DEFAULT 0, -- the same
  reason TEXT NOT NULL DEFAULT '',
  backup_reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX card_import_files_import ON card_import_files(import_id, unit);

-- Every file that was ever copied from a card.
CREATE TABLE imported_files (
  content_hash TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  taken_at TEXT NOT NULL,
  name TEXT NOT NULL, -- on the card
  imported_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_files_facts ON imported_files(bytes, taken_at);

-- # History and settings

-- What the person did, with what an undo needs.
CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- order in which it was done
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL, -- of changes/kinds
  change TEXT NOT NULL, -- JSON
  undone_ms INTEGER, -- NULL while it counts
  count INTEGER NOT NULL DEFAULT 0, -- how many photos it changed
  bytes INTEGER NOT NULL DEFAULT 0, -- of its pieces
  is_whole INTEGER NOT NULL DEFAULT 1, -- 0 until all is done
  undo_number INTEGER NOT NULL DEFAULT 0 -- the highest is redone first
);
CREATE INDEX changes_kind ON changes(kind, id);

-- The state before a change, in pieces, so that a change of any size is done and undone in several transactions.
CREATE TABLE change_pieces (
  id INTEGER PRIMARY KEY,
  change_id INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE,
  is_undone INTEGER NOT NULL DEFAULT 0,
  data BLOB NOT NULL, -- the states before, each with the ids that had it (changes/piece-codec.ts)
  part TEXT -- JSON: the change of this piece, if it is not the line's
);
CREATE INDEX change_pieces_change ON change_pieces(change_id, id);

-- What the person did and the files beside the catalogue may not hold yet. `sqlite_sequence` keeps the last number.
CREATE TABLE edits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  edit TEXT NOT NULL
);

-- Settings of the library, each as JSON.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- What the program remembers for itself.
CREATE TABLE program_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- # Services

-- Uploads that are still good.
CREATE TABLE remote_uploads (
  address TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (address, content_hash)
) WITHOUT ROWID;

-- Answers that were paid for and are not with their photo yet.
CREATE TABLE remote_answers (
  content_hash TEXT NOT NULL,
  question TEXT NOT NULL, -- address and operation
  answer TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (content_hash, question)
) WITHOUT ROWID;

-- Indexes for similar photos.
CREATE TABLE remote_indexes (
  place TEXT PRIMARY KEY, -- address, categorizer and name
  changes INTEGER NOT NULL DEFAULT 0, -- photos saved since it was last trained
  ticket TEXT, -- of the training under way
  trained_ms INTEGER
) WITHOUT ROWID;

-- Contents that are saved in an index.
CREATE TABLE remote_entries (
  place TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (place, content_hash)
) WITHOUT ROWID;

-- How much was asked for in a month.
CREATE TABLE remote_spending (
  month TEXT PRIMARY KEY,
  analyses INTEGER NOT NULL
) WITHOUT ROWID;

-- # Search

-- Words of photos, as all full text folded by the program and separated at spaces alone. The rowid is that of the photo.
CREATE VIRTUAL TABLE photo_text USING fts5(
  name, title, caption, camera, place, creator,
  content='', contentless_delete=1, prefix='1 2 3', tokenize='ascii'
);

-- Words of tags, once a tag and not once a photo.
CREATE VIRTUAL TABLE tag_text USING fts5(name, synonyms, prefix='1 2 3', tokenize='ascii');

-- Words of folders.
CREATE VIRTUAL TABLE folder_text USING fts5(name, prefix='1 2 3', tokenize='ascii');

-- Words of keywords that their names lack.
CREATE VIRTUAL TABLE keyword_text USING fts5(synonyms, prefix='1 2 3', tokenize='ascii');

-- The file of the search index that is as the catalogue was at a moment, but for the photos in the log.
CREATE TABLE kept_index (
  token TEXT PRIMARY KEY
) STRICT;

-- Photos that changed since. The column is not called photo_id: what is said of a photo goes with it, and this stays.
CREATE TABLE index_log (
  photo INTEGER PRIMARY KEY
) STRICT;

-- Files of embeddings in a form that is searched, each as the catalogue was at a line of the log.
CREATE TABLE code_files (
  token TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  through INTEGER NOT NULL -- the last line of the log that the file knows
) STRICT;

-- Photos whose embeddings changed since. Nothing is logged while there is no such file.
CREATE TABLE embedding_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  photo INTEGER NOT NULL -- no photo_id: what is said of a photo goes with it, and this must not
) STRICT;

-- Text in photos; a photo without any has no row.
CREATE TABLE text_lines (
  photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
  words TEXT NOT NULL, -- as full text has them
  lines TEXT NOT NULL -- JSON: text, confidence and corners, on the photo as its file turns it
) STRICT;

-- Words of the text in photos, kept by triggers. The rowid is that of the photo.
CREATE VIRTUAL TABLE line_text USING fts5(
  words,
  content='text_lines', content_rowid='photo_id', prefix='1 2 3', tokenize='ascii'
);

-- # Triggers

CREATE TRIGGER photos_back AFTER UPDATE OF is_missing ON photos WHEN NEW.is_missing = 0 AND NEW.removed_ms IS NOT NULL
BEGIN
  UPDATE photos SET removed_ms = NULL WHERE id = NEW.id;
END;
CREATE TRIGGER photos_stack_due
AFTER UPDATE OF taken_ms, is_dated, camera, media, step_set, person_stack, removed_ms ON photos
WHEN NEW.needs_stack = 0 AND (NEW.taken_ms IS NOT OLD.taken_ms OR NEW.is_dated <> OLD.is_dated
  OR NEW.camera <> OLD.camera OR NEW.media <> OLD.media OR NEW.step_set <> OLD.step_set
  OR NEW.person_stack IS NOT OLD.person_stack OR NEW.removed_ms IS NOT OLD.removed_ms)
BEGIN
  UPDATE photos SET needs_stack = 1 WHERE id = NEW.id;
END;
CREATE TRIGGER index_photos_added AFTER INSERT ON photos WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.id); END;
CREATE TRIGGER index_photos_changed AFTER UPDATE ON photos WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.id); END;
CREATE TRIGGER index_photos_removed AFTER DELETE ON photos WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.id); END;
CREATE TRIGGER files_root_added AFTER INSERT ON files WHEN NEW.is_main = 1 BEGIN
  UPDATE photos SET root_id = (SELECT root_id FROM folders WHERE id = NEW.folder_id) WHERE id = NEW.photo_id AND root_id <> (SELECT root_id FROM folders WHERE id = NEW.folder_id);
END;
CREATE TRIGGER files_root_moved AFTER UPDATE OF photo_id, folder_id, is_main ON files WHEN NEW.is_main = 1 BEGIN
  UPDATE photos SET root_id = (SELECT root_id FROM folders WHERE id = NEW.folder_id) WHERE id = NEW.photo_id AND root_id <> (SELECT root_id FROM folders WHERE id = NEW.folder_id);
END;
CREATE TRIGGER index_files_added AFTER INSERT ON files WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_files_changed AFTER UPDATE ON files WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_files_removed AFTER DELETE ON files WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER metadata_versions_added AFTER INSERT ON metadata_versions BEGIN
  UPDATE metadata_versions_total SET bytes = bytes + NEW.bytes;
END;
CREATE TRIGGER metadata_versions_removed AFTER DELETE ON metadata_versions BEGIN
  UPDATE metadata_versions_total SET bytes = bytes - OLD.bytes;
END;
CREATE TRIGGER index_nsfw_shares_added AFTER INSERT ON nsfw_shares WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_nsfw_shares_changed AFTER UPDATE ON nsfw_shares WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_nsfw_shares_removed AFTER DELETE ON nsfw_shares WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER embedding_added AFTER INSERT ON embeddings WHEN EXISTS (SELECT 1 FROM code_files)
BEGIN INSERT INTO embedding_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER embedding_changed AFTER UPDATE ON embeddings WHEN EXISTS (SELECT 1 FROM code_files)
BEGIN INSERT INTO embedding_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER embedding_removed AFTER DELETE ON embeddings WHEN EXISTS (SELECT 1 FROM code_files)
BEGIN INSERT INTO embedding_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_packs_added AFTER INSERT ON packs WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_packs_changed AFTER UPDATE ON packs WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_packs_removed AFTER DELETE ON packs WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_person_tags_added AFTER INSERT ON person_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_person_tags_changed AFTER UPDATE ON person_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_person_tags_removed AFTER DELETE ON person_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_removed_tags_added AFTER INSERT ON removed_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_removed_tags_changed AFTER UPDATE ON removed_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_removed_tags_removed AFTER DELETE ON removed_tags WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER index_people_changed AFTER UPDATE OF is_private ON people WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) SELECT photo_id FROM named_faces WHERE person_id = new.id; END;
CREATE TRIGGER index_named_faces_added AFTER INSERT ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_named_faces_changed AFTER UPDATE ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (new.photo_id); END;
CREATE TRIGGER index_named_faces_removed AFTER DELETE ON named_faces WHEN EXISTS (SELECT 1 FROM kept_index)
BEGIN INSERT OR IGNORE INTO index_log (photo) VALUES (old.photo_id); END;
CREATE TRIGGER text_lines_added AFTER INSERT ON text_lines
BEGIN INSERT INTO line_text (rowid, words) VALUES (new.photo_id, new.words); END;
CREATE TRIGGER text_lines_removed AFTER DELETE ON text_lines
BEGIN INSERT INTO line_text (line_text, rowid, words) VALUES ('delete', old.photo_id, old.words); END;
