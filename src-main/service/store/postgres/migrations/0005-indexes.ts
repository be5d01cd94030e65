import type { PostgresMigration } from './migration.ts'

/**
 * Named indexes. `alterations` holds each entry changed since the training that last took it up, with the number of its
 * latest change; `entry_count` and `pending_count` say how many of both there are. Whatever changes an index locks its
 * row first. `removed_indexes` holds numbers whose entries are still to be deleted, a few at a time.
 */
export const indexes: PostgresMigration = {
  name: '0005_indexes',
  sql: `
CREATE TABLE indexes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  kind text NOT NULL,
  categorizer_id text NOT NULL,
  index_id text NOT NULL,
  dimensions integer,
  model text,
  features_type text,
  changes bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  trained_at bigint,
  trained_entries bigint NOT NULL DEFAULT 0,
  trained_model text,
  snapshot text,
  entry_count bigint NOT NULL DEFAULT 0,
  pending_count bigint NOT NULL DEFAULT 0,
  UNIQUE (owner, kind, categorizer_id, index_id)
) WITH (fillfactor = 70);
CREATE TABLE entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  index_row bigint NOT NULL,
  entry_id text NOT NULL,
  vector bytea NOT NULL,
  picture text,
  PRIMARY KEY (index_row, entry_id)
);
CREATE INDEX entries_in_order ON entries (index_row, id);
ALTER TABLE entries ALTER vector SET STORAGE EXTERNAL;
CREATE TABLE alterations (
  index_row bigint NOT NULL,
  entry_id text NOT NULL,
  change bigint NOT NULL,
  PRIMARY KEY (index_row, entry_id)
);
CREATE INDEX alterations_by_change ON alterations (index_row, change);
CREATE TABLE removed_indexes (index_row bigint PRIMARY KEY);
CREATE TABLE tickets (
  id text PRIMARY KEY,
  owner text NOT NULL,
  kind text NOT NULL,
  categorizer_id text NOT NULL,
  index_id text NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint,
  state text NOT NULL,
  entries bigint,
  text text NOT NULL DEFAULT ''
);
CREATE INDEX tickets_of_owner ON tickets (owner);
CREATE INDEX tickets_unfinished ON tickets (created_at, id) WHERE finished_at IS NULL;
CREATE INDEX tickets_finished ON tickets (finished_at) WHERE finished_at IS NOT NULL;

-- Notes that entries changed, in their order; the index's row is locked by then.
CREATE FUNCTION note_alterations(p_row bigint, p_entry_ids text[], p_added bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_changes bigint;
  v_pending bigint;
BEGIN
  SELECT changes INTO v_changes FROM indexes WHERE id = p_row;
  WITH noted AS (
    INSERT INTO alterations (index_row, entry_id, change)
    SELECT p_row, e.entry_id, v_changes + e.n FROM unnest(p_entry_ids) WITH ORDINALITY AS e (entry_id, n)
    ON CONFLICT (index_row, entry_id) DO UPDATE SET change = excluded.change
    RETURNING xmax = 0 AS is_new
  ) SELECT count(*) FILTER (WHERE is_new) INTO v_pending FROM noted;
  UPDATE indexes SET changes = v_changes + cardinality(p_entry_ids), pending_count = pending_count + v_pending,
    entry_count = entry_count + p_added WHERE id = p_row;
END $$;

-- Saves entries in an index that still is as its caller saw it (p_seen_row null: not there); no row where it is not.
CREATE FUNCTION save_entries(
  p_owner text, p_kind text, p_categorizer text, p_index text, p_at bigint,
  p_seen_row bigint, p_seen_dimensions integer, p_seen_model text, p_seen_features text, p_seen_empty boolean,
  p_dimensions integer, p_model text, p_features text,
  p_entry_ids text[], p_vectors bytea[], p_pictures text[]
) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  v_index indexes;
  v_added bigint;
BEGIN
  IF p_seen_row IS NULL THEN
    INSERT INTO indexes (owner, kind, categorizer_id, index_id, created_at)
      VALUES (p_owner, p_kind, p_categorizer, p_index, p_at) ON CONFLICT DO NOTHING RETURNING * INTO v_index;
    IF NOT FOUND THEN RETURN; END IF;
  ELSE
    SELECT * INTO v_index FROM indexes WHERE id = p_seen_row FOR NO KEY UPDATE;
    IF NOT FOUND OR (v_index.dimensions, v_index.model, v_index.features_type, v_index.entry_count = 0)
        IS DISTINCT FROM (p_seen_dimensions, p_seen_model, p_seen_features, p_seen_empty) THEN
      RETURN;
    END IF;
  END IF;
  IF (v_index.dimensions, v_index.model, v_index.features_type) IS DISTINCT FROM (p_dimensions, p_model, p_features) THEN
    UPDATE indexes SET dimensions = p_dimensions, model = p_model, features_type = p_features WHERE id = v_index.id;
  END IF;
  WITH saved AS (
    INSERT INTO entries (index_row, entry_id, vector, picture)
    SELECT v_index.id, e.entry_id, e.vector, e.picture
    FROM unnest(p_entry_ids, p_vectors, p_pictures) WITH ORDINALITY AS e (entry_id, vector, picture, n) ORDER BY e.n
    ON CONFLICT (index_row, entry_id) DO UPDATE SET vector = excluded.vector, picture = excluded.picture
    RETURNING xmax = 0 AS is_new
  ) SELECT count(*) FILTER (WHERE is_new) INTO v_added FROM saved;
  PERFORM note_alterations(v_index.id, p_entry_ids, v_added);
  RETURN NEXT v_index.id;
END $$;

CREATE FUNCTION remove_entry(p_row bigint, p_entry_id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM indexes WHERE id = p_row FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM entries WHERE index_row = p_row AND entry_id = p_entry_id;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM note_alterations(p_row, ARRAY[p_entry_id], -1);
  RETURN true;
END $$;

-- Switches to a new snapshot; gives the one before it, and no row where the index was removed.
CREATE FUNCTION switch_snapshot(
  p_row bigint, p_snapshot text, p_model text, p_entries bigint, p_at bigint, p_changes bigint
) RETURNS TABLE (replaced text) LANGUAGE plpgsql AS $$
DECLARE
  v_settled bigint;
BEGIN
  SELECT snapshot INTO replaced FROM indexes WHERE id = p_row FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM alterations WHERE index_row = p_row AND change <= p_changes;
  GET DIAGNOSTICS v_settled = ROW_COUNT;
  UPDATE indexes SET snapshot = p_snapshot, trained_model = p_model, trained_entries = p_entries, trained_at = p_at,
    pending_count = pending_count - v_settled WHERE id = p_row;
  RETURN NEXT;
END $$;

-- Deletes a few entries of a removed index that no other node works on; false where nothing is left.
CREATE FUNCTION sweep_entries(p_most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_row bigint;
BEGIN
  SELECT index_row INTO v_row FROM removed_indexes LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM entries WHERE index_row = v_row
    AND id IN (SELECT id FROM entries WHERE index_row = v_row ORDER BY id LIMIT p_most);
  IF FOUND THEN RETURN true; END IF;
  DELETE FROM alterations WHERE index_row = v_row;
  DELETE FROM removed_indexes WHERE index_row = v_row;
  RETURN true;
END $$;
`,
}
