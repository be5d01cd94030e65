import type { PostgresMigration } from './migration.ts'

/** Faces whose ids accounts were told, people made of them, and tickets about both. Vectors are unit vectors of float32. */
export const faces: PostgresMigration = {
  name: '0006_faces',
  sql: `
CREATE SEQUENCE faces_number;
CREATE TABLE faces (
  owner text NOT NULL,
  id text NOT NULL,
  model text NOT NULL,
  vector bytea, -- null once it is forgotten; the row stays a while, so that its id is known
  expires_ms bigint NOT NULL,
  number bigint NOT NULL, -- rises with each time it was kept
  PRIMARY KEY (owner, id)
);
CREATE INDEX faces_kept ON faces (owner, number) WHERE vector IS NOT NULL;
CREATE INDEX faces_by_expiry ON faces (expires_ms);
CREATE TABLE people_indexes (
  owner text NOT NULL,
  id text NOT NULL,
  changes bigint NOT NULL,
  trained_changes bigint,
  created_ms bigint NOT NULL,
  trained_ms bigint,
  PRIMARY KEY (owner, id)
);
CREATE TABLE people_faces (
  owner text NOT NULL,
  index_id text NOT NULL,
  person text NOT NULL,
  face_id text NOT NULL,
  model text NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (owner, index_id, person, face_id),
  FOREIGN KEY (owner, index_id) REFERENCES people_indexes (owner, id) ON DELETE CASCADE
);
CREATE TABLE trained_people (
  owner text NOT NULL,
  index_id text NOT NULL,
  person text NOT NULL,
  model text NOT NULL,
  faces integer NOT NULL,
  mean bytea NOT NULL,
  PRIMARY KEY (owner, index_id, person, model),
  FOREIGN KEY (owner, index_id) REFERENCES people_indexes (owner, id) ON DELETE CASCADE
);
CREATE TABLE face_tickets (
  id text PRIMARY KEY,
  owner text NOT NULL,
  task jsonb NOT NULL,
  callback_url text, -- still to be called
  outcome jsonb,
  created_ms bigint NOT NULL,
  finished_ms bigint
);
CREATE INDEX face_tickets_waiting ON face_tickets (owner) WHERE finished_ms IS NULL;
CREATE INDEX face_tickets_finished ON face_tickets (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX face_tickets_open ON face_tickets (created_ms) WHERE finished_ms IS NULL OR callback_url IS NOT NULL;
`,
}
