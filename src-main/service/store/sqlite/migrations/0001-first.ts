import type { Migration } from '../../../../base/sqlite/migration.ts'

/**
 * Accounts, what they used, what they uploaded, and addresses still to be called. `revisions` counts the changes of the accounts, so that
 * a running service sees those of another process. `removed_accounts` holds accounts whose things are still to be deleted.
 */
export const first: Migration = { version: 1, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL,
  plan TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE removed_accounts (
  id TEXT PRIMARY KEY,
  removed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE revisions (
  name TEXT PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO revisions (name, number) VALUES ('accounts', 0);
CREATE TRIGGER accounts_added AFTER INSERT ON accounts BEGIN UPDATE revisions SET number = number + 1 WHERE name = 'accounts'; END;
CREATE TRIGGER accounts_changed AFTER UPDATE ON accounts BEGIN UPDATE revisions SET number = number + 1 WHERE name = 'accounts'; END;
CREATE TRIGGER accounts_removed AFTER DELETE ON accounts BEGIN UPDATE revisions SET number = number + 1 WHERE name = 'accounts'; END;
CREATE TABLE usage (
  account_id TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  day INTEGER NOT NULL, -- days since 1970, UTC
  processed INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  filename TEXT NOT NULL, -- as the client said; never a path here
  file TEXT NOT NULL, -- name in the folder of uploads
  bytes INTEGER NOT NULL,
  picture_id TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  gone_ms INTEGER -- when it was deleted or expired; the row stays a while, so that its id is known
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_by_account ON uploads (account_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_ms) WHERE gone_ms IS NULL;
CREATE INDEX uploads_by_age ON uploads (created_ms);
CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  ticket_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX callbacks_by_time ON callbacks (next_at_ms);
`
