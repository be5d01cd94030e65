import type { PostgresMigration } from './migration.ts'

/**
 * Accounts; each change is told to every node. `removed_accounts` holds accounts whose things are still to be deleted.
 * `account_meters` has a row for each account, which is locked while its limits are checked, and counts the requests of
 * plans with a rate.
 */
export const accounts: PostgresMigration = {
  name: '0001_accounts',
  sql: `
CREATE TABLE accounts (
  id text PRIMARY KEY,
  name text NOT NULL,
  key text NOT NULL UNIQUE,
  secret_hash text NOT NULL,
  plan text NOT NULL,
  created_ms bigint NOT NULL
);
CREATE TABLE removed_accounts (
  id text PRIMARY KEY,
  removed_ms bigint NOT NULL
);
CREATE FUNCTION tell_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lumafold_accounts', '');
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_told AFTER INSERT OR UPDATE OR DELETE ON accounts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_account();

CREATE TABLE account_meters (
  account_id text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  arrivals bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE FUNCTION add_meter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_meters (account_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_metered AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION add_meter();

CREATE FUNCTION remove_account(p_key text, p_at bigint) RETURNS SETOF accounts LANGUAGE plpgsql AS $$
DECLARE
  v_row accounts;
BEGIN
  DELETE FROM accounts WHERE key = p_key RETURNING * INTO v_row;
  IF FOUND THEN
    INSERT INTO removed_accounts (id, removed_ms) VALUES (v_row.id, p_at);
    RETURN NEXT v_row;
  END IF;
END $$;
`,
}
