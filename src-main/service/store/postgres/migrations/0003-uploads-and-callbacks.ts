import type { PostgresMigration } from './migration.ts'

/** Uploads, also those that are gone and whose ids are still known, and addresses still to be called. */
export const uploadsAndCallbacks: PostgresMigration = {
  name: '0003_uploads_and_callbacks',
  sql: `
CREATE TABLE uploads (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  filename text NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL,
  picture_id text NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  gone_ms bigint
);
CREATE INDEX uploads_by_account ON uploads (account_id);
CREATE INDEX uploads_kept ON uploads (account_id) INCLUDE (bytes) WHERE gone_ms IS NULL;
CREATE INDEX uploads_by_expiry ON uploads (expires_ms) WHERE gone_ms IS NULL;
CREATE INDEX uploads_by_age ON uploads (created_ms) WHERE gone_ms IS NOT NULL;

-- False where the account would then keep more than p_most_bytes. Uploads of an account are added one after another.
CREATE FUNCTION add_upload(
  p_id text, p_account text, p_filename text, p_file text, p_bytes bigint, p_picture text, p_created bigint,
  p_expires bigint, p_most_bytes bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_most_bytes IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('lumafold/uploads/' || p_account, 0));
    IF (SELECT coalesce(sum(bytes), 0) FROM uploads WHERE account_id = p_account AND gone_ms IS NULL) + p_bytes > p_most_bytes THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO uploads (id, account_id, filename, file, bytes, picture_id, created_ms, expires_ms)
    VALUES (p_id, p_account, p_filename, p_file, p_bytes, p_picture, p_created, p_expires);
  RETURN true;
END $$;

CREATE TABLE callbacks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  ticket_id text NOT NULL,
  attempts integer NOT NULL,
  next_at_ms bigint NOT NULL,
  created_ms bigint NOT NULL
);
CREATE INDEX callbacks_by_time ON callbacks (next_at_ms);
`,
}
