import type { PostgresMigration } from './migration.ts'

/**
 * `kept_uploads` has the sum of each account's uploads that are not gone, kept by triggers, so that one more costs the same
 * however many there are. Its row is also what uploads of one account wait for.
 */
export const keptUploads: PostgresMigration = {
  name: '0009_kept_uploads',
  sql: `
CREATE TABLE kept_uploads (
  account_id text PRIMARY KEY,
  bytes bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO kept_uploads (account_id, bytes)
  SELECT account_id, sum(bytes) FROM uploads WHERE gone_ms IS NULL GROUP BY account_id;

CREATE FUNCTION add_kept_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_uploads (account_id, bytes)
    SELECT account_id, sum(bytes) FROM added WHERE gone_ms IS NULL GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET bytes = kept_uploads.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE FUNCTION subtract_kept_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE kept_uploads k SET bytes = k.bytes - r.bytes
    FROM (SELECT account_id, sum(bytes) AS bytes FROM removed WHERE gone_ms IS NULL GROUP BY account_id) r
    WHERE k.account_id = r.account_id;
  RETURN NULL;
END $$;
CREATE FUNCTION change_kept_uploads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE kept_uploads k SET bytes = k.bytes - r.bytes
    FROM (
      SELECT account_id, sum(kept) AS bytes FROM (
        SELECT account_id, bytes AS kept FROM removed WHERE gone_ms IS NULL
        UNION ALL SELECT account_id, -bytes FROM added WHERE gone_ms IS NULL
      ) all_rows GROUP BY account_id
    ) r
    WHERE k.account_id = r.account_id AND r.bytes <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER uploads_added AFTER INSERT ON uploads REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_kept_uploads();
CREATE TRIGGER uploads_removed AFTER DELETE ON uploads REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION subtract_kept_uploads();
CREATE TRIGGER uploads_changed AFTER UPDATE ON uploads REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION change_kept_uploads();

CREATE OR REPLACE FUNCTION add_upload(
  p_id text, p_account text, p_filename text, p_file text, p_bytes bigint, p_picture text, p_created bigint,
  p_expires bigint, p_most_bytes bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_kept bigint;
BEGIN
  IF p_most_bytes IS NOT NULL THEN
    INSERT INTO kept_uploads (account_id, bytes) VALUES (p_account, 0) ON CONFLICT DO NOTHING;
    SELECT bytes INTO v_kept FROM kept_uploads WHERE account_id = p_account FOR NO KEY UPDATE;
    IF v_kept + p_bytes > p_most_bytes THEN RETURN false; END IF;
  END IF;
  INSERT INTO uploads (id, account_id, filename, file, bytes, picture_id, created_ms, expires_ms)
    VALUES (p_id, p_account, p_filename, p_file, p_bytes, p_picture, p_created, p_expires);
  RETURN true;
END $$;
DROP INDEX uploads_kept;
`,
}
