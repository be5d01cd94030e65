import type { Migration } from '../../../../base/sqlite/migration.ts'

/** Questions under an idempotency key that were counted, so that one that is asked again is not counted again. */
export const countedKeys: Migration = { version: 7, up: (db) => void db.exec(layout) }

const layout = `
CREATE TABLE counted_keys (
  account_id TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT;
CREATE INDEX counted_keys_by_time ON counted_keys (at_ms);
`
