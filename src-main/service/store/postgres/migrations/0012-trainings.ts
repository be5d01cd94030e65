import type { PostgresMigration } from './migration.ts'

/**
 * Trainings are jobs of whichever node takes them: tickets say how far they are, for which index (0: one that is gone)
 * and whom to call at their end, which had a table of its own. `trained_changes` is the last change in the snapshot, so
 * that a node that comes late does not put an older state in a newer one's place.
 */
export const trainings: PostgresMigration = {
  name: '0012_trainings',
  sql: `
ALTER TABLE tickets ADD index_row bigint NOT NULL DEFAULT 0, ADD progress integer NOT NULL DEFAULT 0, ADD callback_url text;
UPDATE tickets t SET state = 'waiting', index_row = coalesce((
    SELECT i.id FROM indexes i
    WHERE (i.owner, i.kind, i.categorizer_id, i.index_id) = (t.owner, t.kind, t.categorizer_id, t.index_id)), 0)
  WHERE finished_at IS NULL;
UPDATE tickets t SET callback_url = c.url FROM callbacks c WHERE c.ticket_id = t.id;
DROP TABLE callbacks;
DROP INDEX tickets_unfinished;
CREATE INDEX tickets_open ON tickets (index_row) WHERE finished_at IS NULL;
CREATE INDEX tickets_untold ON tickets (index_row) WHERE finished_at IS NOT NULL AND callback_url IS NOT NULL;

ALTER TABLE indexes ADD trained_changes bigint NOT NULL DEFAULT 0;

-- Switches to a new snapshot; gives the one that nothing refers to any more, and no row where the index was removed.
CREATE OR REPLACE FUNCTION switch_snapshot(
  p_row bigint, p_snapshot text, p_model text, p_entries bigint, p_at bigint, p_changes bigint
) RETURNS TABLE (replaced text) LANGUAGE plpgsql AS $$
DECLARE
  v_index indexes;
  v_settled bigint;
BEGIN
  SELECT * INTO v_index FROM indexes WHERE id = p_row FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF v_index.trained_changes > p_changes THEN
    replaced := CASE WHEN v_index.snapshot IS DISTINCT FROM p_snapshot THEN p_snapshot END;
  ELSE
    replaced := CASE WHEN v_index.snapshot IS DISTINCT FROM p_snapshot THEN v_index.snapshot END;
    DELETE FROM alterations WHERE index_row = p_row AND change <= p_changes;
    GET DIAGNOSTICS v_settled = ROW_COUNT;
    UPDATE indexes SET snapshot = p_snapshot, trained_model = p_model, trained_entries = p_entries, trained_at = p_at,
      trained_changes = p_changes, pending_count = pending_count - v_settled WHERE id = p_row;
  END IF;
  RETURN NEXT;
END $$;
`,
}
