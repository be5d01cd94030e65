import type { PostgresMigration } from './migration.ts'

/**
 * Taggers, categorizers and feedback of each account. Pictures are kept as unit vectors of float32, little-endian, and
 * never as files.
 */
export const classifiers: PostgresMigration = {
  name: '0004_classifiers',
  sql: `
CREATE TABLE classifiers (
  owner text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  version integer NOT NULL,
  model text NOT NULL,
  dimensions integer NOT NULL,
  created_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE TABLE classifier_classes (
  owner text NOT NULL,
  classifier text NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  bias double precision NOT NULL,
  weights bytea NOT NULL,
  positives integer[] NOT NULL,
  negatives integer[] NOT NULL,
  PRIMARY KEY (owner, classifier, number),
  FOREIGN KEY (owner, classifier) REFERENCES classifiers (owner, id) ON DELETE CASCADE
);
CREATE TABLE classifier_pictures (
  owner text NOT NULL,
  classifier text NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (owner, classifier, number),
  FOREIGN KEY (owner, classifier) REFERENCES classifiers (owner, id) ON DELETE CASCADE
);
CREATE TABLE feedback_tickets (
  owner text NOT NULL,
  id text NOT NULL,
  feedback_index text NOT NULL,
  at_ms bigint NOT NULL,
  model text NOT NULL,
  vector bytea NOT NULL,
  tags jsonb NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX feedback_tickets_at ON feedback_tickets (owner, at_ms);
CREATE TABLE feedback_pictures (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  ticket text NOT NULL,
  feedback_index text NOT NULL,
  model text NOT NULL,
  vector bytea NOT NULL,
  UNIQUE (owner, ticket)
);
CREATE INDEX feedback_pictures_index ON feedback_pictures (owner, feedback_index, number);
CREATE TABLE feedback_judgements (
  picture bigint NOT NULL REFERENCES feedback_pictures (number) ON DELETE CASCADE,
  tag_key text NOT NULL,
  tag text NOT NULL,
  verdict text NOT NULL,
  PRIMARY KEY (picture, tag_key)
);
ALTER TABLE classifier_classes ALTER weights SET STORAGE EXTERNAL;
ALTER TABLE classifier_pictures ALTER vector SET STORAGE EXTERNAL;
ALTER TABLE feedback_tickets ALTER vector SET STORAGE EXTERNAL;
ALTER TABLE feedback_pictures ALTER vector SET STORAGE EXTERNAL;
`,
}
